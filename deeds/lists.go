package deeds

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// A menu that only leads on shows a part of what there is, which it says: it is called by
// what lists are parted by, offers years, letters or addresses, or what the page links to
// as well. Of one that says nothing like it, or more than that in words that nobody knows,
// any word may be a deed in whatever language.

// browses reports whether something says that the choice of a menu leads to parts of a list.
func (a *Act) browses() bool {
	if a.Leading {
		return true
	}
	said, lists, calls := false, false, a.Calls
	for i := range a.Fields {
		if f := &a.Fields[i]; f.Kind != "hidden" {
			calls = append(slices.Clip(calls), f.Label)
		}
	}
	for _, text := range calls {
		words := lexicon.Fold(text)
		if words == "" {
			continue
		}
		said = true
		switch part, whole := parts(words); {
		case saysSearch(words), part && whole:
			lists = true
		case !whole:
			return false
		}
	}
	if a.ofOne() {
		return false
	}
	for i := range a.Fields { // whatever its value is
		if f := &a.Fields[i]; len(f.Options) > 0 {
			part, whole := parts(lexicon.Fold(f.Options[0].Label))
			lists = lists || part && whole || f.serial()
		}
	}
	if words := lexicon.Fold(a.Over); !said && !lists && words != "" {
		part, whole := parts(words)
		said, lists = !whole, part && whole || saysSearch(words)
	}
	if lists || said {
		return lists
	}
	path, _, _ := strings.Cut(a.URL.PathQuery(), "?")
	return a.Linked || leads.Within(lexicon.Split(path)) || slices.ContainsFunc(a.Fields, func(f Field) bool {
		name, id := lexicon.Split(f.Name), lexicon.Split(f.ID)
		return f.Kind != "hidden" && (facet().Within(name) || facet().Within(id) || leads.Within(name) || leads.Within(id))
	})
}

// tellsApart reports whether something says of one of the controls that it is called by what
// lists are parted by, or offers years, letters or what the page links to.
func (a *Act) tellsApart() bool {
	for _, text := range append(slices.Clip(a.Calls), a.Over) {
		if begins(known.show, lexicon.Fold(text)) != "" { // "Show objects from"
			return true
		}
	}
	return slices.ContainsFunc(a.Fields, func(f Field) bool {
		one := *a
		one.Fields = []Field{f}
		return f.Kind != "hidden" && (f.serial() || one.browses() || f.Kind == "range" && measures().Within(lexicon.Fold(f.Label+" "+a.Over)))
	})
}

// measures are words for the numbers that things have: a price, a number of rooms.
var measures = sync.OnceValue(func() *lexicon.List { return longestFirst("number", "date") })

// Lists reports whether a text speaks of a search, of what has lists, or of what they are parted by.
func Lists(text string) bool {
	words := lexicon.Fold(text)
	return saysSearch(words) || facet().Within(words) || begins(known.show, words) != ""
}

// TellsApart reports whether something says that the choice of a control outside any form, with
// what stands over it, tells things apart that lists have: which library, which county.
func (f Field) TellsApart(over string) bool {
	return (&Act{Fields: []Field{f}, Over: over}).tellsApart()
}

// ofOne reports whether a form sends the number of one thing along, which nobody chose: it is
// about that.
func (a *Act) ofOne() bool {
	return slices.ContainsFunc(a.Fields, func(f Field) bool {
		return f.Kind == "hidden" && !f.Asked && len(f.Value) > 0 && f.Value != "0" && f.Value != "1" && strings.Trim(f.Value, "0123456789") == "" && !paging.Within(lexicon.Split(f.Name))
	})
}

// paging are numbers that say which part of a list is shown.
var paging = lexicon.New(strings.Join(append(lexicon.Words("page-size"), "page", "pg", "start", "offset", "from", "year", "month"), ","))

// leads are what menus that are followed like links are called in the code.
var leads = lexicon.New(`go, goto, to, jump, jump to, quick jump, quickjump, url, link, href, target, dest, destination, nav, navi, navigation, quick nav, quicknav, redirect, redir`)

// facet are words for what lists are parted, ordered and counted by, and for what has lists.
var facet = sync.OnceValue(func() *lexicon.List {
	return longestFirst("facet", "catalogue", "database", "browse", "place", "sort", "page-size")
})

// choose are words that stand beside these.
var choose = sync.OnceValue(func() *lexicon.List { return longestFirst("choose", "any") })

// longestFirst is the list of some sections, in which of scripts without spaces the longest
// word is found.
func longestFirst(sections ...string) *lexicon.List {
	var all []string
	for _, name := range sections {
		all = append(all, lexicon.Words(name)...)
	}
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	return lexicon.New(strings.Join(all, ","))
}

// parts reports whether folded words name what lists are parted by, and whether that is all
// that they say.
func parts(folded string) (part, whole bool) {
	words := strings.Fields(folded)
	for i := 0; i < len(words); {
		n := min(4, len(words)-i)
		for ; n > 0; n-- {
			phrase := strings.Join(words[i:i+n], " ")
			if facet().Matches(phrase) {
				part = true
				break
			}
			if choose().Matches(phrase) || known.article.Matches(phrase) {
				break
			}
		}
		if n == 0 {
			if n, whole = 1, unspaced(words[i], &part); !whole {
				return part, false
			}
		}
		i += n
	}
	return part, true
}

// unspaced is parts for a word of a script that sets none apart.
func unspaced(word string, part *bool) bool {
	for word != "" {
		found := facet().Find(word)
		if found != "" {
			*part = true
		} else if found = choose().Find(word); found == "" {
			return false
		}
		if found == word {
			return true
		}
		word = strings.ReplaceAll(word, found, "")
	}
	return true
}

// year finds one in the label of an option.
var year = regexp.MustCompile(`(?:^|[^\d])(?:1[5-9]|20)\d\d(?:$|[^\d])`)

// Year reports whether a label has a year, and little else.
func Year(label string) bool {
	const words = 3 // March of 1998
	return len(strings.Fields(label)) <= words && year.MatchString(label)
}

// Span reports whether a label is a year or a span of years, and says hardly more.
func Span(label string) bool {
	letters := 0
	for _, r := range label {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters <= 6 && year.MatchString(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return ' '
		}
		return r
	}, label))
}

// serial reports whether what can be chosen is a row of years, or the alphabet.
func (f *Field) serial() bool {
	var labels []string
	for _, o := range f.Options {
		if !o.open() {
			labels = append(labels, o.Label)
		}
	}
	return Serial(labels)
}

// Serial reports whether labels are a row of years, or the alphabet: single letters in their
// order, with few that are written with two or three, stand for several, or for none.
func Serial(labels []string) bool {
	years, letters, initials := 0, 0, 0
	last := ""
	for _, label := range labels {
		label = strings.TrimSpace(label)
		switch {
		case year.MatchString(label):
			years++
		case single(label) && label > last:
			letters++
			last = label
		case initial.MatchString(label):
			initials++
		}
	}
	n := len(labels)
	return n > 2 && years == n || letters > 4 && letters+initials == n && initials <= letters
}

// single reports whether a label is one character, and no digit.
func single(label string) bool {
	return utf8.RuneCountInString(label) == 1 && (label < "0" || label > "9")
}

// initial finds what stands beside single letters: Ch, Sch, X-Z, 0-9, #.
var initial = regexp.MustCompile(`^(?:\p{L}\p{M}?\p{L}{0,2}|\p{L}\s?[-–—]\s?\p{L}|0\s?[-–—]\s?9|#)$`)

// Parted reports whether links whose addresses differ in what is called name, and that stand
// under a heading, lead to the parts of a list: heading or name are what lists are parted by,
// or they are a row of years, or the alphabet.
func Parted(name, heading string, labels []string) bool {
	if Serial(labels) {
		return true
	}
	if part, whole := parts(lexicon.Fold(heading)); part && whole {
		return true
	}
	return facet().Within(lexicon.Split(name))
}
