package duplicates

import (
	"fmt"
	"slices"
	"strings"
)

// Sessions find session identifiers in the addresses of one host by what they
// are: one value on every link of a page that was asked for without it, another
// on those of the next such page. Names do not matter; the place may be a
// parameter of the query, one of the path (";name=value"), or a segment of the
// path. The zero Sessions have seen nothing.
type Sessions struct {
	places map[place]*placeSeen
	found  []place
}

// place is where in an address a value stands.
type place struct {
	name    string // of a parameter, with ";" before it where it is one of the path
	segment int    // of the path, where name is ""
}

func (p place) String() string {
	if p.name == "" {
		return fmt.Sprintf("segment %d of the path", p.segment+1)
	}
	return "parameter " + p.name
}

type placeSeen struct {
	pages  int // on which links had one value there
	values map[string]bool
	spoilt bool // a page had links with several values there
}

// Thresholds of sessions.
const (
	sessionLinks  = 3   // of a page, to the site, that have the value
	sessionShare  = 0.8 // of its links to the site
	sessionValues = 3   // different ones, on different pages
	sessionLength = 8   // of the shortest value
	maxPlaces     = 200 // of a site
	maxValues     = 64  // remembered of a place
)

// Observe takes in a page's links to its own host, as paths with queries.
func (s *Sessions) Observe(pathQuery string, links []string) {
	if len(links) < sessionLinks || len(s.places) == 0 && !slices.ContainsFunc(links, mayHoldSession) {
		return
	}
	if s.places == nil {
		s.places = map[place]*placeSeen{}
	}
	type on struct {
		value string
		links int
		many  bool
	}
	page := map[place]*on{}
	own := map[string]bool{}
	for _, value := range values(parseAddress(pathQuery)) {
		own[value] = true
	}
	var order []place
	for _, l := range links {
		for p, value := range values(parseAddress(l)) {
			o := page[p]
			if o == nil {
				o = &on{value: value}
				page[p] = o
				order = append(order, p)
			}
			o.links++
			o.many = o.many || o.value != value
		}
	}
	for _, p := range order {
		o := page[p]
		seen := s.places[p]
		switch {
		case o.many && seen != nil:
			seen.spoilt = true
		case o.many || own[o.value] || len(o.value) < sessionLength || !scrambled(o.value) || o.links < sessionLinks || float64(o.links) < sessionShare*float64(len(links)):
		case seen == nil && len(s.places) >= maxPlaces:
		default:
			if seen == nil {
				seen = &placeSeen{values: map[string]bool{}}
				s.places[p] = seen
			}
			seen.pages++
			if len(seen.values) < maxValues {
				seen.values[o.value] = true
			}
			if len(seen.values) >= sessionValues && !slices.Contains(s.found, p) {
				s.found = append(s.found, p)
			}
		}
	}
}

// mayHoldSession reports whether an address may have a value that could be a
// session's; of most sites none has.
func mayHoldSession(pathQuery string) bool {
	path, query, _ := strings.Cut(pathQuery, "?")
	if strings.Contains(path, ";") {
		return true
	}
	return hasLongScrambled(path[:strings.LastIndexByte(path, '/')+1], '/') || hasLongScrambled(query, '&')
}

// hasLongScrambled reports whether one of the parts of a text could be a
// session's value, or has one.
func hasLongScrambled(text string, mark byte) bool {
	length, digits := 0, false
	for i := range len(text) {
		c := text[i]
		if c == mark {
			length, digits = 0, false
			continue
		}
		digits = digits || c >= '0' && c <= '9'
		if length++; length >= sessionLength && digits {
			return true
		}
	}
	return false
}

// values yields the values of an address by place.
func values(a address) func(yield func(place, string) bool) {
	return func(yield func(place, string) bool) {
		for i, segment := range a.segments {
			path, rest, _ := strings.Cut(segment, ";")
			if i < len(a.segments)-1 && path != "" && !yield(place{segment: i}, path) {
				return
			}
			for p := range strings.SplitSeq(rest, ";") {
				if name, value, ok := strings.Cut(p, "="); ok && !yield(place{name: ";" + name}, value) {
					return
				}
			}
		}
		for _, p := range a.params {
			if !yield(place{name: p.name}, p.value) {
				return
			}
		}
	}
}

// scrambled reports whether a value has digits among its letters, or nothing but
// digits: no word.
func scrambled(s string) bool { return strings.ContainsAny(s, "0123456789") }

// Strip returns an address without the sessions that were found, and says which
// they are.
func (s *Sessions) Strip(pathQuery string) (stripped, reason string) {
	if len(s.found) == 0 {
		return pathQuery, ""
	}
	a := parseAddress(pathQuery)
	for _, p := range s.found {
		before := a.String()
		switch {
		case s.places[p].spoilt:
			continue
		case p.name == "" && p.segment < len(a.segments)-1 && len(a.segments[p.segment]) >= sessionLength && scrambled(a.segments[p.segment]):
			a.segments = slices.Delete(slices.Clone(a.segments), p.segment, p.segment+1)
		case strings.HasPrefix(p.name, ";"):
			a.segments = slices.Clone(a.segments)
			for i, segment := range a.segments {
				parts := strings.Split(segment, ";")
				parts = slices.DeleteFunc(parts, func(part string) bool { return strings.HasPrefix(part, p.name[1:]+"=") })
				a.segments[i] = strings.Join(parts, ";")
			}
		case p.name != "":
			a = a.without(p.name)
		}
		if a.String() != before && reason == "" {
			reason = fmt.Sprintf("%s is a session; one value on all links of a page, %d different ones on %d pages", p, len(s.places[p].values), s.places[p].pages)
		}
	}
	return a.String(), reason
}
