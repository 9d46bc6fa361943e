package answering

import (
	"net/http"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// lesson is the question that cannot match and taught what an empty answer is.
type lesson struct {
	*asked
	request page.Request
	words   []string
	times   int               // that it was asked again
	came    []extract.Outline // pages that it brought then
	borne   int               // answers to other questions that said the same
	against []extract.Outline // those that said in other words that there is nothing
}

// hold holds the answer to a question that says that there is nothing against the lesson.
func (l *lesson) hold(ask evidence.PageOf, s manner.Sight) {
	denials := s.Profile.Background.Denials()
	switch o := s.Res.Outline; {
	case len(denials) == 0:
	case o.Shares(denials) > 0:
		if l.borne++; l.borne <= 2*maxStrange { // that many bear it out
			l.evidence.Empty(ask, o)
		}
	case len(l.against) < maxStrange:
		l.against = append(l.against, o)
	}
}

// timesLesson is how often in a row the lesson is asked again for a page that came before.
const timesLesson = 3

// maxStrange bounds the odd pages that are kept whole.
const maxStrange = 8

// learned notes the latest question to nonsense whose answer taught something.
func (l *lesson) note(a ledger.Answer) {
	o := a.Outcome
	if o.Query.Nonsense && o.Status == querygen.Empty && a.Request.Method == http.MethodGet && l.State.Profile.EndpointOf(o.Query, a.Request) == nil {
		l.request, l.words = a.Request, o.Query.Words(*l.State.Profile.Form)
	}
}

// count returns how many pages that have no records, and were not told to be empty answers when
// they came, say one of the lines by now, and how many say none.
func (l *lesson) count(lines []uint64) (say, against int) {
	for _, o := range slices.Concat(l.against, l.evidence.Silent()) {
		if o.Shares(lines) > 0 {
			say++
		} else {
			against++
		}
	}
	return say, against
}
