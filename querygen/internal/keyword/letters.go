package keyword

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/internal/heap"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Letters asks for beginnings of words where the query box finds records by parts of these (see
// facts.Substrings): for each letter, and where an answer is cut, for each that may follow. So
// all records come by a tree of beginnings, whatever words they have, where words asked whole
// find next to nothing but what is held. The tree is that of Z. Bar-Yossef, M. Gurevich (Mining
// search engine query logs via suggestion sampling, VLDB 2008), read whole instead of sampled.
//
// How many words go on with a letter that none held goes on with is told by how many
// different letters follow in those held (I. H. Witten, T. C. Bell: The zero-frequency problem.
// IEEE Transactions on Information Theory 37, 1991, method C).
type Letters struct {
	f        *facts.Facts
	held     parts
	judged   int  // records held when these were read
	anywhere bool // likewise, whether parts are found anywhere in words
	starts   bool // likewise, whether the beginnings of records' texts are found alone
	limit    int  // likewise, of the rows of an answer
	waiting  heap.Heap[*beginning]
	root     beginning             // of no letter
	begun    map[string]*beginning // the others, by text
	left     float64               // sum of what those that wait are supposed to bring,
	again    int                   // and of what is held with them
	worth    facts.Ratio           // new records of a page, for each that was supposed
	brought  int                   // new records
	loose    int                   // see Untold; requests from which on it is counted again
	due      int
	reading  *beginning
	together bool        // a word was found behind another
	apart    int         // parts with the first letter of a further word that found nothing
	vain     map[int]int // parts of words held that were not found, by their letters
	more     facts.Ratio // new records, for each that was held with a part
	behind   facts.Ratio // likewise, a word behind another
}

// beginning is a beginning of words, and what is known of it.
type beginning struct {
	text    string
	q       *facts.Question // nil until it was asked
	have    int             // records held have it in a word
	fresh   float64         // records that are supposed to have it beside these
	rate    float64         // of these, a request
	divided bool
}

// first reports whether it is a single letter.
func (b *beginning) first() bool { return utf8.RuneCountInString(b.text) == 1 }

// next reports whether it is the first letter of a further word.
func (b *beginning) next() bool {
	return strings.Contains(b.text, " ") && utf8.RuneCountInString(lastWord(b.text)) == 1
}

// Of Letters.
const (
	lettersAgain   = 1.1   // growth of the records held, after which what they tell is read again
	lettersWordy   = 8     // words of a record, on the mean
	lettersRecords = 100   // whose words are counted
	lettersEvery   = 20    // part of the requests after which is counted again what only cut answers show
	lettersLoose   = 200   // part of the records held that may be such
	lettersMost    = 20    // letters of a beginning
	lettersWords   = 20000 // that are read
	lettersFew     = 20    // parts asked for: fewer tell nothing of the others
	lettersFound   = 0.5   // of the words of a column must be found, where those of others are
	lettersVain    = 3     // parts asked for, for each of their letters: these are too few
)

func NewLetters(f *facts.Facts) *Letters {
	return &Letters{f: f, begun: map[string]*beginning{}, vain: map[int]int{}, waiting: heap.Heap[*beginning]{Before: func(a, b *beginning) bool {
		if a.rate != b.rate {
			return a.rate > b.rate
		}
		return a.text < b.text
	}}}
}

// Propose returns the next page of the answer that is being read, or the beginning that
// promises most.
func (s *Letters) Propose() (facts.Proposal, bool) {
	if s.f.Space.Box == nil || s.f.Records.Held() == 0 || s.wordy() {
		return facts.Proposal{}, false
	}
	if q, ok := s.f.TryFragment(); ok {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
	}
	if finds, _ := s.f.Substrings(); finds != querygen.Yes {
		return facts.Proposal{}, false
	}
	s.refresh()
	if b := s.reading; b != nil && s.readsOn(b) {
		return facts.Proposal{Ask: s.f.NextPage(b.q), Rate: math.Inf(1)}, true
	}
	for len(s.waiting.Items) > 0 {
		b := s.waiting.Items[0]
		q := s.f.Fragment(b.text)
		b.q = s.f.ByKey[q.Key()]
		switch known := b.q != nil && (b.q.Reads > 0 || b.q.Stuck); {
		case known, !s.f.Space.Accepts(b.text), s.f.ByPart(b.text):
			s.take(0)
			s.settle(b)
			continue
		case b.next() && !s.together && s.apart >= lettersFew: // words do not stand behind each other where it searches
			s.take(0)
			continue
		case s.overflows(b.text), s.tooShort(b.text):
			s.take(0)
			s.divide(b)
			continue
		}
		q.Expected = math.Round(10*b.fresh) / 10
		q.Why = fmt.Sprintf("the box finds parts of words: %d of those held begin so, and %.1f new records with others are expected", s.held.count(b.text), b.fresh)
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: b.rate * s.worth.Value()}, true
	}
	return facts.Proposal{}, false
}

func (s *Letters) Observe(q *facts.Question) {
	part, ok := s.f.BoxText(q)
	b := s.begun[part]
	if !ok || b == nil || q.Stuck {
		return
	}
	if b.q = q; !b.divided {
		if i := slices.Index(s.waiting.Items, b); i >= 0 {
			s.take(i)
		}
	}
	s.reading = b
	s.brought += q.LastFresh
	s.worth.Add(float64(q.LastFresh), b.rate)
	switch empty := q.Status != querygen.Answered; {
	case b.next() && !empty:
		s.together = true
	case b.next() && empty:
		s.apart++
	case empty && b.have > 0:
		s.vain[utf8.RuneCountInString(part)]++
	}
	if !s.readsOn(b) && !b.divided {
		switch {
		case b.next():
			s.behind.Add(float64(q.Fresh), b.fresh/s.behind.Value())
		case b.have > 0:
			s.more.Add(float64(q.Fresh), float64(min(b.have, max(len(q.Rows), s.limit))))
		}
	}
	s.settle(b)
}

// tooShort reports whether nothing is found by parts of so few letters, but by longer ones.
func (s *Letters) tooShort(part string) bool {
	n := utf8.RuneCountInString(part)
	return n < s.f.ShortestPart() && s.vain[n] >= lettersVain*n
}

// wordy reports whether records have so many words that one of these finds them, and words asked
// whole are found: then they bring as much, and their number is better known by them.
func (s *Letters) wordy() bool {
	c, words := &s.f.Records, 0
	n := min(c.Held(), lettersRecords)
	for r := range n {
		words += len(c.WordsOf(uint32(r)))
	}
	return words > lettersWordy*n && s.f.WordsFound()
}

// refresh reads again what the words held tell, once there are many more of them.
func (s *Letters) refresh() {
	if limit := s.f.PartsEnd(); limit != s.limit {
		s.limit = limit
		for _, part := range slices.Sorted(maps.Keys(s.begun)) {
			s.settle(s.begun[part])
		}
	}
	held := s.f.Records.Held()
	_, anywhere := s.f.Substrings()
	starts := !anywhere && !s.f.WordsFound()
	if float64(held) < lettersAgain*float64(s.judged) && anywhere == s.anywhere && starts == s.starts {
		return
	}
	letters := len(s.held.alphabet)
	s.judged, s.anywhere, s.starts = held, anywhere, starts
	s.held = partsOf(s.f, anywhere, starts)
	if len(s.held.alphabet) > letters {
		s.divide(&s.root)
		for _, part := range slices.Sorted(maps.Keys(s.begun)) {
			if b := s.begun[part]; b.divided {
				s.divide(b)
			}
		}
	}
	all := s.waiting.Items
	s.left, s.again, s.waiting.Items = 0, 0, nil
	for _, b := range all {
		s.put(b)
	}
}

// put has a beginning wait.
func (s *Letters) put(b *beginning) {
	s.expect(b)
	s.left += b.fresh
	s.again += b.have
	s.waiting.Push(b)
}

// take takes a beginning from those that wait.
func (s *Letters) take(at int) {
	b := s.waiting.Remove(at)
	s.left -= b.fresh
	s.again -= b.have
}

// readsOn reports whether the next page of an answer is to be read: not where most of what it
// matches will come by its parts, nor where these cost as little as to find that out.
func (s *Letters) readsOn(b *beginning) bool {
	q := b.q
	if q == nil || b.divided || !q.Open() || !q.Promising() {
		return false
	}
	if s.limit == 0 {
		return true
	}
	return s.f.Matches(q) <= s.limit
}

// settle divides a beginning whose answer does not show all that it matches.
func (s *Letters) settle(b *beginning) {
	if q := b.q; !b.divided && q != nil && !q.Stuck && q.Status != querygen.Failed && !s.whole(b) && !s.readsOn(b) {
		s.divide(b)
	}
}

// whole reports whether all that begins so came. What is held and not found may be too short,
// where nothing so short was found.
func (s *Letters) whole(b *beginning) bool {
	if b.q == nil || b.q.Status != querygen.Empty {
		return s.f.PartRead(b.text)
	}
	shortest := s.f.ShortestPart()
	return s.held.count(b.text) == 0 || shortest > 0 && utf8.RuneCountInString(b.text) >= shortest || s.unsearched(b.text)
}

// divide has a beginning asked with each letter that may follow, and with each that the next
// word may begin with. One that as many rows of its answer have as are shown at all is cut, too,
// and is divided in its place.
func (s *Letters) divide(b *beginning) {
	b.divided = true
	if utf8.RuneCountInString(b.text) >= lettersMost {
		return
	}
	ends := []string{""}
	if id, ok := s.f.Records.ID(b.text); ok && s.f.Records.Df(id) > 0 {
		ends = append(ends, " ")
	}
	for _, end := range ends {
		for _, r := range s.held.alphabet {
			part := b.text + end + string(r)
			if s.begun[part] != nil {
				continue
			}
			longer := &beginning{text: part}
			s.begun[part] = longer
			if s.overflows(part) || s.limit > 0 && b.q != nil && s.having(b.q.Rows, part) >= s.limit {
				s.divide(longer)
				continue
			}
			s.put(longer)
		}
	}
}

// overflows reports whether more records are held with a part than an answer shows.
func (s *Letters) overflows(part string) bool {
	return s.anywhere && s.limit > 0 && !strings.Contains(part, " ") && s.held.count(part) >= s.limit && !s.unsearched(part)
}

// unsearched reports whether words held that have a part within found nothing when they were
// asked, and none of them anything: they stand in columns that the box does not search.
func (s *Letters) unsearched(part string) bool {
	found, vain := s.f.WordsWith(part)
	return s.anywhere && vain > 0 && found == 0
}

// having counts the records that have a word with this part.
func (s *Letters) having(records []uint32, part string) (n int) {
	c := &s.f.Records
	for _, r := range records {
		if slices.ContainsFunc(c.WordsOf(r), func(w uint32) bool {
			return strings.HasPrefix(c.Words[w], part) || s.anywhere && strings.Contains(c.Words[w], part)
		}) {
			n++
		}
	}
	return n
}

// expect supposes how many records there are with a beginning, by those held that have it, or by
// the beginning that was divided.
func (s *Letters) expect(b *beginning) {
	last, size := utf8.DecodeLastRuneInString(b.text)
	of := b.text[:len(b.text)-size]
	n, ways := s.held.next(of)
	switch b.have = s.held.count(b.text); {
	case b.next(): // it is not known in which records the words follow each other
		all, _ := s.held.next("")
		b.fresh = s.size(strings.TrimSuffix(of, " ")) * float64(b.have) / float64(max(all, 1)) * s.behind.Value()
		b.have = 0
	case b.have > 0:
		b.fresh = float64(b.have) * s.more.Value()
		if d := s.begun[of]; d != nil && d.q != nil && s.f.Matches(d.q) > 0 {
			matches := float64(s.f.Matches(d.q)) * float64(b.have) / float64(max(n+ways, 1))
			b.fresh = max(b.fresh, matches-float64(b.have))
		}
	default:
		unseen := float64(max(ways, 1)) / float64(max(n+ways, 1))
		before, _ := utf8.DecodeLastRuneInString(of)
		b.fresh = s.size(of) * unseen * s.held.follows(before, last)
		if b.first() { // those held came by words that began otherwise, which says nothing of it
			b.fresh = max(b.fresh, float64(s.judged)/float64(len(s.held.alphabet)))
		}
	}
	shown := float64(b.have) + b.fresh
	if s.limit > 0 {
		shown = min(shown, float64(s.limit))
	}
	b.rate = min(b.fresh, shown) / math.Ceil(max(shown, 1)/float64(s.f.RowsAPage()))
}

// size supposes how many records have a beginning.
func (s *Letters) size(of string) float64 {
	likely := float64(s.held.count(of)) * (1 + s.more.Value())
	b := s.begun[of]
	switch {
	case b == nil:
		return likely
	case b.q == nil || s.tooShort(of):
		as := *b
		s.expect(&as)
		return max(likely, float64(as.have)+as.fresh)
	}
	if m := s.f.Matches(b.q); m >= 0 {
		return float64(m)
	}
	return max(likely, float64(len(b.q.Rows)+s.f.RowsAPage()))
}

// Left supposes how many records the parts have that were not asked for; not ok where few were.
func (s *Letters) Left() (records float64, asked int, ok bool) {
	if s == nil || 2*s.brought < s.f.Records.Held() || !s.f.WordsFound() {
		return 0, 0, false // words tell, or it is not known which beginnings a box finds
	}
	if slices.ContainsFunc(s.waiting.Items, (*beginning).first) {
		return 0, 0, false
	}
	if asked = len(s.begun) - len(s.waiting.Items); asked < lettersFew {
		return 0, 0, false
	}
	times := float64(s.again) / float64(s.judged) // that a record has parts that wait, and that find it
	return max(s.left, 0) / max(1, times), asked, true
}

// Open reports whether parts of cut answers wait, where most records came by such, or nothing
// but the beginnings of texts is found.
func (s *Letters) Open() bool {
	return s != nil && s.limit > 0 && len(s.waiting.Items) > 0 && (s.starts || 2*s.brought >= s.f.Records.Held())
}

// Untold tells, for people, why the number of records is not known where parts of words brought
// most of them; "" where nothing speaks against it. What only cut answers show stands for others
// like it, which lie below: the letters that would divide these answers do not bring it.
func (s *Letters) Untold() string {
	if s == nil || 2*s.brought < s.f.Records.Held() {
		return ""
	}
	if s.f.Requests >= s.due {
		s.due = s.f.Requests + max(1, s.f.Requests/lettersEvery)
		s.loose = s.onlyCut()
	}
	if lettersLoose*s.loose <= s.f.Records.Held() {
		return ""
	}
	return fmt.Sprintf("%d records came by answers alone that end at the site's limit, whose parts do not bring them: others may lie below", s.loose)
}

// onlyCut counts the records that no answer shows which was read to its end.
func (s *Letters) onlyCut() (n int) {
	seen := make([]bool, s.f.Records.Held())
	for _, q := range s.f.Asked {
		if q.Status == querygen.Answered && !q.More && !q.Short() && (s.limit == 0 || len(q.Rows) < s.limit) {
			for _, r := range q.Rows {
				seen[r] = true
			}
		}
	}
	for _, whole := range seen {
		if !whole {
			n++
		}
	}
	return n
}

// parts are what the words held begin with, or anywhere have from one of their letters on:
// sorted, with how many records have those in front of each.
type parts struct {
	texts    []string
	sums     []int
	alphabet []rune
	often    map[rune]float64    // share of the letters
	pairs    map[[2]rune]float64 // times that a letter stands behind another, in records
	before   map[rune]float64    // likewise, that one stands behind it
}

// start stands before the first letter of a word: no text.
const start = utf8.RuneError

// partsOf reads the words of records, but for those of columns that are not searched; starts: the
// first of each alone. Of the Latin alphabet all letters are taken to stand in words where one
// does, and so are all digits.
func partsOf(f *facts.Facts, anywhere, starts bool) parts {
	c := &f.Records
	type counted struct {
		text    string
		records int
	}
	var all []counted
	out := parts{sums: []int{0}, often: map[rune]float64{}, pairs: map[[2]rune]float64{}, before: map[rune]float64{}}
	latin, digits, total := false, false, 0.0
	add := func(r rune, times float64) {
		out.often[r] += times
		total += times
	}
	heads := map[string]int{}
	for r := range c.Held() {
		if words := c.WordsOf(uint32(r)); starts && len(words) > 0 {
			heads[c.Words[words[0]]]++
		}
	}
	for id, w := range c.Words[:min(len(c.Words), lettersWords)] {
		df := c.Df(uint32(id))
		if df == 0 || strings.ContainsFunc(w, text.IsEast) {
			continue
		}
		read := df
		if starts {
			read = heads[w]
		} else if f.Finds.Found(uint32(id)) < lettersFound {
			read = 0
		}
		before := start
		for i, r := range w {
			if read > 0 && (i == 0 || anywhere) {
				all = append(all, counted{w[i:], read})
			}
			out.pairs[[2]rune{before, r}] += float64(df)
			out.before[before] += float64(df)
			if before = r; read > 0 || unicode.IsLetter(r) { // digits are of other columns
				add(r, float64(df))
				latin, digits = latin || unicode.Is(unicode.Latin, r), digits || unicode.IsDigit(r)
			}
		}
	}
	for r := 'a'; latin && r <= 'z'; r++ {
		add(r, 1)
	}
	for r := '0'; digits && r <= '9'; r++ {
		add(r, 1)
	}
	for r := range out.often {
		out.often[r] /= total
	}
	out.alphabet = slices.Sorted(maps.Keys(out.often))
	slices.SortFunc(all, func(a, b counted) int { return strings.Compare(a.text, b.text) })
	for i, x := range all {
		out.texts, out.sums = append(out.texts, x.text), append(out.sums, out.sums[i]+x.records)
	}
	return out
}

// follows returns how likely a letter stands behind another, by all words held; where these
// tell little, by how often it stands in them.
func (x parts) follows(before, last rune) float64 {
	return (x.pairs[[2]rune{before, last}] + x.often[last]) / (x.before[before] + 1)
}

// span returns where those stand that begin with a text.
func (x parts) span(part string) (from, to int) {
	from, _ = slices.BinarySearch(x.texts, part)
	to, _ = slices.BinarySearch(x.texts, part+"\U0010FFFF")
	return from, to
}

// count returns how many records have the last word of a text as a part.
func (x parts) count(part string) int {
	from, to := x.span(lastWord(part))
	return x.sums[to] - x.sums[from]
}

// next returns that, and in how many different ways such parts go on, an end among them.
func (x parts) next(part string) (n, ways int) {
	part = lastWord(part)
	from, to := x.span(part)
	n = x.sums[to] - x.sums[from]
	for ; from < to; ways++ {
		if _, size := utf8.DecodeRuneInString(x.texts[from][len(part):]); size == 0 {
			for from < to && x.texts[from] == part {
				from++
			}
		} else {
			_, from = x.span(x.texts[from][:len(part)+size])
		}
	}
	return n, ways
}

// lastWord returns the last word of a text, or what of it there is.
func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }
