package duplicates

import (
	"fmt"
	"slices"
	"strings"
)

// Rule says that addresses of a site which differ in one way lead to the same
// text.
type Rule struct {
	Kind  Kind   `json:"kind"`
	Name  string `json:"name,omitempty"`  // of DropParameter: the parameter
	Scope string `json:"scope,omitempty"` // of DropParameter: the shape of the paths that it holds for, or their beginning, which ends in /…; "": all
	From  string `json:"from,omitempty"`  // of Replace; of DropSegment, the path before the segment
	To    string `json:"to,omitempty"`    // of Replace; a * in both stands for the same word or number

	Agree  int `json:"agree"`  // groups of pages that the rule makes one and that have the same text
	Differ int `json:"differ"` // groups that have not
}

// Kind of a rule.
type Kind string

// The kinds of rules.
const (
	DropParameter  Kind = "drop-parameter"  // a parameter says nothing
	DropSegment    Kind = "drop-segment"    // a segment of the path says nothing
	Replace        Kind = "replace"         // one piece of the address means the same as another, shorter one; ^ and $ are its ends
	SortParameters Kind = "sort-parameters" // their order says nothing
	FoldCase       Kind = "fold-case"       // capitals of the path say nothing
	TrailingSlash  Kind = "trailing-slash"  // a slash at the path's end says nothing
)

// id names a rule without its evidence.
type ruleID struct {
	kind                  Kind
	name, scope, from, to string
}

func (r Rule) id() ruleID { return ruleID{r.Kind, r.Name, r.Scope, r.From, r.To} }

// String says what the rule is.
func (r Rule) String() string {
	switch r.Kind {
	case DropParameter:
		if r.Scope != "" {
			return fmt.Sprintf("parameter %s says nothing at %s", r.Name, r.Scope)
		}
		return fmt.Sprintf("parameter %s says nothing", r.Name)
	case DropSegment:
		return fmt.Sprintf("what follows %s says nothing", r.From)
	case Replace:
		if r.To == "" {
			return fmt.Sprintf("%q in the address says nothing", r.From)
		}
		return fmt.Sprintf("%q in the address means %q", r.From, r.To)
	case SortParameters:
		return "the order of parameters says nothing"
	case FoldCase:
		return "capitals in the path say nothing"
	default:
		return "a slash at the path's end says nothing"
	}
}

// Apply returns the address that the rule makes of a path with its query, and
// whether it concerns it at all.
func (r Rule) Apply(pathQuery string) (string, bool) {
	switch r.Kind {
	case DropParameter:
		if !strings.Contains(pathQuery, r.Name) {
			return pathQuery, false
		}
		a := parseAddress(pathQuery)
		if !a.has(r.Name) || !r.covers(a) {
			return pathQuery, false
		}
		return a.without(r.Name).String(), true
	case DropSegment:
		rest, ok := strings.CutPrefix(pathQuery, r.From)
		if !ok || rest == "" {
			return pathQuery, false
		}
		end := strings.IndexAny(rest, "/?")
		if end <= 0 || rest[end] != '/' {
			return pathQuery, false // the last segment is the page itself
		}
		return r.From + "*" + rest[end:], true
	case Replace:
		whole := "^" + pathQuery + "$"
		at, end, kept := find(whole, r.From)
		if at < 0 {
			return pathQuery, false
		}
		s := strings.Trim(whole[:at]+strings.Replace(r.To, "*", kept, 1)+whole[end:], "^$")
		if !strings.HasPrefix(s, "/") {
			return pathQuery, false
		}
		return s, true
	case SortParameters:
		a := parseAddress(pathQuery)
		byName := func(a, b param) int { return strings.Compare(a.name, b.name) }
		if len(a.params) < 2 || slices.IsSortedFunc(a.params, byName) {
			return pathQuery, false
		}
		slices.SortStableFunc(a.params, byName) // values of one name keep their order
		return a.String(), true
	case FoldCase:
		path, query, has := strings.Cut(pathQuery, "?")
		lower := strings.ToLower(path)
		if has {
			lower += "?" + query
		}
		return lower, lower != pathQuery
	case TrailingSlash:
		path, query, has := strings.Cut(pathQuery, "?")
		if len(path) < 2 || !strings.HasSuffix(path, "/") {
			return pathQuery, false
		}
		path = path[:len(path)-1]
		if has {
			path += "?" + query
		}
		return path, true
	}
	return pathQuery, false
}

// find returns where piece is in s; a * in it stands for one token, which is
// kept. at is -1 where it is nowhere.
func find(s, piece string) (at, end int, kept string) {
	before, after, open := strings.Cut(piece, "*")
	at = strings.Index(s, before)
	end = at + len(before)
	if at < 0 || !open {
		return at, end, ""
	}
	size := strings.IndexAny(s[end:], marks+"^$")
	if size < 1 || !strings.HasPrefix(s[end+size:], after) {
		return -1, 0, ""
	}
	return at, end + size + len(after), s[end : end+size]
}

func (r Rule) covers(a address) bool {
	if r.Scope == "" {
		return true
	}
	if folder, ok := strings.CutSuffix(r.Scope, "…"); ok {
		return strings.HasPrefix(a.path(), folder)
	}
	return a.shape() == r.Scope
}

// candidates returns the rules that would make two addresses of one text the
// same: widest first.
func candidates(a, b string) (out []Rule) {
	if a == b {
		return nil
	}
	if len(a) < len(b) || len(a) == len(b) && a < b {
		a, b = b, a // from the longer to the shorter
	}
	for _, kind := range []Kind{SortParameters, FoldCase, TrailingSlash} {
		r := Rule{Kind: kind}
		x, _ := r.Apply(a)
		y, _ := r.Apply(b)
		if x == y {
			out = append(out, r)
		}
	}
	pa, pb := parseAddress(a), parseAddress(b)
	if name, ok := oneParameter(pa, pb); ok {
		folder := "/…"
		if len(pa.segments) > 1 {
			folder = "/" + pa.segments[0] + "/…"
		}
		for _, scope := range []string{"", folder, pa.shape()} {
			out = append(out, Rule{Kind: DropParameter, Name: name, Scope: scope})
		}
	}
	if i, ok := oneSegment(pa, pb); ok && i < len(pa.segments)-1 {
		from := "/" + strings.Join(pa.segments[:i], "/")
		if i > 0 {
			from += "/"
		}
		out = append(out, Rule{Kind: DropSegment, From: from})
	}
	return append(out, replacements(a, b)...)
}

// oneParameter returns the only parameter by whose value or presence a and b
// differ.
func oneParameter(a, b address) (name string, ok bool) {
	if a.path() != b.path() {
		return "", false
	}
	for _, p := range slices.Concat(a.params, b.params) {
		if slices.Equal(a.without(p.name).params, b.without(p.name).params) {
			return p.name, true
		}
	}
	return "", false
}

// oneSegment returns the only segment by which a and b differ.
func oneSegment(a, b address) (at int, ok bool) {
	if len(a.segments) != len(b.segments) || !slices.Equal(a.params, b.params) {
		return 0, false
	}
	at = -1
	for i := range a.segments {
		if a.segments[i] != b.segments[i] {
			if at >= 0 {
				return 0, false
			}
			at = i
		}
	}
	return at, at >= 0
}

// longestPiece bounds From and To of Replace, in tokens.
const longestPiece = 6

// replacements returns the rules that replace the part by which a and b differ,
// with and without a token of its surroundings, and with a word or number that
// both parts have left open.
func replacements(a, b string) (out []Rule) {
	x := append(append([]string{"^"}, tokens(a)...), "$")
	y := append(append([]string{"^"}, tokens(b)...), "$")
	from := 0
	for from < min(len(x), len(y)) && x[from] == y[from] {
		from++
	}
	end := 0
	for end < min(len(x), len(y))-from && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	if len(x)-end-from > longestPiece || len(y)-end-from > longestPiece {
		return nil
	}
	if strings.Contains(a, "*") || strings.Contains(b, "*") {
		return nil
	}
	if i, j, ok := shared(x[from:len(x)-end], y[from:len(y)-end]); ok {
		x[from+i], y[from+j] = "*", "*"
	}
	for _, room := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		left, right := from-room[0], end-room[1]
		if left < 0 || right < 0 {
			continue
		}
		r := Rule{Kind: Replace, From: strings.Join(x[left:len(x)-right], ""), To: strings.Join(y[left:len(y)-right], "")}
		if r.From != "" && r.From != "*" && r.From != r.To && !strings.Contains(r.To, r.From) {
			out = append(out, r)
		}
	}
	return out
}

// shared returns where the only word or number is that both lists have, each of
// them once.
func shared(x, y []string) (i, j int, ok bool) {
	for at, t := range x {
		if strings.Contains(marks, t) || !slices.Contains(y, t) {
			continue
		}
		if ok || slices.Contains(x[at+1:], t) {
			return 0, 0, false
		}
		i, j, ok = at, slices.Index(y, t), true
		if slices.Contains(y[j+1:], t) {
			return 0, 0, false
		}
	}
	return i, j, ok
}
