package model

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Ask returns what the site would answer. It costs one request.
func (m *Model) Ask(a querygen.Ask) querygen.Outcome {
	o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Answered, Total: -1, Requests: 1}
	found, words := m.Matches(a.Query)
	k := m.o.TopK
	over := k > 0 && len(found) > k
	if over && m.o.Cap == "refuse" {
		o.Status = querygen.Refused
		return o
	}
	if over && m.o.Cap == "empty" {
		found = nil
	}
	switch m.o.Totals {
	case "", "shown":
		o.Total = len(found)
	case "rounded":
		o.Total = oneDigit(float64(len(found)))
	case "capped":
		o.Total, o.Capped = len(found), false
		if over && len(found) > 0 {
			o.Total, o.Capped = k, true
		}
	}
	if over && len(found) > 0 {
		found = found[:k]
	}
	if last := max(a.Page, 1)*m.o.PageSize >= len(found); m.o.Totals == "estimated" {
		if o.Total = len(found); over || !last {
			o.Total = m.guess(a.Query)
		}
	}
	if m.o.Unstable {
		found = m.shaken(found, a)
	}
	p := m.o.PageSize
	from, to := min((max(a.Page, 1)-1)*p, len(found)), min(max(a.Page, 1)*p, len(found))
	for _, r := range found[from:to] {
		text, fields := m.Shown(r, words)
		o.Rows = append(o.Rows, querygen.Row{Key: m.Records[r].Key, Text: text, Fields: fields})
	}
	if len(o.Rows) == 0 {
		o.Status = querygen.Empty
	}
	o.More, o.Numbered = to < len(found), !m.o.InOrder
	return o
}

// Matches returns the records that q asks for, in rank order, and the words that they hold.
func (m *Model) Matches(q querygen.Query) (found []uint32, words []string) {
	found, bound := nil, false
	narrow := func(list []uint32) {
		if !bound {
			found, bound = list, true
			return
		}
		found = common(found, list)
	}
	for _, p := range q.Bind {
		field, ok := m.fields[p.Name]
		switch {
		case p.Value == "" || !ok && (p.Name != ModelBox || !m.o.Box):
		case !ok:
			var list []uint32
			list, words = m.search(p.Value)
			narrow(list)
		case field.values != nil:
			narrow(field.values[p.Value])
		default:
			limit, err := strconv.ParseFloat(p.Value, 64)
			if err != nil {
				return nil, nil
			}
			if !bound {
				found, bound = m.all(), true
			}
			var within []uint32
			for _, r := range found {
				if x := field.numbers[r]; field.low && x >= limit || !field.low && x <= limit {
					within = append(within, r)
				}
			}
			found = within
		}
	}
	if !bound && m.o.Lists {
		return m.all(), nil
	}
	return found, words
}

func (m *Model) all() []uint32 {
	out := make([]uint32, len(m.Records))
	for i := range out {
		out[i] = uint32(i)
	}
	return out
}

// terms returns the words of an entry that records must hold, and those that they must not.
func (m *Model) terms(entry string) (with, without []string) {
	split := text.NewSplitter()
	for _, term := range strings.Fields(entry) {
		bare, minus := strings.CutPrefix(term, "-")
		split.Each(bare, func(w string) {
			if minus && m.o.Operators == "not" {
				without = append(without, strings.Clone(w))
			} else {
				with = append(with, strings.Clone(w))
			}
		})
	}
	return with, without
}

// search returns the records that an entry in the query box finds, and the words
// that they must hold. A box without operators finds nothing for several words.
func (m *Model) search(entry string) (found []uint32, words []string) {
	if asked := strings.ToLower(strings.TrimSpace(entry)); m.o.Matching != "" && m.o.Matching != "words" {
		for i := range m.texts {
			if asked != "" && m.matches(strings.ToLower(m.searched(i)), asked) {
				found = append(found, uint32(i))
			}
		}
		return found, strings.Fields(asked)
	}
	words, not := m.terms(entry)
	if len(words) == 0 || len(words) > 1 && (m.o.Operators == "" || m.o.Operators == "none") {
		return nil, nil
	}
	found = m.Words[words[0]]
	for _, w := range words[1:] {
		if m.o.Operators == "or" {
			found = slices.Clone(found)
			found = append(found, m.Words[w]...)
			slices.Sort(found)
			found = slices.Compact(found)
		} else {
			found = common(found, m.Words[w])
		}
	}
	for _, w := range not {
		found = text.Without(found, m.Words[w])
	}
	return found, words
}

// matches reports whether a text has parts of words that are asked for.
func (m *Model) matches(text, asked string) bool {
	switch m.o.Matching {
	case "start":
		return strings.HasPrefix(text, asked)
	case "anywhere":
		return strings.Contains(text, asked)
	}
	words := strings.Fields(text)
	return !slices.ContainsFunc(strings.Fields(asked), func(part string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, part) })
	})
}

// guess returns how many records q would match if each word and value were in a
// record or not whatever else is: what search engines take for the truth before
// they have seen all matches. It is rounded down to one digit.
func (m *Model) guess(q querygen.Query) int {
	n := float64(len(m.Records))
	guess := n
	for _, p := range q.Bind {
		if p.Value == "" {
			continue
		}
		if field, ok := m.fields[p.Name]; ok {
			guess *= float64(len(field.values[p.Value])) / n
			continue
		}
		with, without := m.terms(p.Value)
		missing := 1.0
		for _, w := range with {
			share := float64(len(m.Words[w])) / n
			if missing *= 1 - share; m.o.Operators != "or" {
				guess *= share
			}
		}
		if m.o.Operators == "or" {
			guess *= 1 - missing
		}
		for _, w := range without {
			guess *= 1 - float64(len(m.Words[w]))/n
		}
	}
	return max(oneDigit(guess), 1)
}

// oneDigit rounds a number down to its first digit.
func oneDigit(n float64) int {
	digit := math.Pow(10, math.Floor(math.Log10(max(n, 1))))
	return int(math.Floor(n/digit) * digit)
}

// common returns what two ascending lists share.
func common(a, b []uint32) []uint32 {
	var out []uint32
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return out
}

// shaken returns the records in the order that they have while page a.Page is shown.
func (m *Model) shaken(found []uint32, a querygen.Ask) []uint32 {
	h := fnv.New64a()
	h.Write([]byte(a.Query.Key()))
	r := rand.New(rand.NewPCG(h.Sum64(), uint64(a.Page)))
	type placed struct {
		record uint32
		at     float64
	}
	all := make([]placed, len(found))
	for i, d := range found {
		all[i] = placed{d, float64(i) + r.Float64()*2*float64(m.o.PageSize)}
	}
	slices.SortFunc(all, func(a, b placed) int {
		if a.at < b.at {
			return -1
		}
		return 1
	})
	out := make([]uint32, len(all))
	for i, p := range all {
		out[i] = p.record
	}
	return out
}

// Shown returns what a row shows of a record: all, or the part of Snippet
// words around the first of the words asked for.
func (m *Model) Shown(record uint32, words []string) (row string, fields []page.Pair) {
	row, fields = m.texts[record], m.Records[record].Fields
	n := m.o.Snippet
	if n <= 0 {
		return row, fields
	}
	tokens := strings.Fields(row)
	if len(tokens) <= n {
		return row, fields
	}
	at := 0
	split := text.NewSplitter()
	for i, t := range tokens {
		hit := false
		split.Each(t, func(w string) { hit = hit || slices.Contains(words, w) })
		if hit {
			at = i
			break
		}
	}
	from := statistics.Clamp(at-n/2, 0, len(tokens)-n)
	return strings.Join(tokens[from:from+n], " "), within(fields, from, from+n)
}

// within returns what fields have from one of their tokens to before another.
func within(fields []page.Pair, from, to int) []page.Pair {
	var out []page.Pair
	for _, f := range fields {
		tokens := strings.Fields(f.Value)
		n := len(tokens)
		if low, high := statistics.Clamp(from, 0, n), statistics.Clamp(to, 0, n); low < high {
			out = append(out, page.Pair{Name: f.Name, Value: strings.Join(tokens[low:high], " ")})
		}
		from, to = from-n, to-n
	}
	return out
}
