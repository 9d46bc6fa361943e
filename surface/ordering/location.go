package ordering

import (
	"net/url"
	"strings"
)

// location judges a page by its URL alone: Location.
type location struct {
	changes
	value []float64
}

func (o *location) Found(p Page) {
	o.value = grow(o.value, p.Node)
	o.value[p.Node] = Location(p.URL)
}

func (o *location) Visited(Visit)           {}
func (o *location) Priority(n Node) float64 { return o.value[n] }

// Location is the location metric IL of Cho, Garcia-Molina and Page 1998,
// section 2: URLs with few slashes are worth more, and so are those that name a
// home page or have a domain name alone; a query makes them worth less. From 0
// to 1; of text that is no URL, of the path that it is.
func Location(rawURL string) float64 {
	u, err := url.Parse(rawURL)
	if err != nil {
		return 0
	}
	segments := strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
	depth := float64(len(segments))
	if n := len(segments); n > 0 {
		last := strings.ToLower(segments[n-1])
		if stem, _, _ := strings.Cut(last, "."); stem == "index" || stem == "default" || strings.Contains(stem, "home") || stem == "welcome" {
			depth -= 0.75 // nearly as good as its folder
		}
	}
	if u.RawQuery != "" {
		depth += 1 + float64(strings.Count(u.RawQuery, "&"))
	}
	return 1 / (1 + max(depth, 0))
}
