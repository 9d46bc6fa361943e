package formfirst

import (
	"hash/fnv"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/surface"
)

// levels are the distances to a search interface that are told apart: the
// link's target has one, a page that it links to has, or a page behind that.
const levels = 3

// odds are log odds of the levels against "farther away or nowhere".
type odds [levels]float64

// theme is what a link talks about, and what that says of it.
type theme struct {
	words *lexicon.List
	odds  odds
}

// themes and shapes are the pre-trained start of the judge. They were written
// down from general knowledge of how sites of many languages are arranged.
var themes = []theme{
	{lexicon.Section("advanced-search"), odds{3, 0.5, 0}},
	{lexicon.Search, odds{4, 1, 0.3}},
	{lexicon.Section("catalogue"), odds{3, 2, 0.6}},
	{lexicon.Section("database"), odds{3, 2, 0.6}},
	{lexicon.Section("browse"), odds{1.8, 1.6, 0.5}},
	{lexicon.Section("holdings"), odds{1.3, 1.4, 0.6}},
	{lexicon.Section("services"), odds{0.3, 1.5, 0.9}},
	{lexicon.Section("site-map"), odds{-0.3, 1.8, 1}},
	{lexicon.Section("help"), odds{-2, -0.5, -0.3}},
	{lexicon.Section("about"), odds{-1.8, -1.2, -0.5}},
	{lexicon.Section("news"), odds{-1.2, -1, -0.4}},
	{lexicon.Section("calendar"), odds{-2, -1.5, -0.5}},
	{lexicon.Section("page-tools"), odds{-3, -2, -1}},
	{lexicon.Login, odds{-4, -2, -1}},
	{lexicon.Registration, odds{-1.5, -1.5, -0.8}},
	{lexicon.PasswordRecovery, odds{-4, -2.5, -1.2}},
	{lexicon.Contact, odds{-2.5, -1.5, -0.8}},
	{lexicon.MailingList, odds{-2.5, -1.5, -0.8}},
	{lexicon.Order, odds{-2, -1, -0.6}},
}

var themeIndex = func() *lexicon.Index {
	lists := make([]*lexicon.List, len(themes))
	for i, t := range themes {
		lists[i] = t.words
	}
	return lexicon.NewIndex(lists...)
}()

// emptyWords are anchors that say nothing: what stands around them does.
var emptyWords = lexicon.Section("empty-link")

// place is where a word of a theme stands.
type place int

const (
	inAnchor place = iota
	asAnchor       // it is all of the anchor
	inPath
	inQuery
	around
	aroundNothing // around an anchor that says nothing itself
	places
)

// trust is how much a theme counts by its place.
var trust = [places]float64{inAnchor: 1, asAnchor: 0.4, inPath: 0.7, inQuery: 0.35, around: 0.25, aroundNothing: 0.9}

// The signs that are neither themes nor words.
const (
	always = iota
	partOfPage
	moves
	namedSearch
	toSitemap
	fromSitemap
	unlinked
	ofFeed
	otherForm
	hiddenLink
	noFollow
	longAnchor
	noAnchor
	numbered
	asked
	deepPath
	rootPath
	firstLevel
	secondLevel
	farLevel
	shapes
)

var shapeOdds = [shapes]odds{
	always:      {-4, -3, -2.2},
	partOfPage:  {3, 1, 0.3},     // a frame
	moves:       {3, 2, 0.6},     // where the page sends its reader
	namedSearch: {6, 1, 0},       // rel=search
	toSitemap:   {-3, 2.6, 0.5},  // the sitemap itself
	fromSitemap: {0.2, 0.2, 0.1}, // what it lists
	unlinked:    {2, 0.5, 0},     // the sitemap alone has it, where links lead to nearly all else
	ofFeed:      {-4, -2, -1},
	otherForm:   {-1, -1, -0.5}, // canonical, alternate
	hiddenLink:  {-0.7, -0.5, -0.3},
	noFollow:    {-0.7, -0.7, -0.4},
	longAnchor:  {-1.2, -0.6, -0.2},
	noAnchor:    {-0.4, -0.3, -0.1},
	numbered:    {-0.8, -0.8, -0.3}, // as pages of single records are
	asked:       {-0.2, -0.2, -0.1},
	deepPath:    {-0.5, -0.4, -0.2},
	rootPath:    {1.2, 1, 0.3}, // the site's front page, where a crawl has begun elsewhere
	firstLevel:  {0.5, 0.3, 0.1},
	secondLevel: {0, 0, 0},
	farLevel:    {-0.8, -0.8, -0.5},
}

// Signs are numbered: shapes, then themes by place, then words by hash.
const (
	wordBuckets = 1 << 15
	maxWords    = 10 // of one place that count
)

var firstWord = uint32(shapes + len(themes)*int(places))

func themeSign(t int, p place) uint32 { return uint32(shapes + t*int(places) + int(p)) }

// signs is what is seen of a link, without its order.
type signs []uint32

// add notes a sign once.
func (s *signs) add(sign uint32) {
	if !s.has(sign) {
		*s = append(*s, sign)
	}
}

// words notes the words of a folded text, by place.
func (s *signs) words(p place, folded string) {
	n := 0
	for w := range strings.SplitSeq(folded, " ") {
		if w == "" || n == maxWords {
			continue
		}
		n++
		h := fnv.New32a()
		h.Write([]byte{byte('0' + p)})
		h.Write([]byte(w))
		s.add(firstWord + h.Sum32()%wordBuckets)
	}
}

// themes notes what a folded text talks about.
func (s *signs) themes(p place, folded string) (found []lexicon.Found) {
	found = themeIndex.Find(folded)
	for _, f := range found {
		s.add(themeSign(f.List, p))
	}
	return found
}

// signsOf returns the signs of a page found.
func signsOf(f surface.Found) signs {
	l := f.Link
	s := make(signs, 0, 24)
	s.add(always)
	if shape, ok := kindShape[l.Kind]; ok {
		s.add(uint32(shape))
	}
	path, query, hasQuery := strings.Cut(l.URL.PathQuery(), "?")
	s.shape(f, path, hasQuery)

	anchor := lexicon.Fold(l.Anchor)
	said := s.themes(inAnchor, anchor)
	s.words(inAnchor, anchor)
	for _, t := range said {
		if themes[t.List].words.Matches(anchor) {
			s.add(themeSign(t.List, asAnchor))
		}
	}
	if near := lexicon.Fold(l.Around); near != "" && l.Kind != "frame" && l.Kind != "iframe" {
		context := around
		if anchor == "" || len(said) == 0 && emptyWords.Matches(anchor) {
			context = aroundNothing
		}
		for _, t := range themeIndex.Find(near) {
			// What stands around may be the links beside this one: that they
			// lead away says nothing of it.
			if themes[t.List].odds[0] > 0 {
				s.add(themeSign(t.List, context))
			}
		}
		s.words(around, near)
	}
	if words := lexicon.Split(decoded(path)); words != "" {
		s.themes(inPath, words)
		s.words(inPath, words)
	}
	if words := lexicon.Split(decoded(query)); words != "" {
		s.themes(inQuery, words)
		s.words(inQuery, words)
	}
	return s
}

var kindShape = map[string]int{
	"frame": partOfPage, "iframe": partOfPage, "object": partOfPage, "embed": partOfPage,
	surface.Refresh: moves, surface.Location: moves, surface.ContentLocation: moves,
	surface.SearchRelation: namedSearch, surface.OpenSearch: namedSearch,
	surface.Robots: toSitemap, surface.Sitemap: toSitemap, surface.Listed: fromSitemap, surface.Feed: ofFeed,
	surface.Canonical: otherForm, surface.Alternate: otherForm,
	surface.Comment: hiddenLink, surface.Script: hiddenLink, surface.Data: hiddenLink,
}

// shape notes what is seen of a link without reading it.
func (s *signs) shape(f surface.Found, path string, hasQuery bool) {
	if f.Link.NoFollow {
		s.add(noFollow)
	}
	switch words := strings.Count(strings.TrimSpace(f.Link.Anchor), " ") + 1; {
	case f.Link.Anchor == "":
		s.add(noAnchor)
	case words >= 6:
		s.add(longAnchor)
	}
	if strings.ContainsFunc(path, unicode.IsDigit) {
		s.add(numbered)
	}
	if hasQuery {
		s.add(asked)
	}
	switch {
	case strings.Count(path, "/") > 3:
		s.add(deepPath)
	case path == "/" && !hasQuery:
		s.add(rootPath)
	}
	switch {
	case f.Depth <= 1:
		s.add(firstLevel)
	case f.Depth == 2:
		s.add(secondLevel)
	default:
		s.add(farLevel)
	}
}

// decoded undoes the percent-encoding of s where that gives text.
func decoded(s string) string {
	if !strings.Contains(s, "%") {
		return strings.ReplaceAll(s, "+", " ")
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if high, low := hexDigit(s[i+1]), hexDigit(s[i+2]); high >= 0 && low >= 0 {
				b.WriteByte(byte(high<<4 | low))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return strings.ToValidUTF8(b.String(), " ")
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
