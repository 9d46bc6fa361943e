package purpose

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// Pages of a crawl do not fill the memory.
func TestMemoryIsBounded(t *testing.T) {
	m := NewMemory()
	for i := range maxKnown + 10 {
		action := page.MustParseURL(fmt.Sprintf("http://site.example/%d", i))
		m.Judge(&Evidence{form: Subject{Method: "GET", Action: action}, title: func() string { return "" }})
	}
	if len(m.known) > maxKnown || len(m.known) == 0 {
		t.Errorf("%d judgements are remembered", len(m.known))
	}
}
