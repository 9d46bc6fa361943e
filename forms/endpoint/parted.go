package endpoint

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/ordered"
)

// Parted says of an index in parts, of which a page's script loads those that it needs, where
// they are: the answer to the endpoint's request names all of them, or they are numbered. They
// are read like the pages of one list.
type Parted struct {
	In     string `json:"in,omitempty"` // pointer to the names in that answer, with "*" for the place in a list; "": they are numbered
	Before string `json:"before"`       // what the address of a part has before its name, from the root of the site
	After  string `json:"after,omitempty"`
}

// Bounds of what is taken for an index in parts.
const (
	fewParts   = 2       // that were seen
	mostParts  = 200_000 // that are read
	mostPlaces = 20      // of an answer that are held against what was fetched
)

// Names returns what an answer names the parts, each once, in its order.
func (d Parted) Names(body []byte) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range spansOf(body) {
		if s.kind == 's' && s.text != "" && !seen[s.text] && len(out) < mostParts && anyOf(s.pointer, d.In) {
			seen[s.text] = true
			out = append(out, s.text)
		}
	}
	return out
}

// Numbered returns the names of numbered parts, which are counted from nought or one, in tens
// or sixteens, without a gap, by what has a name.
func Numbered(has func(name string) (bool, error)) (names []string, err error) {
	base := 10
	name := func(n int) string { return strconv.FormatInt(int64(n), base) }
	is := func(n int) (found bool) {
		if err == nil {
			found, err = has(name(n))
		}
		return found
	}
	first := 0
	if !is(0) {
		first = 1
	}
	if base = 16; !is(10) {
		base = 10
	}
	known, none := first-1, first+1
	for none < mostParts && is(none) {
		known, none = none, 2*none+1
	}
	for none-known > 1 {
		if n := (known + none) / 2; is(n) {
			known = n
		} else {
			none = n
		}
	}
	for n := first; n <= known; n++ {
		names = append(names, name(n))
	}
	return names, err
}

// Part returns the request for the part of a name.
func (e Endpoint) Part(name string) (page.Request, error) {
	r := e.Request
	u, err := r.URL.Resolve(e.Parted.Before + name + e.Parted.After)
	if err == nil && u.Origin() != r.URL.Origin() {
		err = fmt.Errorf("%s names a part of another site", r.URL)
	}
	r.URL = u
	if why := harmful(r, nil); err == nil && why != "" {
		err = &forms.GuardError{Form: u.String(), Reasons: []string{"a part of an index may do more than read: " + why}}
	}
	return r, err
}

// part returns the request for the n-th of the parts, from 1.
func (e Endpoint) part(n int) (page.Request, error) {
	if n > len(e.Names) {
		return page.Request{}, fmt.Errorf("%s names no part %d", e.Request.URL, n)
	}
	return e.Part(e.Names[n-1])
}

// spansOf returns the values of an answer that is JSON, or CBOR.
func spansOf(body []byte) []jsonSpan {
	text, binary := page.BinaryJSON(body)
	if !binary {
		text = page.BareJSON(string(body))
	}
	spans, _ := jsonSpans(text)
	return spans
}

// anyOf reports whether a pointer is one of a pattern, in which AnyOf stands for a number.
func anyOf(pointer, pattern string) bool {
	before, after, _ := strings.Cut(pattern, ordered.AnyOf)
	number, ok := strings.CutPrefix(pointer, before)
	number, ends := strings.CutSuffix(number, after)
	return ok && ends && allDigits(number)
}

// patterns returns those of which a pointer is one.
func patterns(pointer string) (out []string) {
	steps := strings.Split(pointer, "/")
	for i, step := range steps {
		if allDigits(step) {
			out = append(out, strings.Join(slices.Concat(steps[:i], []string{ordered.AnyOf}, steps[i+1:]), "/"))
		}
	}
	return out
}

// parted learns from a question for which the page's script fetched parts of an index: files
// that say nothing of the question in their addresses, each with some of the records shown, and
// all named by one list of another answer, which is longer.
func parted(now Observation, before []Observation) (e Endpoint, ok bool) {
	if len(now.Asked) == 0 || len(now.Shown) == 0 {
		return e, false
	}
	now.Shown = now.Shown[:min(len(now.Shown), maxShown)]
	for _, parts := range alike(now) {
		if len(parts) < fewParts {
			continue
		}
		var said strings.Builder
		for _, p := range parts {
			said.WriteString(saidBy(string(p.Body)) + "\n")
		}
		held := 0
		for _, s := range now.Shown {
			if s.holds(said.String()) {
				held++
			}
		}
		if 2*held < len(now.Shown) {
			continue
		}
		most := 0
		for _, o := range append([]Observation{now}, before...) {
			for _, by := range fetched(o) {
				d, names := naming(parts, by)
				if names <= most {
					continue
				}
				most = names
				g := group{all: []sent{by}}
				e = Endpoint{Request: by.request, Parted: &d, Whole: true, Index: true}
				e.Request.Header = g.header()
				e.Reasons = []string{fmt.Sprintf("it names %d files, of which the page's script fetched those with what was asked for: an index in parts", names)}
			}
		}
		if most == 0 {
			continue
		}
		if e.Answer = answerOf(parts, now.Shown); e.Answer.Title != "" {
			return e, true
		}
	}
	return numbered(now, before)
}

// numbered learns from a file that was fetched for a question and has what was shown, where for
// another question one was fetched that differs by its number, and has rows of the same kind.
func numbered(now Observation, before []Observation) (e Endpoint, ok bool) {
	var others []sent
	for _, o := range append([]Observation{now}, before...) {
		others = append(others, slices.Concat(alike(o)...)...)
	}
	for _, x := range slices.Concat(alike(now)...) {
		if x.Step == 0 {
			continue
		}
		for _, y := range others {
			d, ok := differing(x.request.URL, y.request.URL)
			if !ok {
				continue
			}
			said := saidBy(string(x.Body))
			answer := answerOf([]sent{x}, now.Shown)
			if answer.Title == "" || answer.Link == "" || slices.ContainsFunc(now.Shown, func(s Shown) bool { return !s.holds(said) }) {
				break
			}
			if !slices.ContainsFunc(answer.rows(string(y.Body)), func(row element) bool { return row.at(answer.Title) != "" }) {
				continue
			}
			g := group{all: []sent{x}}
			e = Endpoint{Request: x.request, Parted: &d, Answer: answer, Whole: true, Index: true}
			e.Request.Header = g.header()
			e.Reasons = []string{fmt.Sprintf("it has what was asked for, as %s had for another question: parts of an index, by their numbers", y.request.URL)}
			return e, true
		}
	}
	return e, false
}

// longNumber is how many digits the number of a part has at most: more are no number.
const longNumber = 4

// differing returns how the addresses of two parts are made, where a number alone, in tens or
// sixteens, tells the names of their files apart.
func differing(a, b page.URL) (d Parted, ok bool) {
	if a.Origin() != b.Origin() || a == b {
		return d, false
	}
	x, y := a.PathQuery(), b.PathQuery()
	from := 0
	for from < min(len(x), len(y)) && x[from] == y[from] {
		from++
	}
	for _, digits := range []string{"0123456789", "0123456789abcdef"} {
		before := strings.TrimRight(x[:from], digits)
		u, v := strings.TrimLeft(x[len(before):], digits), strings.TrimLeft(y[len(before):], digits)
		n, m := len(x)-len(before)-len(u), len(y)-len(before)-len(v)
		apart := len(digits) == 10 || strings.LastIndexAny(before, "_-/.") == len(before)-1
		if u == v && apart && min(n, m) > 0 && max(n, m) <= longNumber && path.Ext(u) == u {
			return Parted{Before: before, After: u}, true
		}
	}
	return d, false
}

// fetched returns the files that scripts fetched, by addresses that say nothing of what was asked.
func fetched(o Observation) (out []sent) {
	for _, x := range o.Exchanges {
		if x.Status < 200 || x.Status > 299 || x.Truncated || x.Script > 0 {
			continue
		}
		if s := take(x, o.Page); s.request.Method == "GET" && harmful(s.request, o.Asked) == "" && len(controlsIn(s, o.Asked)) == 0 {
			out = append(out, s)
		}
	}
	return out
}

// alike returns those that bring data, together where they stand in one folder and end alike.
func alike(o Observation) (out [][]sent) {
	at := map[string]int{}
	for _, s := range fetched(o) {
		if !page.BringsData(s.Body) {
			continue
		}
		u := s.request.URL.String()
		kind := u[:strings.LastIndexByte(u, '/')+1] + "*" + path.Ext(u)
		i, known := at[kind]
		if !known {
			i = len(out)
			at[kind], out = i, append(out, nil)
		}
		if !slices.ContainsFunc(out[i], func(t sent) bool { return t.request.Key() == s.request.Key() }) {
			out[i] = append(out[i], s)
		}
	}
	return out
}

// naming says how an answer names parts, and how many: 0 where it does not, or only those.
func naming(parts []sent, by sent) (best Parted, most int) {
	first := parts[0].request.URL
	if first.Origin() != by.request.URL.Origin() || slices.ContainsFunc(parts, func(p sent) bool { return p.request.Key() == by.request.Key() }) {
		return best, 0
	}
	at := first.PathQuery()
	looked := map[Parted]bool{}
	for _, s := range spansOf(by.Body) {
		if s.kind != 's' || len(s.text) < 2 {
			continue
		}
		i := strings.LastIndex(at, s.text)
		if i < 1 || strings.Contains(at[i+len(s.text):], "/") {
			continue
		}
		for _, in := range patterns(s.pointer) {
			d := Parted{In: in, Before: at[:i], After: at[i+len(s.text):]}
			if looked[d] || len(looked) >= mostPlaces {
				continue
			}
			looked[d] = true
			names := d.Names(by.Body)
			if len(names) > max(len(parts), fewListed, most) && !slices.ContainsFunc(parts, func(p sent) bool {
				name, begins := strings.CutPrefix(p.request.URL.PathQuery(), d.Before)
				name, ends := strings.CutSuffix(name, d.After)
				return !begins || !ends || !slices.Contains(names, name)
			}) {
				best, most = d, len(names)
			}
		}
	}
	return best, most
}

// answerOf learns how parts are read: as lists or, where each is an object that has none of
// several records, as one record (see Single). It has no title where the parts tell none.
func answerOf(parts []sent, shown []Shown) Answer {
	var bodies []string
	for _, p := range parts {
		body := page.BareJSON(string(p.Body))
		bodies = append(bodies, body)
		for _, l := range allLists(body) {
			if n := len(matches(likely(l.elements, shown), shown)); n > 1 || n > 0 && body[0] == '[' {
				return learnAnswer(body, shown)
			}
		}
	}
	if a := learnAnswer("["+strings.Join(bodies, ",")+"]", shown); a.List == "" {
		return a
	}
	return Answer{}
}

// Single returns a part that is one record as the list of that.
func (e Endpoint) Single(body []byte) (list []byte, single bool) {
	text := page.BareJSON(string(body))
	if e.Parted == nil || e.Answer.List != "" || e.Answer.Keyed || !strings.HasPrefix(text, "{") {
		return body, false
	}
	return []byte("[" + text + "]"), true
}
