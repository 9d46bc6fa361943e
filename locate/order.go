package locate

import (
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/formfirst"
)

// focused is the form-first order with an eye to the topic and to other sites:
// a link to another site comes first where what it says, and the page that it
// stands on, are on the topic. So a crawl that starts from what is known of a
// topic follows what looks best and learns on the way which pages are on it
// (the real-time search of B. Pinkerton, Finding what people want: experiences
// with the WebCrawler, WWW 1994).
type focused struct {
	*formfirst.Ordering
	topic  topic
	pages  map[string]float64     // by site: the best share of the topic's words on a page
	beyond map[surface.ID]float64 // links to other sites: what the topic adds to their worth
}

func newFocused(seed uint64, t topic) *focused {
	return &focused{formfirst.New(seed), t, map[string]float64{}, map[surface.ID]float64{}}
}

// ReadsText implements surface.Ordering.
func (o *focused) ReadsText() bool { return len(o.topic) > 0 }

// Visited implements surface.Ordering.
func (o *focused) Visited(v *surface.Visit, rank func(surface.ID, float64)) {
	if len(o.topic) > 0 {
		site := v.URL.Site()
		o.pages[site] = max(o.pages[site], o.topic.share(v.Text))
	}
	o.Ordering.Visited(v, rank)
}

// Found implements surface.Ordering.
func (o *focused) Found(f surface.Found, on *surface.Visit) float64 {
	worth := o.Ordering.Found(f, on)
	if on == nil || on.URL.Site() == f.Link.URL.Site() {
		return worth
	}
	o.beyond[f.Link.ID] = 0
	if len(o.topic) > 0 {
		says := o.topic.share(f.Link.Anchor + " " + f.Link.Around + " " + f.Link.URL.PathQuery() + " " + f.Link.URL.Host())
		o.beyond[f.Link.ID] = 0.4*says + 0.1*o.pages[on.URL.Site()]
	}
	return o.outside(f, worth)
}

// Rescore implements surface.Ordering.
func (o *focused) Rescore(f surface.Found) float64 { return o.outside(f, o.Ordering.Rescore(f)) }

// outside returns what a link is worth that may lead to another site: less
// than one within, unless it is on the topic.
func (o *focused) outside(f surface.Found, worth float64) float64 {
	topical, leaves := o.beyond[f.Link.ID]
	if !leaves {
		return worth
	}
	return 0.3*worth + topical
}
