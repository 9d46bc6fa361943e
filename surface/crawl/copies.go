package crawl

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/duplicates"
)

// copies is what the crawl has learned of pages that are there more than once,
// over all hosts.
type copies struct {
	mirrors duplicates.Mirrors
	farms   duplicates.Farms
}

// hostCopies is what it has learned of one host.
type hostCopies struct {
	known    duplicates.Host
	notFound map[string]*duplicates.NotFound // by the nonsense path that was asked for; nil until the answer is there
	texts    map[uint64]int8                 // pages by their words without those of the address
	seen     duplicates.Texts                // of its pages
	left     string                          // why nothing more is asked of the host
}

const (
	// alike is the number of pages with one text after which the host is asked
	// how it says that it has no page.
	alike = 2
	// maxNonsense bounds such requests, a host.
	maxNonsense = 3
	// maxTexts bounds the texts of a host that are remembered, and sharedTexts
	// those of all hosts, but for fewTexts of each.
	maxTexts    = 5000
	sharedTexts = 50_000
	fewTexts    = 100
	// nonsense is the Kind of a link that the crawl made up for that.
	nonsense = "nonsense"
	// nonsensePriority is above that of any page: what it teaches saves requests.
	nonsensePriority = 1e12
)

// sign returns the signature of what a reader sees of a page.
func sign(doc *page.Document, u page.URL) duplicates.Signature {
	var signer duplicates.Signer
	signer.LeaveOut(u.PathQuery())
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				signer.Add(c.Data)
			case c.Type != html.ElementNode || c.DataAtom == atom.Script || c.DataAtom == atom.Style || c.DataAtom == atom.Template || c.DataAtom == atom.Noscript:
			default:
				walk(c)
			}
		}
	}
	walk(doc.Root)
	return signer.Signature()
}

// isPage reports whether a visit brought a page of its own.
func isPage(v *surface.Visit) bool { return v.Status >= 200 && v.Status < 300 && v.Note == "" }

// says reports whether a visit brought a page with words, which can be compared
// with others: a sitemap has none.
func says(v *surface.Visit, text duplicates.Signature) bool { return isPage(v) && text.Words > 0 }

// textsOf is how many texts of each of so many hosts are remembered.
func textsOf(hosts int) int { return max(fewTexts, min(maxTexts, sharedTexts/max(1, hosts))) }

// near reports whether a page says what another one of its host said but for
// details, and remembers it while less than most are.
func (c *hostCopies) near(v *surface.Visit, text duplicates.Signature, most int) bool {
	if !says(v, text) {
		return false
	}
	if c.seen.Near(text) {
		return true
	}
	if c.seen.Len() < most {
		c.seen.Add(text)
	}
	return false
}

// judge says whether a page is none but the host's way to say so.
func (c *hostCopies) judge(r *result) string {
	v := &r.visit
	n, ok := c.notFound[duplicates.NonsensePath(v.URL.PathQuery())]
	if !ok || !isPage(v) {
		return ""
	}
	return n.Judge(r.asAnswer())
}

// sample reports whether a page, not yet observed, was fetched for what its
// address shows.
func (c *hostCopies) sample(v *surface.Visit, text duplicates.Signature) bool {
	return says(v, text) && c.known.Sample(v.URL.PathQuery(), text)
}

func (r *result) asAnswer() duplicates.Answer {
	v := &r.visit
	return duplicates.Answer{PathQuery: v.URL.PathQuery(), Final: v.Final.String(), Redirect: !v.Final.IsZero() && v.Final != v.URL, Status: v.Status, Text: r.text}
}

// learn takes in the answer to a request for a nonsense path.
func (c *hostCopies) learn(r *result) {
	if n := duplicates.Learn(r.asAnswer()); n != nil {
		c.notFound[r.visit.URL.PathQuery()] = n
	}
	r.visit.Note = "asked for to see how the host says that it has no page"
	r.visit.Links, r.phrases, r.answer = nil, nil, nil
}

// wonders returns the nonsense path to ask for after a page, "" where none is.
func (c *hostCopies) wonders(v *surface.Visit, text duplicates.Signature, most int) string {
	n := c.texts[text.Plain]
	if n == 0 && len(c.texts) >= most || len(c.notFound) >= maxNonsense {
		return ""
	}
	if c.texts == nil {
		c.texts = map[uint64]int8{}
	}
	if n++; n < alike {
		c.texts[text.Plain] = n
		return ""
	}
	p := duplicates.NonsensePath(v.URL.PathQuery())
	if _, asked := c.notFound[p]; asked {
		return ""
	}
	if c.notFound == nil {
		c.notFound = map[string]*duplicates.NotFound{}
	}
	c.notFound[p] = nil
	return p
}

// observe takes in a page of a host.
func (c *copies) observe(h *host, v *surface.Visit, text duplicates.Signature, most int) {
	if !says(v, text) {
		return
	}
	u := v.URL
	if !v.Final.IsZero() {
		if u = v.Final; u.Origin() != h.origin {
			return
		}
	}
	own := make([]string, 0, len(v.Links))
	var sites []string
	seen := map[string]bool{}
	for _, l := range v.Links {
		if l.URL.Origin() == h.origin {
			own = append(own, l.URL.PathQuery())
		} else if o := l.URL.Host(); !seen[o] {
			seen[o] = true
			sites = append(sites, l.URL.Site())
		}
	}
	h.copies.known.Limit(most)
	h.copies.known.Observe(u.PathQuery(), text, own)
	c.mirrors.Observe(h.origin, u.PathQuery(), text)
	c.farms.Observe(h.site.name, int(text.Words), sites)
}

// against says why a host, or all of its site, is worth no further requests.
func (c *copies) against(h *host) (reason string, site bool) {
	if reason := c.mirrors.Against(h.origin); reason != "" {
		return reason, false
	}
	if h.site.seed {
		return "", false // the user named it
	}
	return c.farms.Against(h.site.name), true
}
