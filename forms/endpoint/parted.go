package endpoint

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/page/ordered"
)

// Parted says of an index in parts, of which a page's script loads those that it needs, where
// they are: the answer to the endpoint's request names all of them, or they are numbered. They
// are read like the pages of one list.
type Parted struct {
	In     string `json:"in,omitempty"` // pointer to the names in that answer, with "*" for one place of several; "": they are numbered
	Before string `json:"before"`       // what the address of a part has before its name, from the root of the site
	After  string `json:"after,omitempty"`
	Digits int    `json:"digits,omitempty"` // of a number, with noughts before it; 0: none stand there
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
func (d Parted) Numbered(has func(name string) (bool, error)) (names []string, err error) {
	base := 10
	name := func(n int) string {
		text := strconv.FormatInt(int64(n), base)
		return strings.Repeat("0", max(0, d.Digits-len(text))) + text
	}
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

// anyOf reports whether a pointer is one of a pattern, in which AnyOf stands for any step.
func anyOf(pointer, pattern string) bool {
	before, after, _ := strings.Cut(pattern, ordered.AnyOf)
	step, ok := strings.CutPrefix(pointer, before)
	step, ends := strings.CutSuffix(step, after)
	return ok && ends && step != "" && !strings.Contains(step, "/")
}

// patterns returns those of which a pointer is one.
func patterns(pointer string) (out []string) {
	steps := strings.Split(pointer, "/")
	for i := 1; i < len(steps); i++ {
		out = append(out, strings.Join(slices.Concat(steps[:i], []string{ordered.AnyOf}, steps[i+1:]), "/"))
	}
	return out
}

// parted learns from a question for which the page's script fetched parts of an index: files
// that say nothing of the question in their addresses and have the records shown. All of them
// are named by one list of another answer, which is longer, and so are some that were fetched for
// other questions, or numbers tell them apart.
func parted(now Observation, before []Observation) (e Endpoint, ok bool) {
	if len(now.Asked) == 0 || len(now.Shown) == 0 {
		return e, false
	}
	now.Shown = now.Shown[:min(len(now.Shown), maxShown)]
	var all, parts []sent
	for _, o := range append([]Observation{now}, before...) {
		all = append(all, fetched(o)...)
	}
	had := make([]bool, len(now.Shown))
	for _, x := range fetched(now) {
		if !page.BringsData(x.Body) || slices.ContainsFunc(parts, func(p sent) bool { return p.request.Key() == x.request.Key() }) {
			continue
		}
		said, has := saidBy(string(x.Body)), false
		for i, s := range now.Shown {
			if title := lexicon.Fold(s.Title); len(title) > 2 && strings.Contains(said, title) {
				had[i], has = true, true
			}
		}
		if has {
			parts = append(parts, x)
		}
	}
	held := 0
	for _, has := range had {
		if has {
			held++
		}
	}
	if 2*held < len(now.Shown) {
		return e, false
	}
	for len(parts) > 0 {
		of := kindOf(parts[0])
		kin := slices.DeleteFunc(slices.Clone(parts), func(p sent) bool { return kindOf(p) != of })
		parts = slices.DeleteFunc(parts, func(p sent) bool { return kindOf(p) == of })
		if e, ok = named(kin, all, now.Shown); !ok && held == len(now.Shown) {
			e, ok = numbered(kin, all, now.Shown)
		}
		if ok {
			return e, true
		}
	}
	return e, false
}

// named learns from parts of one kind that one of all answers names.
func named(parts, all []sent, shown []Shown) (e Endpoint, ok bool) {
	most := 0
	for _, by := range all {
		d, names := naming(parts, all, by)
		if names <= most {
			continue
		}
		most = names
		g := group{all: []sent{by}}
		e = Endpoint{Request: by.request, Parted: &d, Whole: true, Index: true}
		e.Request.Header = g.header()
		e.Reasons = []string{fmt.Sprintf("it names %d files, of which the page's script fetched those with what was asked for: an index in parts", names)}
	}
	if most == 0 {
		return e, false
	}
	e.Answer = answerOf(parts, shown)
	return e, e.Answer.Title != ""
}

// numbered learns from parts of one kind, of which one differs by its number from another file
// with rows of the same kind.
func numbered(parts, all []sent, shown []Shown) (e Endpoint, ok bool) {
	answer := Answer{}
	for _, x := range parts {
		if x.Step == 0 {
			continue
		}
		for _, y := range all {
			d, ok := differing(x.request.URL, y.request.URL)
			if !ok {
				continue
			}
			if answer.Title == "" {
				answer = answerOf(parts, shown)
			}
			if answer.Title == "" || answer.Link == "" {
				return e, false
			}
			if !slices.ContainsFunc(answer.rows(string(y.Body)), func(row element) bool { return row.at(answer.Title) != "" }) {
				continue
			}
			g := group{all: []sent{x}}
			e = Endpoint{Request: x.request, Parted: &d, Answer: answer, Whole: true, Index: true}
			e.Request.Header = g.header()
			e.Reasons = []string{fmt.Sprintf("it has what was asked for, and %s has more of that kind: parts of an index, by their numbers", y.request.URL)}
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
			d = Parted{Before: before, After: u}
			if n == m && n > 1 && (x[len(before)] == '0' || y[len(before)] == '0') {
				d.Digits = n
			}
			return d, true
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

// kindOf is what the addresses of parts have in common: the folder, and how the name ends.
func kindOf(s sent) string {
	u := s.request.URL.String()
	return u[:strings.LastIndexByte(u, '/')+1] + "*" + path.Ext(u)
}

// naming says how an answer names parts, and how many: 0 where it does not, or names no more than
// were fetched, or one alone of all that were.
func naming(parts, all []sent, by sent) (best Parted, most int) {
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
			is := func(p sent) bool {
				name, begins := strings.CutPrefix(p.request.URL.PathQuery(), d.Before)
				name, ends := strings.CutSuffix(name, d.After)
				return begins && ends && slices.Contains(names, name)
			}
			seen := map[page.URL]bool{}
			for _, p := range all {
				if is(p) {
					seen[p.request.URL] = true
				}
			}
			if len(names) > max(len(parts), fewListed, most) && len(seen) >= fewParts && !slices.ContainsFunc(parts, func(p sent) bool { return !is(p) }) {
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
