package duplicates

import "fmt"

// Farms find sites that link to each other to look important, and the pages that
// link to many of them (Wu and Davison 2005, Identifying link farm spam pages):
// a site is in a farm if many of those that its pages link to link back, and
// pages that are little but links do so; it is also in one if it links to
// several sites that are. The zero Farms have seen nothing.
type Farms struct {
	sites map[string]*farmSite
}

type farmSite struct {
	to    map[string]bool // sites that link-heavy pages of it link to
	heavy int             // such pages
	pages int
	back  int // sites in to that link back in the same way
	bad   int // sites in to that are in a farm by themselves
	of    bool
}

// Thresholds of farms.
const (
	farmBack      = 5   // sites that link back
	farmBad       = 5   // farm sites that are linked to
	farmWords     = 10  // words a link, on pages that are little but links
	farmOutside   = 5   // links to other sites, on such pages
	farmShare     = 0.5 // of a site's pages that are such
	maxFarmSites  = 100000
	maxFarmsLinks = 500 // sites linked to, remembered of a site
)

// Observe takes in a page of a site: how many words it has, and the sites that
// it links to, each once.
func (f *Farms) Observe(site string, words int, to []string) {
	if f.sites == nil {
		f.sites = map[string]*farmSite{}
	}
	s := f.sites[site]
	if s == nil {
		if len(f.sites) >= maxFarmSites {
			return
		}
		s = &farmSite{to: map[string]bool{}}
		f.sites[site] = s
	}
	s.pages++
	outside := 0
	for _, t := range to {
		if t != site {
			outside++
		}
	}
	if outside < farmOutside || words > farmWords*outside {
		return
	}
	s.heavy++
	for _, t := range to {
		if t == site || s.to[t] || len(s.to) >= maxFarmsLinks {
			continue
		}
		s.to[t] = true
		o := f.sites[t]
		if o == nil {
			continue
		}
		if o.of {
			s.bad++
		}
		if o.to[site] {
			s.back++
			o.back++
			f.judge(t, o)
		}
	}
	f.judge(site, s)
}

// judge marks a site, and tells those that link to it.
func (f *Farms) judge(name string, s *farmSite) {
	if s.of || s.back < farmBack {
		return
	}
	s.of = true
	for _, o := range f.sites { // counts only: the order does not matter
		if o.to[name] {
			o.bad++
		}
	}
}

// Against says why a site is not worth requests.
func (f *Farms) Against(site string) string {
	s := f.sites[site]
	if s == nil || float64(s.heavy) < farmShare*float64(s.pages) {
		return ""
	}
	switch {
	case s.back >= farmBack:
		return fmt.Sprintf("link farm: %d sites that its pages of links lead to lead back", s.back)
	case s.bad >= farmBad:
		return fmt.Sprintf("link farm: its pages of links lead to %d sites that are in one", s.bad)
	}
	return ""
}
