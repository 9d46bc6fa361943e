// Package numbering learns from addresses how the pager of a site numbers the pages of its
// answers, so that any page of any question can be asked for. It knows addresses alone:
// no page, no cursor, no request that is more than an address.
package numbering

import (
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/hadal-crawler/hadal/page"
)

// Pages is how the pager of a site numbers the pages of its answers, as far
// as the addresses of pages tell: which part of an address has the number of
// the page, and what else its pages from the second on have in their addresses
// that the form's do not. It knows nothing of cursors, nor of requests that are
// more than an address.
type Pages struct {
	at    counter
	known bool // at is: two further pages of one answer told

	question string  // whose pages the others are modelled on, or that agreed last
	one, two Address // the model: a first page by the form, the second by the pager
	agreed   int     // questions in a row whose second page is where the model says
}

// Second learns from the first page of the answer to a question and from where
// that leads.
func (n *Pages) Second(question string, one, two page.URL) {
	if question == n.question {
		return
	}
	n.question = question
	if u, err := n.Page(one, 2); err == nil && SamePlace(u, two) {
		n.agreed++
		return
	}
	n.one, n.two, n.agreed = AddressOf(one), AddressOf(two.Canonical()), 1
	second, ok := n.Number(two)
	n.known = n.known && ok && second == 2
}

// Further learns from the address of a page from the second on, and from where
// that page leads.
func (n *Pages) Further(number int, here, next page.URL) {
	at, from, ok := difference(AddressOf(here.Canonical()), AddressOf(next.Canonical()))
	at.first = from - (number-1)*at.step
	if !ok || at.first != 0 && at.first != 1 {
		*n = Pages{}
		return
	}
	if second, fits := at.number(n.two); !fits || second != 2 {
		n.agreed, n.question = 0, ""
	}
	n.at, n.known = at, true
}

// Believed reports whether enough has been seen to ask for any page of any
// question. Where the pager's addresses have more than the form's it takes two
// questions to see that this is the same for all.
func (n *Pages) Believed() bool {
	return n.known && (n.agreed > 1 || n.agreed == 1 && n.plain())
}

// plain reports whether the model's second page differs from its first by
// nothing but the number.
func (n *Pages) plain() bool {
	one, two := n.one.said(), n.two.said()
	if n.at.segment == 0 {
		for _, a := range []map[page.Pair]int{one, two} {
			maps.DeleteFunc(a, func(p page.Pair, _ int) bool { return p.Name == n.at.name })
		}
		return maps.Equal(one, two) && slices.Equal(n.one.path, n.two.path)
	}
	was, ok := n.at.set(n.one, 1)
	is, _ := n.at.set(n.two, 1)
	return ok && maps.Equal(one, two) && slices.Equal(was.path, is.path)
}

// Number returns which page of its answer an address is of.
func (n *Pages) Number(u page.URL) (int, bool) {
	if !n.known {
		return 0, false
	}
	return n.at.number(AddressOf(u))
}

// Turn returns the address of a page from that of another page, not the first,
// of the same answer.
func (n *Pages) Turn(from page.URL, number int) (page.URL, error) {
	a, ok := n.at.set(AddressOf(from), number)
	if !n.known || !ok {
		return page.URL{}, ErrUnknown
	}
	return a.url()
}

// Page returns the address of a further page of an answer from that of the
// first as the form asks for it: what the model changed on the way from its
// first to its second page is changed in the same way.
func (n *Pages) Page(one page.URL, number int) (page.URL, error) {
	first := AddressOf(one)
	if !n.known || n.agreed == 0 || one.Origin() != n.one.of.Origin() {
		return page.URL{}, ErrUnknown
	}
	out := Address{of: one, path: n.two.path}
	if !slices.Equal(first.path, n.one.path) {
		if !slices.Equal(n.two.path, n.one.path) {
			return page.URL{}, ErrUnknown
		}
		out.path = first.path
	}
	own := func(name string) bool { return n.at.segment == 0 && name == n.at.name }
	terse := slices.ContainsFunc(n.one.query, func(p param) bool { return p.value == "" }) &&
		!slices.ContainsFunc(n.two.query, func(p param) bool { return p.value == "" })
	done := map[string]bool{}
	add := func(name string) {
		done[name] = true
		for _, p := range first.query {
			if p.name == name && (p.value != "" || !terse) {
				out.query = append(out.query, p)
			}
		}
	}
	for _, p := range n.two.query {
		if own(p.name) || slices.Equal(n.one.Values(p.name), first.Values(p.name)) {
			out.query = append(out.query, p) // as the pager has it
		} else if !done[p.name] {
			add(p.name)
		}
	}
	for _, p := range first.query {
		// What the pager leaves out it leaves out where it is the same.
		if !done[p.name] && !own(p.name) && len(n.two.Values(p.name)) == 0 && !slices.Equal(n.one.Values(p.name), first.Values(p.name)) {
			add(p.name)
		}
	}
	out, ok := n.at.set(out, number)
	if !ok {
		return page.URL{}, ErrUnknown
	}
	return out.url()
}

// ErrUnknown is returned for pages that cannot be asked for by their number.
var ErrUnknown = errors.New("how the site numbers the pages of this answer is not known")

// counter is where an address has a number, and how that counts pages.
type counter struct {
	segment       int    // of the path; 0: a parameter
	name          string // of the parameter
	before, after string // what is written around the number
	first         int    // number of page 1, though its own address may lack it
	step          int    // from page to page: 1, or the rows of a page
}

// number returns the page that an address has the number of.
func (c counter) number(a Address) (int, bool) {
	text := ""
	if c.segment > 0 {
		if c.segment >= len(a.path) {
			return 0, false
		}
		text = a.path[c.segment]
	} else if values := a.Values(c.name); len(values) == 1 {
		text = values[0]
	}
	before, n, after, ok := number(text)
	if !ok || before != c.before || after != c.after || c.step < 1 || n < c.first || (n-c.first)%c.step != 0 {
		return 0, false
	}
	return (n-c.first)/c.step + 1, true
}

// set returns an address with the number of another page.
func (c counter) set(a Address, page int) (Address, bool) {
	if page < 1 || page-1 > (maxNumber-c.first)/max(c.step, 1) {
		return a, false
	}
	if _, ok := c.number(a); !ok {
		return a, false
	}
	n := strconv.Itoa(c.first + (page-1)*c.step)
	if c.segment > 0 {
		a.path = slices.Clone(a.path)
		a.path[c.segment] = c.before + n + c.after
		return a, true
	}
	a.query = slices.Clone(a.query)
	for i, p := range a.query {
		if p.name == c.name {
			a.query[i] = p.with(c.before + n + c.after)
		}
	}
	return a, true
}

// difference returns the one number in which the addresses of a page and of the
// one after it differ, and which it is in the former.
func difference(a, b Address) (c counter, from int, ok bool) {
	if a.of.Origin() != b.of.Origin() || len(a.path) != len(b.path) || len(a.query) != len(b.query) {
		return c, 0, false
	}
	found := 0
	see := func(at counter, x, y string) {
		if x == y {
			return
		}
		found++
		before, n, after, isNumber := number(x)
		before2, m, after2, isNumber2 := number(y)
		if isNumber && isNumber2 && before == before2 && after == after2 && m > n {
			at.before, at.after, at.step = before, after, m-n
			c, from, ok = at, n, true
		}
	}
	for i := range a.path {
		see(counter{segment: i}, a.path[i], b.path[i])
	}
	for i, p := range a.query {
		if q := b.query[i]; q.name != p.name || p.value != q.value && len(a.Values(p.name)) > 1 {
			return c, 0, false
		}
		see(counter{name: p.name}, p.value, b.query[i].value)
	}
	return c, from, ok && found == 1
}
