package answering

import (
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/page"
)

// lesson is the question that cannot match and taught what an empty answer is.
type lesson struct {
	request page.Request
	words   []string
	times   int               // that it was asked again
	borne   int               // answers to other questions that said the same
	against []extract.Outline // those that said in other words that there is nothing
}

// hold holds an answer that says that there is nothing against the lesson.
func (l *lesson) hold(s manner.Sight) {
	denials := s.Profile.Background.Denials()
	switch o := s.Res.Outline; {
	case len(denials) == 0:
	case o.Shares(denials) > 0:
		l.borne++
	case len(l.against) < maxStrange:
		l.against = append(l.against, o)
	}
}

// maxStrange bounds the odd pages that are kept whole.
const maxStrange = 8
