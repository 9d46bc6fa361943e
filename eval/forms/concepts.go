package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/roles"
)

// meaning is what tells us what an attribute asks for.
type meaning struct {
	words   []string        // of its label, stemmed, without those that say nothing
	options map[string]bool // that bind something
	roles   []forms.Role    // of its controls, operators left out
}

// enough is the least alikeness at which two attributes are grouped.
const enough = 0.75

// meaningOf reads an attribute's controls after Assign. Labels of single
// controls speak where the attribute has none. Words of the topic say nothing:
// among movies, a movie title is a title.
func meaningOf(topic, label string, controls []forms.Field) meaning {
	m := meaning{words: labelWords(label), options: map[string]bool{}}
	for _, c := range controls {
		if c.Role == forms.Operator {
			continue
		}
		if strings.TrimSpace(label) == "" {
			m.words = append(m.words, labelWords(c.Label)...)
		}
		for _, o := range c.Options {
			if !o.Any {
				m.options[strings.ToLower(strings.TrimSpace(o.Label))] = true
			}
		}
		m.roles = append(m.roles, c.Role)
	}
	slices.Sort(m.words)
	m.words = slices.Compact(m.words)
	about := labelWords(topic)
	ofTopic := func(w string) bool { return slices.ContainsFunc(about, func(v string) bool { return sameWord(v, w) }) }
	if slices.ContainsFunc(m.words, func(w string) bool { return !ofTopic(w) }) {
		m.words = slices.DeleteFunc(m.words, ofTopic)
	}
	return m
}

// alike is how sure we are, from 0 to 1, that two attributes ask for the same
// thing. Words decide. Lists of options can make up for words that one of them
// lacks, but not for words that differ: "from" and "to" offer the same cities.
func alike(a, b meaning) float64 {
	if slices.Contains(a.roles, forms.Date) && slices.Contains(b.roles, forms.Place) ||
		slices.Contains(a.roles, forms.Place) && slices.Contains(b.roles, forms.Date) {
		return 0
	}
	options := overlap(a.options, b.options)
	if len(a.words) == 0 || len(b.words) == 0 {
		return options
	}
	// The share of words in common (Dice 1945).
	common := inCommon(a.words, b.words)
	words := float64(2*common) / float64(len(a.words)+len(b.words))
	if common < min(len(a.words), len(b.words)) || options <= words {
		return words
	}
	return (words + options) / 2
}

func inCommon(a, b []string) (n int) {
	for _, w := range a {
		if slices.ContainsFunc(b, func(v string) bool { return sameWord(w, v) }) {
			n++
		}
	}
	return n
}

// overlap is the share of the shorter list that the longer has too. Lists
// shorter than three (yes and no) say nothing.
func overlap(a, b map[string]bool) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 3 {
		return 0
	}
	common := 0
	for o := range a {
		if b[o] {
			common++
		}
	}
	return float64(common) / float64(len(a))
}

// sameWord takes words for forms of one where a long beginning is all of the
// shorter: "child" and "children".
func sameWord(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= 4 && len(b)-len(a) <= 4 && strings.HasPrefix(b, a)
}

// labelWords splits a label into stems: what stands in parentheses or brackets
// is advice, and numbers, units and words of asking are no part of a meaning.
// "Pick up", "pick-up" and "pickup" are one word. A label of nothing but idle
// words keeps them.
func labelWords(label string) []string {
	var all, telling []string
	for _, w := range strings.FieldsFunc(apart(label), func(r rune) bool { return !unicode.IsLetter(r) }) {
		w = stem(strings.ToLower(w))
		switch last := len(telling) - 1; {
		case len(w) < 2:
			continue
		case last >= 0 && len(all) > 0 && telling[last] == all[len(all)-1] && particles[w]:
			telling[last] += w
			all[len(all)-1] = telling[last]
			continue
		case !idle[w]:
			telling = append(telling, w)
		}
		all = append(all, w)
	}
	if len(telling) > 0 {
		return telling
	}
	return all
}

// apart drops what a label has in parentheses, and parts words at capitals in
// their middle ("SongTitle") and apostrophes from their s.
func apart(label string) string {
	var b strings.Builder
	depth := 0
	last := rune(' ')
	for _, r := range label {
		switch {
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth = max(0, depth-1)
		case depth > 0 || r == '\'' || r == '’':
		default:
			if unicode.IsUpper(r) && unicode.IsLower(last) {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
			last = r
		}
	}
	return b.String()
}

// stem takes common English endings off a word where enough of it stays.
func stem(w string) string {
	if s, ok := strings.CutSuffix(w, "s"); ok && len(s) > 2 && !strings.HasSuffix(s, "s") {
		w = s
	}
	if s, ok := strings.CutSuffix(w, "ie"); ok { // of "cities" and, alike, of "movies"
		return s + "y"
	}
	for _, ending := range []string{"ing", "ure", "ed"} {
		if s, ok := strings.CutSuffix(w, ending); ok && len(s) >= 4 {
			return s
		}
	}
	return w
}

// particles belong to the word before them: check in, drop off.
var particles = map[string]bool{"up": true, "off": true, "in": true, "out": true}

// idle holds stems that say how to answer and not what is asked.
var idle = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`the an of for by or and on in my your you do want would like is are with this that all any only if
		search find select choose choice enter please browse specify give optional step section
		containing contains name number no value many how per range between less than more
		mm dd yy yyyy digit us usd dollar pound sterling mile km`) {
		m[stem(w)] = true
	}
	return m
}()

// concepts puts each attribute into the group to whose members it is most
// alike on average, or into one of its own, and returns the group of each. On
// average, lest "return" tie "return date" to "return city".
func concepts(ms []meaning) []int {
	group := make([]int, 0, len(ms))
	var sizes []int
	for _, m := range ms {
		sums := make([]float64, len(sizes))
		for k, g := range group {
			sums[g] += alike(m, ms[k])
		}
		best, most := len(sizes), enough
		for g, sum := range sums {
			if mean := sum / float64(sizes[g]); mean >= most {
				best, most = g, mean
			}
		}
		if best == len(sizes) {
			sizes = append(sizes, 0)
		}
		sizes[best]++
		group = append(group, best)
	}
	return group
}

// pairs counts the pairs that both belong together by group and by label.
func pairs(group []int, label []string) (t tally) {
	for i := range group {
		for k := range i {
			t.add(group[i] == group[k], label[i] == label[k])
		}
	}
	return t
}

// spelled makes one of the ways in which the data spells a concept: "pick-up
// date" and "pick up date", "keyword" and "keywords".
func spelled(concept string) string {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, concept)
	return strings.TrimSuffix(letters, "s")
}

// printConcepts scores, topic by topic, whether attributes that people gave
// the same concept come into one group. Attributes without concept are left out.
func printConcepts(w io.Writer, xs []interface8) {
	type topic struct {
		name     string
		meanings []meaning
		labels   []string
	}
	var topics []topic
	for i := range xs {
		x := &xs[i]
		t := slices.IndexFunc(topics, func(t topic) bool { return t.name == x.Topic })
		if t < 0 {
			t = len(topics)
			topics = append(topics, topic{name: x.Topic})
		}
		fields, at, _ := x.fields()
		roles.Assign(fields)
		for a, attr := range x.Attributes {
			if attr.Concept == "" {
				continue
			}
			var controls []forms.Field
			for k := range fields {
				if at[k] == a {
					controls = append(controls, fields[k])
				}
			}
			topics[t].meanings = append(topics[t].meanings, meaningOf(x.Topic, attr.Label, controls))
			topics[t].labels = append(topics[t].labels, spelled(attr.Concept))
		}
	}
	var all tally
	var lines strings.Builder
	for _, t := range topics {
		got := pairs(concepts(t.meanings), t.labels)
		all.hit, all.false, all.missed = all.hit+got.hit, all.false+got.false, all.missed+got.missed
		fmt.Fprintf(&lines, "    %-14s %v\n", t.name, got)
	}
	fmt.Fprintf(w, "  pairs of attributes with the same concept:\n    %-14s %v\n%s", "all", all, lines.String())
}
