package dashboard

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"

	"github.com/hadal-crawler/hadal/storage"
)

// search is the page that looks for words in the records of all sites.
type search struct {
	store interface {
		Search(ctx context.Context, words string, o storage.SearchOptions) iter.Seq2[storage.Hit, error]
	}
}

type searchPage struct {
	Words string `json:"words"`
	Error string `json:"-"` // why they cannot be searched for
	Hits  []hit  `json:"hits"`
	More  bool   `json:"more"`
}

type hit struct {
	Site    string         `json:"site"`
	Key     string         `json:"key"`
	URL     string         `json:"url"`
	Title   []storage.Span `json:"title"`
	Snippet []storage.Span `json:"snippet"`
}

const hitsShown = 30

// show looks for words in the records of all sites.
func (p search) show(r *http.Request, _ storage.SiteStatus) (view, error) {
	return view{name: "search", title: "Search", find: func() (any, error) {
		return p.find(r.Context(), strings.TrimSpace(r.URL.Query().Get("q")), wantsJSON(r))
	}}, nil
}

func (p search) find(ctx context.Context, words string, strict bool) (searchPage, error) {
	d := searchPage{Words: words, Hits: []hit{}}
	if d.Words != "" {
		for h, err := range p.store.Search(ctx, d.Words, storage.SearchOptions{}) {
			if errors.Is(err, storage.ErrQuestion) && !strict {
				d.Error = err.Error()
				break
			}
			if err != nil {
				return d, err
			}
			if d.More = len(d.Hits) == hitsShown; d.More {
				break
			}
			title := h.Title
			if len(title) == 0 {
				title = []storage.Span{{Text: fmt.Sprintf("(%s)", h.Record.Key)}}
			}
			d.Hits = append(d.Hits, hit{h.Record.Site, h.Record.Key, h.Record.URL, title, h.Snippet})
		}
	}
	return d, nil
}
