package duplicates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Rules learn which differences between the addresses of one site say nothing:
// different URLs with similar text, DUST (Bar-Yossef, Keidar and Schonfeld 2007,
// Do not crawl in the DUST; for parameters Koppula et al. 2010, Learning URL
// patterns for webpage de-duplication). Two pages with the same words propose
// the rules by which their addresses would be one. A rule holds once enough
// groups of addresses that it makes one have the same text, hardly any has not,
// and some of both were completed after it was proposed: these are the samples
// that it is validated on. Rules are judged anew as pages come, and addresses
// that one makes redundant are still fetched now and then, so that a rule that
// is wrong is found out.
//
// The zero Rules have seen nothing.
type Rules struct {
	pages    []seen
	numbers  map[string]int32 // in pages, by address
	classes  map[uint64]class // by text
	proposed map[ruleID]*proposal
	rules    []Rule
	fetched  map[string]int32 // first page by the address that the rules make of it
	next     int              // pages after which the rules are judged again
	pairs    int              // of one text, since they were judged
	total    int              // of one text
	givenUp  int              // rules that held once and do not any more
	limit    int              // pages remembered; 0: maxPages
}

// seen is a page that was fetched.
type seen struct {
	address string
	text    uint64
}

// class are the pages with one text: the first few.
type class struct {
	pages [classPages]int32
	n     int32
}

type proposal struct {
	rule Rule
	at   int32 // pages seen when it was proposed
	hits int   // pairs that proposed it
	lost bool  // judged to be none, by pages that differ
}

// Bounds and thresholds.
const (
	maxPages      = 5000 // of a site, that are remembered
	maxProposals  = 2000
	judged        = 60  // proposals at a time, those with most pairs
	classPages    = 3   // of one text, that propose rules with others
	minAgree      = 5   // groups of one text that a rule needs
	minTexts      = 4   // different texts among them: an error page alone proves nothing
	minValues     = 3   // of a parameter, in those groups: of a default alone nothing follows
	minLater      = 2   // of the groups, completed after the rule was proposed
	maxDiffer     = 0.1 // share of groups with several texts
	checkEvery    = 20  // of the addresses that rules make redundant, one in so many is fetched
	shortestText  = 5   // words; shorter texts are alike by chance
	firstJudgment = 8   // pages
)

// Observe adds a page that was fetched with success.
func (r *Rules) Observe(pathQuery string, text Signature) {
	if text.Words < shortestText || len(r.pages) >= maxPages || r.limit > 0 && len(r.pages) >= r.limit {
		return
	}
	if r.numbers == nil {
		r.numbers, r.classes, r.proposed, r.fetched = map[string]int32{}, map[uint64]class{}, map[ruleID]*proposal{}, map[string]int32{}
		r.next = firstJudgment
	}
	if i, ok := r.numbers[pathQuery]; ok {
		r.pages[i].text = text.Exact
		return
	}
	n := int32(len(r.pages))
	r.numbers[pathQuery] = n
	r.pages = append(r.pages, seen{pathQuery, text.Exact})
	key, _ := r.Normal(pathQuery)
	if _, ok := r.fetched[key]; !ok {
		r.fetched[key] = n
	}
	c := r.classes[text.Exact]
	for _, i := range c.pages[:min(c.n, classPages)] {
		r.propose(r.pages[i].address, pathQuery)
	}
	if c.n < classPages {
		c.pages[c.n] = n
	}
	c.n++
	r.classes[text.Exact] = c
	if grown := len(r.pages) >= r.next; grown && r.pairs+len(r.rules) > 0 || r.pairs >= max(minAgree-2, r.total/4) {
		r.judge()
	}
}

func (r *Rules) propose(a, b string) {
	r.pairs++
	r.total++
	for _, rule := range candidates(a, b) {
		id := rule.id()
		p := r.proposed[id]
		if p == nil {
			if len(r.proposed) >= maxProposals {
				continue
			}
			p = &proposal{rule: rule, at: int32(len(r.pages))}
			r.proposed[id] = p
		}
		p.hits++
	}
}

// judge chooses the rules that hold: first those that explain most, of those
// that explain the same the widest.
func (r *Rules) judge() {
	r.pairs, r.next = 0, len(r.pages)+len(r.pages)/3
	var some []*proposal
	for _, p := range r.proposed {
		if p.hits >= 2 {
			some = append(some, p)
		}
	}
	slices.SortFunc(some, func(a, b *proposal) int {
		return cmp.Or(cmp.Compare(b.hits, a.hits), cmp.Compare(rank(a.rule), rank(b.rule)), compareIDs(a.rule.id(), b.rule.id()))
	})
	before := r.rules
	r.rules = nil
	addresses := make([]string, len(r.pages)) // as the rules chosen so far leave them
	for i, p := range r.pages {
		addresses[i] = p.address
	}
	for _, p := range some[:min(len(some), judged)] {
		rule, ok := r.test(p, addresses)
		if !ok {
			continue
		}
		r.rules = append(r.rules, rule)
		for i, a := range addresses {
			addresses[i], _ = rule.Apply(a)
		}
	}
	for _, b := range before {
		if !slices.ContainsFunc(r.rules, func(rule Rule) bool { return rule.id() == b.id() }) {
			r.givenUp++
		}
	}
	clear(r.fetched)
	for i, key := range addresses {
		if _, ok := r.fetched[key]; !ok {
			r.fetched[key] = int32(i)
		}
	}
}

// rank orders rules that explain the same pages: kinds as listed, wide scopes
// before narrow ones, long pieces before short ones, which hold in fewer places.
func rank(r Rule) int {
	kinds := []Kind{SortParameters, FoldCase, TrailingSlash, DropParameter, DropSegment, Replace}
	n := 1000 * slices.Index(kinds, r.Kind)
	switch {
	case r.Kind == Replace:
		n += 500 - min(len(r.From)+len(r.To), 400)
	case strings.HasSuffix(r.Scope, "…"):
		n++
	case r.Scope != "":
		n += 2
	}
	return n
}

func compareIDs(a, b ruleID) int {
	return cmp.Or(strings.Compare(string(a.kind), string(b.kind)), strings.Compare(a.name, b.name), strings.Compare(a.scope, b.scope),
		strings.Compare(a.from, b.from), strings.Compare(a.to, b.to))
}

// group are the pages that a rule makes one.
type group struct {
	first   int32 // page
	second  int32 // that completed it; 0: none, for the first is never 0's second
	concern bool  // the rule changed one of its addresses
	differ  bool
	values  []string // of the parameter that the rule drops
}

// test judges a proposal by all pages, with the addresses that the rules chosen
// before have left them.
func (r *Rules) test(p *proposal, addresses []string) (rule Rule, ok bool) {
	groups := map[string]group{}
	for i, page := range r.pages {
		key, concerns := p.rule.Apply(addresses[i])
		g, old := groups[key]
		if concerns && p.rule.Kind == DropParameter {
			g.values = append(g.values, parseAddress(addresses[i]).value(p.rule.Name))
		}
		switch {
		case !old:
			groups[key] = group{first: int32(i), concern: concerns, values: g.values}
			continue
		case addresses[g.first] == addresses[i]:
			continue // the rules chosen before make these one already
		}
		if g.concern = g.concern || concerns; g.second == 0 {
			g.second = int32(i)
		}
		g.differ = g.differ || page.text != r.pages[g.first].text
		groups[key] = g
	}
	rule = p.rule
	var later, laterDiffer int
	texts, values := map[uint64]bool{}, map[string]bool{}
	for _, g := range groups { // counts only: the order does not matter
		if g.second == 0 || !g.concern {
			continue
		}
		late := 0
		if g.second >= p.at {
			late = 1
		}
		if g.differ {
			rule.Differ++
			laterDiffer += late
			continue
		}
		rule.Agree++
		later += late
		texts[r.pages[g.first].text] = true
		for _, v := range g.values {
			values[v] = true
		}
	}
	holds := func(agree, differ int) bool { return float64(differ) <= maxDiffer*float64(agree+differ) }
	p.lost = !holds(rule.Agree, rule.Differ)
	return rule, rule.Agree >= minAgree && len(texts) >= minTexts && (rule.Kind != DropParameter || len(values) >= minValues) && later >= minLater &&
		holds(rule.Agree, rule.Differ) && holds(later, laterDiffer)
}

// Tests reports whether a page that was fetched, and is not yet observed, is
// evidence for a rule that may yet come to hold: its text is that of a page
// before, whose address differs in a way that has not been judged to count.
func (r *Rules) Tests(pathQuery string, text Signature) bool {
	c, ok := r.classes[text.Exact]
	if !ok || text.Words < shortestText || c.n >= classPages {
		return false
	}
	for _, rule := range candidates(r.pages[c.pages[0]].address, pathQuery) {
		if p := r.proposed[rule.id()]; p == nil || !p.lost {
			return true
		}
	}
	return false
}

// Normal returns the address that the rules make of another, and those that had
// a part in it.
func (r *Rules) Normal(pathQuery string) (normal string, by []Rule) {
	normal = pathQuery
	for _, rule := range r.rules {
		if changed, ok := rule.Apply(normal); ok && changed != normal {
			normal = changed
			by = append(by, rule)
		}
	}
	return normal, by
}

// Against says why an address is not worth a request.
func (r *Rules) Against(pathQuery string) string {
	if len(r.rules) == 0 {
		return ""
	}
	normal, by := r.Normal(pathQuery)
	i, ok := r.fetched[normal]
	if !ok || r.pages[i].address == pathQuery {
		return ""
	}
	if len(by) == 0 { // the fetched page was the one with the superfluous part
		_, by = r.Normal(r.pages[i].address)
	}
	if len(by) == 0 || sample(pathQuery) {
		return ""
	}
	return fmt.Sprintf("duplicate: %s; %d groups of pages agree, %d do not, and %s was fetched", by[0], by[0].Agree, by[0].Differ, r.pages[i].address)
}

// sample picks one of checkEvery addresses, always the same.
func sample(s string) bool {
	h := uint64(startWord)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * prime
	}
	return mix(h)%checkEvery == 0
}

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
