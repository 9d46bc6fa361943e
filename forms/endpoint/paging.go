package endpoint

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/page/ordered"
)

// The names by which parameters of a list say which part of it is wanted, as
// splitName reads them.
var (
	pageNames   = lexicon.New(`p, pg, page, page number, page no, page num, page nr, pageno, pagenumber, page index, pageindex, current page, currentpage, paged, seite, pagina, pag, sida, strona, pagenum`)
	offsetNames = lexicon.New(`offset, start, from, skip, begin, start index, startindex, first result, firstresult, start row, startrow, start at, startat, start record, position, pos`)
	endNames    = lexicon.New(`end, to, until, stop, end index, endindex, end row, endrow, end at, endat, last row, lastrow, last index`)
	rangeNames  = lexicon.New(`range, *range, slice, window, rows, page`) // of an array of two bounds
	cursorNames = lexicon.New(`cursor, after, page token, pagetoken, next token, nexttoken, continuation, continuation token, search after, scroll id, scroll, cursor mark, cursormark, end cursor, resumption token, bookmark, marker, next cursor`)
	sizeNames   = lexicon.New(`size, limit, per page, perpage, page size, pagesize, rows, count, num, first, take, n, max, max results, maxresults, results per page, hits per page, items per page, page limit, length, amount, hits, top, number of results, numresults, pp, ipp, rpp`)
)

// lastName returns the name that the innermost step of a place has; of an
// element of an array that of the array.
func lastName(at string) string {
	for {
		i := strings.LastIndex(" > "+at, " > ")
		_, name, _ := strings.Cut(at[i:], " ")
		parts := strings.Split(name, "/")
		for len(parts) > 1 && allDigits(parts[len(parts)-1]) {
			parts = parts[:len(parts)-1]
		}
		if last := parts[len(parts)-1]; last != "" || i == 0 {
			return lexicon.Split(last)
		}
		at = strings.TrimSuffix(at[:i], " > ") // an array that is the whole of a value
	}
}

// paging finds the parts that lead through an answer of several pages: by what
// changed from one request to the next while the page was shown on, else by
// their names and values.
func (g *group) paging(others []counterpart) []Part {
	out := g.moving()
	leads := func() bool { return slices.ContainsFunc(out, func(p Part) bool { return p.Is != PartSize }) }
	first := g.first()
	for _, l := range first.leaves {
		if g.isPart(l.at) || slices.ContainsFunc(out, func(p Part) bool { return p.At == l.at }) || entered(l, first.leaves) {
			continue
		}
		if p, ok := byName(l, leads(), first); ok && constant(l, others) {
			out = append(out, p)
		}
	}
	if slices.ContainsFunc(out, func(p Part) bool { return p.Is == PartOffset }) {
		out = append(out, g.ends(out)...)
	}
	if !leads() {
		if p, ok := declared(first); ok {
			out = append(out, p)
		}
	}
	return out
}

func (g *group) isPart(at string) bool {
	return slices.ContainsFunc(g.parts, func(p Part) bool { return p.At == at })
}

// constant reports whether a value was the same wherever the first page of
// another question was asked for.
func constant(l leaf, others []counterpart) bool {
	for _, c := range others {
		if m, ok := c.leaf(l.at); ok && m.text != l.text {
			return false
		}
	}
	return true
}

// moving finds the value that changed from each request of the group to the
// next; both, where they are the bounds of a range. What counts requests moves as a page's
// number does, so that one beside an offset is moved, too.
func (g *group) moving() (out []Part) {
	if len(g.all) < 2 {
		return nil
	}
	second := g.all[1]
	for _, l := range second.leaves {
		was, had := g.first().leaf(l.at)
		if had && was.text == l.text || g.isPart(l.at) || strings.HasPrefix(l.at, "header ") || entered(l, second.leaves) {
			continue
		}
		if p, ok := g.moved(was, had, l); ok && (len(out) == 0 || p.counts() && out[0].counts()) {
			out = append(out, p)
		}
	}
	return out
}

// counts reports whether a part says by a number where in an answer a page is.
func (p *Part) counts() bool { return p.Is == PartOffset || p.Is == PartPage }

// ends finds the other bound of a range whose beginning is known: the number of
// the last record of the page, or of that after it. It moves as the offset does.
func (g *group) ends(known []Part) (out []Part) {
	first := g.first()
	rows := rowsOf(string(first.Body))
	for _, l := range first.leaves {
		n, err := strconv.Atoi(l.text)
		if err != nil || rows < 2 || n != rows && n != rows-1 || !endNames.Matches(lastName(l.at)) && !isBound(l, "/1") || g.isPart(l.at) ||
			slices.ContainsFunc(known, func(p Part) bool { return p.At == l.at && p.Is != PartSize }) {
			continue
		}
		out = append(out, Part{At: l.at, Is: PartOffset, Bare: l.bare, Value: l.text})
	}
	return out
}

// isBound reports whether a value is the first ("/0") or second ("/1") of an
// array that is named like a range.
func isBound(l leaf, which string) bool {
	return strings.HasSuffix(l.at, which) && rangeNames.Matches(lastName(l.at))
}

// moved says what a value is that was was in the first request, if it was
// there, and is l in the second.
func (g *group) moved(was leaf, had bool, l leaf) (Part, bool) {
	p := Part{At: l.at, Bare: l.bare, Absent: !had}
	body := string(g.first().Body)
	if in := source(l.text, []byte(body), nil, false); len(l.text) >= 8 && in != "" || cursorNames.Matches(lastName(l.at)) && in != "" {
		p.Is, p.Found = PartCursor, &Found{In: in}
		return p, true
	}
	to, err := strconv.Atoi(l.text)
	if err != nil {
		return Part{}, false
	}
	from, err := strconv.Atoi(was.text)
	rows := rowsOf(body)
	switch {
	case err == nil && to == from+1:
		p.Is, p.Value = PartPage, was.text
	case err == nil && to > from && (to-from == rows || to-from < 1000 && !pageNames.Matches(lastName(l.at))):
		p.Is, p.Value = PartOffset, was.text
	case had && err == nil:
		return Part{}, false
	case to == 2, to == 1 && pageNames.Matches(lastName(l.at)):
		p.Is, p.Value = PartPage, strconv.Itoa(to-1)
	case to == rows:
		p.Is, p.Value = PartOffset, "0"
	default:
		return Part{}, false
	}
	return p, true
}

// rowsOf returns the length of the longest array of objects in an answer.
func rowsOf(body string) int {
	longest := 0
	for _, l := range allLists(body) {
		if !l.keyed && !strings.Contains(l.pointer, "/"+ordered.AnyOf+"/") {
			longest = max(longest, len(l.elements))
		}
	}
	return longest
}

// fullPage returns how many rows a page has that is not the last: of the first
// of several, or as many as were asked for; 0 where that is not known.
func (g *group) fullPage(parts []Part) int {
	rows := rowsOf(string(g.first().Body))
	for _, p := range parts {
		if n, err := strconv.Atoi(p.Value); p.Is == PartSize && err == nil && n == rows {
			return rows
		}
	}
	if len(g.all) > 1 {
		return rows
	}
	return 0
}

// byName judges a value of a single request by its name.
func byName(l leaf, leads bool, s sent) (Part, bool) {
	if kind, _, _ := strings.Cut(l.at, " "); kind == "path" || kind == "header" {
		return Part{}, false
	}
	name := lastName(l.at)
	p := Part{At: l.at, Bare: l.bare, Value: l.text}
	n, err := strconv.Atoi(l.text)
	number := err == nil
	switch {
	case !leads && cursorNames.Matches(name) && !number && (l.text == "" || l.text == "null" || l.text == "*"):
		in, ok := cursorIn(string(s.Body))
		if !ok {
			return Part{}, false
		}
		return Part{At: l.at, Is: PartCursor, Found: &Found{In: "json " + in}}, true
	case !leads && number && n <= 1 && pageNames.Matches(name):
		p.Is = PartPage
	case !leads && number && n <= 1 && (offsetNames.Matches(name) || isBound(l, "/0")):
		p.Is = PartOffset
	case number && n >= 2 && n <= 1000 && sizeNames.Matches(name):
		p.Is, p.Control = PartSize, sizeControl(l.at)
	default:
		return Part{}, false
	}
	return p, true
}

// sizeControl names the control that stands for a page size that no control of
// the page sets.
func sizeControl(at string) string {
	return controlPrefix + strings.ReplaceAll(lastName(at), " ", "_")
}

// cursorIn finds the member of an answer that gives the next page's cursor.
func cursorIn(body string) (string, bool) {
	spans, _ := jsonSpans(page.BareJSON(body))
	best, depth := "", 99
	for _, s := range spans {
		if s.kind != 's' && s.kind != 'n' {
			continue
		}
		name := lexicon.Split(s.pointer[strings.LastIndexByte(s.pointer, '/')+1:])
		if d := strings.Count(s.pointer, "/"); d < depth && (name == "next" && s.kind == 's' && !strings.Contains(s.text, "/") || name != "after" && cursorNames.Matches(name)) && !withinArray(s.pointer) {
			best, depth = s.pointer, d
		}
	}
	return best, best != ""
}

// withinArray reports whether a pointer goes through an element of an array:
// each edge of a GraphQL answer has a cursor of its own.
func withinArray(pointer string) bool {
	for part := range strings.SplitSeq(pointer, "/") {
		if allDigits(part) {
			return true
		}
	}
	return false
}

// graphVariable is a variable of a GraphQL query that takes a cursor.
var graphVariable = regexp.MustCompile(`\$(\w*(?i:after|cursor)\w*)\s*:\s*\w+`)

// declared finds a cursor that a GraphQL query declares and the first page's
// request does not set.
func declared(s sent) (Part, bool) {
	for _, l := range s.leaves {
		if !isGraphQL(l) {
			continue
		}
		m := graphVariable.FindStringSubmatch(l.text)
		if m == nil {
			continue
		}
		in, ok := cursorIn(string(s.Body))
		if !ok {
			return Part{}, false
		}
		at := strings.TrimSuffix(l.at, "query") + "variables"
		if strings.HasSuffix(l.at, " query") { // in the address, each JSON of its own
			at += " > json "
		}
		return Part{At: at + "/" + m[1], Is: PartCursor, Absent: true, Found: &Found{In: "json " + in}}, true
	}
	return Part{}, false
}
