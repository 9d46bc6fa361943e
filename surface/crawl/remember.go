package crawl

import (
	"hash/maphash"
	"io"
	"sync"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
)

// maxRemembered bounds the verdicts that Remember keeps.
const maxRemembered = 4096

// Remember makes a judge of forms faster: a page whose forms and controls are
// all as they were on another page of its site, markup for markup, gets the
// verdict of that page. It is for judges that look at nothing else. The search
// box in the header of every page is then judged once.
func Remember(judge func(*page.Document) Verdict) func(*page.Document) Verdict {
	var mu sync.Mutex
	known := map[uint64]Verdict{}
	seed := maphash.MakeSeed()
	return func(doc *page.Document) Verdict {
		var h maphash.Hash
		h.SetSeed(seed)
		h.WriteString(doc.URL.Site())
		for _, f := range doc.Forms() {
			writeMarkup(&h, f)
			for _, c := range doc.Controls(f) {
				writeMarkup(&h, c)
			}
		}
		h.WriteByte(0)
		for _, c := range doc.Controls(nil) {
			writeMarkup(&h, c)
		}
		key := h.Sum64()
		mu.Lock()
		v, ok := known[key]
		mu.Unlock()
		if ok {
			return v
		}
		v = judge(doc)
		mu.Lock()
		defer mu.Unlock()
		if len(known) >= maxRemembered {
			clear(known)
		}
		known[key] = v
		return v
	}
}

func writeMarkup(w io.StringWriter, n *html.Node) {
	w.WriteString(n.Data)
	for _, a := range n.Attr {
		w.WriteString(a.Key)
		w.WriteString("=")
		w.WriteString(a.Val)
		w.WriteString("\x00")
	}
	w.WriteString("<")
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		writeMarkup(w, c)
	}
	w.WriteString(">")
}
