package endpoint

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// Endpoint is the request by which a page's own script asks for records, as
// data that a person can read and change: one such request as it was sent, and
// which parts of it mean what. What no part names stays as it was.
type Endpoint struct {
	Request page.Request `json:"request"`           // as observed, with the header lines that matter
	Asked   []page.Pair  `json:"asked,omitempty"`   // what was asked by it: values by name of control
	Parts   []Part       `json:"parts,omitempty"`   // what changes
	Answer  Answer       `json:"answer,omitzero"`   // how to read what comes
	Rows    int          `json:"rows,omitempty"`    // of a full page, where that was seen; else 0
	Reasons []string     `json:"reasons,omitempty"` // for people

	// Whole says that questions send no request of their own: the page's script
	// searches in the answer to this one.
	Whole bool `json:"whole,omitempty"`

	// Words is of such a one the name of the box whose words are looked for in what it lists:
	// what the page showed for a word says so there.
	Words string `json:"words,omitempty"`

	// Index says of such a one that it was told by what it lists, not by how the page shows
	// what was found in it. Only Learn says so.
	Index bool `json:"-"`

	// Parted says of such a one that its answer names the parts of an index, which are read in
	// its place as the pages of one list.
	Parted *Parted `json:"parted,omitempty"`

	// Names are those of the parts, as the answer named them in this run.
	Names []string `json:"-"`

	// Empty says that it may be sent with nothing in the box, too: as the page sends it
	// where nobody has typed. It has carried what was asked by then, and brought records.
	Empty bool `json:"empty,omitempty"`
}

// What a Part is.
const (
	PartControl = "control" // what a control of the form is set to: the query, a choice
	PartPage    = "page"    // the number of the page
	PartOffset  = "offset"  // the number of records before the page
	PartCursor  = "cursor"  // what the answer before says
	PartSize    = "size"    // the number of records a page
	PartToken   = "token"   // what the site gave on another page: a proof of origin, a key
	PartTime    = "time"    // the time of the request, which keeps caches from answering
)

// Part is one value of a request that means something.
type Part struct {
	At      string `json:"at"` // its place: "query q", "path 3", "form q", "json /variables/q", "header X-Token"
	Is      string `json:"is"`
	Control string `json:"control,omitempty"` // of a control: its name
	Before  string `json:"before,omitempty"`  // text of the value around what it means
	After   string `json:"after,omitempty"`
	Date    string `json:"date,omitempty"`  // how the date of a control is written where not as the control has it: a layout of package time, "unix" or "unix-ms"
	Bare    bool   `json:"bare,omitempty"`  // written as a number in JSON
	Value   string `json:"value,omitempty"` // of a token: the latest; of a page or offset: that of the first page; of a size: the one observed

	// Absent says that the part is left out where it has nothing to say: where
	// the control is not set, and on the first page.
	Absent bool   `json:"absent,omitempty"`
	Found  *Found `json:"found,omitempty"` // of a token or cursor: where the next one is
}

// Answer says how an endpoint's answer is read.
type Answer struct {
	JSON   bool   `json:"json,omitempty"`
	Script int    `json:"script,omitempty"` // of JSON in a page: the number of the script that holds it, from 1
	List   string `json:"list,omitempty"`   // of JSON: pointer to the array of records
	Keyed  bool   `json:"keyed,omitempty"`  // List is no array: an object of records by their keys, or of a member for each column
	HTML   string `json:"html,omitempty"`   // of JSON: pointer to the text that is HTML and holds the records
	Title  string `json:"title,omitempty"`  // pointer within a record
	Link   string `json:"link,omitempty"`   // the record's own page, "/item/{/id}" with pointers within a record

	Columns []string `json:"columns,omitempty"` // of records that are arrays: what their cells are called, "" where that is not known

	Apart bool `json:"apart,omitempty"` // records that lead to one page are told apart by the place there, and by their titles
}

// Progress is a place in an answer of several pages, as far as it is known.
type Progress struct {
	Page   int    // 1, 2, ...
	Rows   int    // records on the pages before
	Cursor string // that the page before gave
}

// controlPrefix begins the names of controls that the page does not have and
// that stand for a part of an endpoint.
const controlPrefix = "endpoint "

// OwnControl reports whether a control is none of the page's but stands for a
// part of an endpoint's request.
func OwnControl(name string) bool { return strings.HasPrefix(name, controlPrefix) }

// Takes reports whether the endpoint has a part for each of the values, and
// values for each part that cannot be left alone: a query endpoint says nothing
// about what an empty box does unless that was observed, or may be asked.
func (e Endpoint) Takes(v forms.Values) bool {
	for name, values := range v {
		if len(values) > 0 && (len(values) > 1 || !e.has(name)) && strings.Join(values, "") != "" {
			return false
		}
	}
	for _, p := range e.Parts {
		if p.Is == PartControl && !p.Absent && !e.Empty && len(v[p.Control]) == 0 && slices.ContainsFunc(e.Asked, func(a page.Pair) bool { return a.Name == p.Control }) {
			return false
		}
	}
	return true
}

// Covers reports whether whatever may be asked by o is asked by e, which was known before:
// the same request, learned from another question.
func (e Endpoint) Covers(o Endpoint) bool {
	values := forms.Values{}
	for _, a := range o.Asked {
		values[a.Name] = append(values[a.Name], a.Value)
	}
	return e.Answers(o) && e.Takes(values) && !slices.ContainsFunc(o.Parts, func(p Part) bool {
		return !slices.ContainsFunc(e.Parts, func(q Part) bool { return q.At == p.At && q.Is == p.Is && q.Control == p.Control })
	})
}

// Answers reports whether e is answered by lists of the same records in the same form as o.
func (e Endpoint) Answers(o Endpoint) bool {
	a, b := e.Answer, o.Answer
	return e.Request.Method == o.Request.Method && pathOf(e.Request.URL) == pathOf(o.Request.URL) &&
		a.JSON == b.JSON && a.Script == b.Script && a.List == b.List && a.Keyed == b.Keyed && a.HTML == b.HTML && len(a.Columns) == len(b.Columns)
}

func pathOf(u page.URL) string {
	path, _, _ := strings.Cut(u.String(), "?")
	return path
}

func (e Endpoint) has(control string) bool {
	return slices.ContainsFunc(e.Parts, func(p Part) bool {
		return p.Is == PartControl && p.Control == control || p.Is == PartSize && p.Control == control
	})
}

// Fill returns the request that asks for v at a place of the answer; now is in
// milliseconds since 1970 and stands where the script sends the time. It is an
// error to set a control that the endpoint has no part for.
func (e Endpoint) Fill(v forms.Values, at Progress, now int64) (page.Request, error) {
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if strings.Join(v[name], "") != "" && !e.has(name) && name != e.Words {
			return page.Request{}, &forms.ValueError{Control: name, Reason: "the request behind the page has no part for it"}
		}
	}
	if why := harmful(e.Request, e.Asked); why != "" {
		return page.Request{}, &forms.GuardError{Form: e.Request.URL.String(), Reasons: []string{"the request behind the page may do more than read: " + why}}
	}
	if e.Parted != nil {
		return e.part(max(at.Page, 1))
	}
	r, emptied := e.Request, false
	for _, p := range e.Parts {
		value, set, err := p.value(v, at, now)
		if err != nil {
			return page.Request{}, err
		}
		if e.Empty && !set && !p.Absent && p.Is == PartControl {
			value, set, emptied = "", true, true
		}
		var text *string
		if set {
			value = p.Before + value + p.After
			text = &value
		} else if !p.Absent {
			continue // as observed
		}
		filled, ok := put(r, p.At, text, p.Bare && isNumber(value))
		if !ok {
			return page.Request{}, fmt.Errorf("the request to %s has no place %q", e.Request.URL, p.At)
		}
		r = filled
	}
	if why := vouched(r, e.Asked); emptied && why != "" {
		return page.Request{}, &forms.GuardError{Form: e.Request.URL.String(), Reasons: []string{"the request behind the page may do more than read with nothing asked: " + why}}
	}
	return r, nil
}

// value returns what a part holds; not set where it is left as it is, or left out.
func (p *Part) value(v forms.Values, at Progress, now int64) (value string, set bool, err error) {
	switch p.Is {
	case PartControl, PartSize:
		if values := v[p.Control]; p.Control != "" && len(values) > 0 {
			if p.Date != "" {
				text, ok := written(strings.TrimSpace(values[0]), p.Date)
				if !ok {
					return "", false, &forms.ValueError{Control: p.Control, Reason: "the request behind the page wants a date as year, month and day"}
				}
				return text, true, nil
			}
			if p.quoted() {
				return strings.Trim(quoteJSON(values[0]), `"`), true, nil
			}
			return values[0], true, nil
		}
		return p.Value, p.Is == PartSize && !p.Absent, nil
	case PartToken:
		return p.Value, p.Value != "", nil
	case PartTime:
		return strconv.FormatInt(now, 10), true, nil
	case PartCursor:
		if at.Page > 1 && at.Cursor == "" {
			return "", false, fmt.Errorf("page %d needs the cursor of the page before", at.Page)
		}
		return at.Cursor, at.Page > 1, nil
	case PartPage, PartOffset:
		first, err := strconv.Atoi(p.Value)
		if err != nil {
			return "", false, fmt.Errorf("part %q: the first %s %q is no number", p.At, p.Is, p.Value)
		}
		if p.Is == PartPage {
			return strconv.Itoa(first + max(at.Page, 1) - 1), at.Page > 1 || !p.Absent, nil
		}
		return strconv.Itoa(first + at.Rows), at.Page > 1 || !p.Absent, nil
	}
	return "", false, fmt.Errorf("part %q is of no known kind: %q", p.At, p.Is)
}

// quoted reports whether the value stands between quotes of a language within
// the value (a GraphQL query with the word in it), so that it must be escaped.
func (p *Part) quoted() bool {
	return strings.HasSuffix(p.Before, `"`) && strings.HasPrefix(p.After, `"`)
}

// Refresh returns a request of the endpoint with the tokens that e has now.
func (e Endpoint) Refresh(r page.Request, now int64) page.Request {
	for _, p := range e.Parts {
		if p.Is != PartToken && p.Is != PartTime {
			continue
		}
		if value, set, err := p.value(nil, Progress{}, now); err == nil && set {
			value = p.Before + value + p.After
			if fresh, ok := put(r, p.At, &value, p.Bare && isNumber(value)); ok {
				r = fresh
			}
		}
	}
	return r
}

// Pages reports whether the endpoint has a part that leads to further pages.
func (e Endpoint) Pages() bool {
	return e.Parted != nil || slices.ContainsFunc(e.Parts, func(p Part) bool { return p.Is == PartPage || p.Is == PartOffset || p.Is == PartCursor })
}

// Numbers reports whether any page of an answer can be asked for without those
// before it: by its number, or by the number of records before it.
func (e Endpoint) Numbers() bool {
	return e.Pages() && !slices.ContainsFunc(e.Parts, func(p Part) bool { return p.Is == PartCursor })
}

// Earlier returns e with its first page the one before: what led on from a page that showed the
// first so many rows as it was served was seen to ask for the second. It is not ok where no
// number says which page is meant.
func (e Endpoint) Earlier(rows int) (Endpoint, bool) {
	e.Parts = slices.Clone(e.Parts)
	found := false
	for i := range e.Parts {
		p := &e.Parts[i]
		n, err := strconv.Atoi(p.Value)
		switch {
		case p.Is == PartCursor:
			return e, false
		case p.Is == PartOffset && err == nil && n >= rows:
			n -= rows
		case p.Is == PartPage && err == nil && n > 0:
			n--
		case p.Is == PartOffset, p.Is == PartPage:
			return e, false
		default:
			continue
		}
		p.Value, p.Absent, found = strconv.Itoa(n), false, true
	}
	if found {
		return e, true
	}
	var offsets []Part // one request alone shows none that moves
	for _, l := range leaves(e.Request) {
		if l.text == strconv.Itoa(rows) && !slices.ContainsFunc(e.Parts, func(p Part) bool { return p.At == l.at }) {
			offsets = append(offsets, Part{At: l.at, Is: PartOffset, Bare: l.bare, Value: "0"})
		}
	}
	e.Parts = append(e.Parts, offsets...)
	return e, len(offsets) == 1
}

// Next returns where in the answer the page after this one is, from what came:
// rows records in body, of total (-1: unknown), where other pages had up to full. It is not ok at the end.
func (e Endpoint) Next(at Progress, body string, rows, total, full int) (Progress, bool) {
	next := Progress{Page: max(at.Page, 1) + 1, Rows: at.Rows + rows}
	if e.Parted != nil {
		return next, next.Page <= len(e.Names)
	}
	if rows == 0 || total >= 0 && next.Rows >= total {
		return Progress{}, false
	}
	for _, p := range e.Parts {
		switch p.Is {
		case PartCursor:
			cursor, ok := p.Found.in(body, "")
			if !ok || cursor == at.Cursor || noMore(body) {
				return Progress{}, false
			}
			next.Cursor = cursor
			return next, true
		case PartPage, PartOffset:
			if total < 0 && rows < max(e.Rows, full) || noMore(body) || p.Is == PartPage && p.last(body, next.Page-1) {
				return Progress{}, false // the last page is rarely full
			}
			return next, true
		}
	}
	return Progress{}, false
}

// last reports whether an answer says that the page that is n-th from 1 is the
// last.
func (p *Part) last(body string, n int) bool {
	first, err := strconv.Atoi(p.Value)
	spans, _ := jsonSpans(page.BareJSON(body))
	for _, s := range spans {
		name := strings.ToLower(s.pointer[strings.LastIndexByte(s.pointer, '/')+1:])
		if s.kind != 'n' || !saysPages[strings.ReplaceAll(name, "_", "")] || withinArray(s.pointer) {
			continue
		}
		if pages, no := strconv.Atoi(s.text); no == nil && err == nil {
			if strings.HasPrefix(name, "last") { // its number, counted as the request counts
				return first+n-1 >= pages
			}
			return n >= pages
		}
	}
	return false
}

// saysPages are members that say how many pages an answer has.
var saysPages = map[string]bool{"pages": true, "totalpages": true, "pagecount": true, "lastpage": true, "nbpages": true, "numpages": true, "pagestotal": true, "maxpage": true}

// noMore reports whether an answer says that it has no further page.
func noMore(body string) bool {
	spans, _ := jsonSpans(page.BareJSON(body))
	for _, s := range spans {
		name := strings.ToLower(s.pointer[strings.LastIndexByte(s.pointer, '/')+1:])
		if s.kind == 'b' && s.text == "false" && saysMore[strings.ReplaceAll(name, "_", "")] {
			return true
		}
	}
	return false
}

// saysMore are members that say whether there is a further page.
var saysMore = map[string]bool{"hasmore": true, "hasnext": true, "hasnextpage": true, "more": true, "moreavailable": true, "morepages": true}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// sortedLines joins the lines of a header in the order that page.Request.Header has.
func sortedLines(lines []string) string {
	slices.Sort(lines)
	return strings.Join(lines, "")
}
