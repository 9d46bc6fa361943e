package storage

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// ErrQuestion is returned (wrapped) for search words that make no sense.
var ErrQuestion = errors.New("cannot be searched for")

// term is one item of a question: words that stand in a row.
type term struct {
	words  []byte // folded, each with a space after it
	prefix bool   // the last word may go on
	field  string // extract.Field.Name, titleField, or "" for anywhere
	not    bool
}

const titleField = "title"

// question is what is searched for: records that have all terms.
type question []term

// parseQuestion reads search words:
//
//	jane roe        records with both words, anywhere
//	"jane roe"      the words in a row
//	gard*           words that begin so
//	author:roe      in a field; author:"jane roe", title:gard*
//	-roe            not with this word; -author:roe
//
// fieldOf returns the field of a name that a person wrote, or an error that
// says which there are.
func parseQuestion(text string, fieldOf func(name string) (string, error)) (question, error) {
	var q question
	positive := false
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		var t term
		if len(rest) > 1 && rest[0] == '-' && rest[1] != ' ' {
			t.not, rest = true, rest[1:]
		}
		if name, after, ok := strings.Cut(rest, ":"); ok && name != "" && !strings.ContainsAny(name, " \t\n\"") {
			field, err := fieldOf(name)
			if err != nil {
				return nil, err
			}
			t.field, rest = field, after
		}
		var said string
		if strings.HasPrefix(rest, `"`) {
			inside, after, closed := strings.Cut(rest[1:], `"`)
			if !closed {
				return nil, fmt.Errorf(`%s: %w: a quotation mark is missing at the end`, rest, ErrQuestion)
			}
			said, rest = inside, after
			if strings.HasPrefix(rest, "*") {
				t.prefix, rest = true, rest[1:]
			}
		} else {
			end := strings.IndexAny(rest, " \t\r\n")
			if end < 0 {
				end = len(rest)
			}
			said, rest = rest[:end], rest[end:]
			if strings.HasSuffix(said, "*") {
				t.prefix, said = true, said[:len(said)-1]
			}
		}
		if at := strings.IndexByte(said, '*'); at >= 0 {
			return nil, fmt.Errorf("%s: %w: * may stand at the end of a word only", said, ErrQuestion)
		}
		t.words = appendWords(nil, said)
		if len(t.words) == 0 {
			if t.field != "" {
				return nil, fmt.Errorf("%s: %w: it has no words after the colon", text, ErrQuestion)
			}
			continue // a lone & or -
		}
		positive = positive || !t.not
		q = append(q, t)
	}
	if !positive {
		return nil, fmt.Errorf("%q: %w: name at least one word that is to be found", text, ErrQuestion)
	}
	return q, nil
}

// match returns q in the language of FTS5. Words can hold no quotation mark.
// A field's words are looked for anywhere; holds tells where they stand.
func (q question) match() string { return q.matchIn("") }

// matchIn is match for records that have all terms in the part of the index
// that columns names ("title : "). What is not to be found may stand nowhere.
func (q question) matchIn(columns string) string {
	var with, without []string
	for _, t := range q {
		switch {
		case !t.not:
			with = append(with, t.match())
		case t.field == "" || t.field == titleField:
			without = append(without, t.match())
		}
	}
	m := columns + "(" + strings.Join(with, " AND ") + ")"
	if len(without) > 0 {
		m += " NOT (" + strings.Join(without, " OR ") + ")"
	}
	return m
}

// match returns one term in the language of FTS5.
func (t term) match() string {
	m := `"` + strings.TrimSuffix(string(t.words), " ") + `"`
	if t.prefix {
		m += " *"
	}
	if t.field == titleField {
		m = "title : " + m
	}
	return m
}

// positive returns how many terms say what is to be found.
func (q question) positive() (n int) {
	for _, t := range q {
		if !t.not {
			n++
		}
	}
	return n
}

// fields reports whether q asks for values of fields, which the index alone
// cannot tell.
func (q question) fields() bool {
	return slices.ContainsFunc(q, func(t term) bool { return t.field != "" && t.field != titleField })
}

// holds reports whether the fields of r are as q asks.
func (q question) holds(r Record) bool {
	for _, t := range q {
		if t.field == "" || t.field == titleField {
			continue
		}
		found := false
		for _, f := range r.Fields {
			found = found || strings.EqualFold(f.Name, t.field) && t.within(f.Value)
		}
		if found == t.not {
			return false
		}
	}
	return true
}

// within reports whether t's words stand in a row in text.
func (t term) within(text string) bool {
	words := t.words
	if t.prefix {
		words = bytes.TrimSuffix(words, []byte(" "))
	}
	return containsWords(appendWords(nil, text), words)
}

// Span is a piece of a text; Match where it is what was searched for.
type Span struct {
	Text  string `json:"text"`
	Match bool   `json:"match,omitempty"`
}

// wordAt is a word of a text that is shown, and whether it matches.
type wordAt struct {
	start, end int
	folded     string
	term       int // 1 + index of the term that it belongs to, 0: none
}

// mark returns the words of text with those that q asks for marked.
func (q question) mark(text string) []wordAt {
	var words []wordAt
	for from := 0; len(words) < maxWords; {
		start, end := nextWord(text, from)
		if start == len(text) {
			break
		}
		words = append(words, wordAt{start: start, end: end, folded: fold(text[start:end])})
		from = end
	}
	for i, t := range q {
		if t.not {
			continue
		}
		asked := strings.Fields(string(t.words))
		for at := range words {
			if matchesAt(words[at:], asked, t.prefix) {
				for k := range asked {
					words[at+k].term = i + 1
				}
			}
		}
	}
	return words
}

func matchesAt(words []wordAt, asked []string, prefix bool) bool {
	if len(words) < len(asked) {
		return false
	}
	for k, w := range asked {
		if words[k].folded != w && !(prefix && k == len(asked)-1 && strings.HasPrefix(words[k].folded, w)) {
			return false
		}
	}
	return true
}

// snippetWords is the length of a snippet, in words (characters where a script
// has no spaces).
const snippetWords = 30

// snippet returns the part of text that shows most of what q asks for, the
// matches marked, and how many different terms it shows.
func (q question) snippet(text string) ([]Span, int) {
	words := q.mark(text)
	if len(words) == 0 {
		return nil, 0
	}
	best, most := 0, -1
	counts := make([]int, len(q)+1)
	terms, hits := 0, 0
	for i, w := range words {
		if w.term > 0 {
			if counts[w.term]++; counts[w.term] == 1 {
				terms++
			}
			hits++
		}
		if out := i - snippetWords; out >= 0 && words[out].term > 0 {
			if counts[words[out].term]--; counts[words[out].term] == 0 {
				terms--
			}
			hits--
		}
		if score := terms*1000 + hits; score > most {
			best, most = max(0, i-snippetWords+1), score
		}
	}
	if best > 0 { // some words of what comes before the last match, some of what follows
		last := best + snippetWords - 1
		first := last
		for i := best; i <= last; i++ {
			if words[i].term > 0 {
				first = i
				break
			}
		}
		best = min(max(best, first-snippetWords/4), max(0, len(words)-snippetWords))
	}
	end := min(best+snippetWords, len(words))
	return spans(text, words[best:end], best == 0, end == len(words)), most / 1000
}

// spans cuts text around the marked words; words in a row that match are one span.
func spans(text string, words []wordAt, fromStart, toEnd bool) []Span {
	var out []Span
	add := func(s string, match bool) {
		if s == "" {
			return
		}
		if n := len(out); n > 0 && out[n-1].Match == match {
			out[n-1].Text += s
		} else {
			out = append(out, Span{strings.ToValidUTF8(s, string(utf8.RuneError)), match})
		}
	}
	at := words[0].start
	if fromStart {
		at = 0
	} else {
		add("… ", false)
	}
	for i, w := range words {
		inRow := i > 0 && w.term > 0 && w.term == words[i-1].term
		add(text[at:w.start], inRow)
		add(text[w.start:w.end], w.term > 0)
		at = w.end
	}
	if toEnd {
		add(text[at:], false)
	} else {
		add(" …", false)
	}
	return out
}
