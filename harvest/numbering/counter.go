package numbering

import (
	"slices"
	"strconv"
)

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
