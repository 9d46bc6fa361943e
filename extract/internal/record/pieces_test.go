package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// book is a row of a made-up catalogue.
type book struct{ title, author, year string }

// answersOf shows what has each of some words, as rows that row makes of a book and its place.
func answersOf(books []book, words []string, row func(answer, place int, b book) []Piece) (out []Shown) {
	for answer, word := range words {
		place := 0
		for _, b := range books {
			if text := b.title + " " + b.author; strings.Contains(text, word) {
				place++
				out = append(out, Shown{Answer: answer, Asked: word, Text: text, Pieces: row(answer, place, b)})
			}
		}
	}
	return out
}

func books(n int) (out []book) {
	for i := range n {
		out = append(out, book{
			[]string{"red", "blue", "green", "grey"}[i%4] + " " + []string{"horse", "boat", "house", "tower", "field"}[i/4%5] + " of " + []string{"spain", "wales", "crete"}[i/20%3],
			[]string{"Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus"}[i%7], fmt.Sprint(1900 + i*i%90)})
	}
	return out
}

var always = func(_, _ int) bool { return true }

// What changes from answer to answer for what is otherwise the same row is found, whatever it
// is, and nothing else.
func TestRestless(t *testing.T) {
	words := []string{"red", "horse", "spain", "Ann", "wales", "blue", "Bob"}
	said := func(b book) []Piece {
		return []Piece{{"title", b.title}, {"author", b.author}, {"year", b.year}}
	}
	for name, c := range map[string]struct {
		more func(answer, place int, b book) []Piece
		want []string
	}{
		"nothing":    {func(_, _ int, b book) []Piece { return nil }, nil},
		"its place":  {func(_, place int, _ book) []Piece { return []Piece{{"no #1", fmt.Sprint(place)}} }, []string{"no #1"}},
		"views":      {func(answer, place int, _ book) []Piece { return []Piece{{"views #1", fmt.Sprint(answer*31 + place*7)}} }, []string{"views #1"}},
		"its number": {func(_, _ int, b book) []Piece { return []Piece{{"no #1", fmt.Sprint(len(b.title) * int(b.year[3]))}} }, nil},
		"an excerpt and place": {func(answer, place int, b book) []Piece {
			return []Piece{{"text", fmt.Sprintf("%s %x in it", words[answer], answer*place)}, {"no #1", fmt.Sprint(place)}}
		}, []string{"no #1", "text"}},
		"what was asked": {func(answer, _ int, _ book) []Piece { return []Piece{{"for", words[answer]}} }, nil},
	} {
		rows := answersOf(books(60), words, func(answer, place int, b book) []Piece { return append(said(b), c.more(answer, place, b)...) })
		if got := Restless(rows, always); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Two of one name in two parts of a directory are two: what differs between them tells them
// apart, since no answer could show both.
func TestRestlessOfParts(t *testing.T) {
	var rows []Shown
	for city := range 6 {
		for i := range 10 {
			name := fmt.Sprintf("John %c. Smith of Lane %d", 'A'+i, i)
			rows = append(rows, Shown{Answer: city, Text: name, Pieces: []Piece{{"name", name}, {"phone #1", fmt.Sprint(555000 + city*100 + i*7)}}})
		}
	}
	if got := Restless(rows, func(a, b int) bool { return a == b }); got != nil {
		t.Errorf("%v is taken for nothing of the records", got)
	}
}

// An attribute tells rows apart that say the same, where it stays with them.
func TestOwn(t *testing.T) {
	all := books(60)
	for i := 1; i < len(all); i += 6 {
		all[i] = all[i-1]
	}
	words := []string{"red", "horse", "spain", "Ann", "wales", "blue", "Bob"}
	numbered := func(value func(answer, place, number int) int) []Shown {
		var out []Shown
		for answer, word := range words {
			place := 0
			for number, b := range all {
				if strings.Contains(b.title+" "+b.author, word) {
					place++
					out = append(out, Shown{answer, word, b.title + " " + b.author, []Piece{{"title", b.title}, {"author", b.author}, {"@tr data-x", fmt.Sprint(value(answer, place, number))}}})
				}
			}
		}
		return out
	}
	if got := Own(numbered(func(_, _, number int) int { return number })); got != "@tr data-x" {
		t.Errorf("the attribute that tells rows apart: %q", got)
	}
	if got := Own(numbered(func(_, place, _ int) int { return place })); got != "" {
		t.Errorf("a place in the list tells rows apart: %q", got)
	}
	if got := Own(numbered(func(answer, place, _ int) int { return answer*1000 + place })); got != "" {
		t.Errorf("what is another each time tells rows apart: %q", got)
	}
}

// A row that has a short part of a word, or another word with it, is not found by that for sure.
func TestWhatARowSays(t *testing.T) {
	row := Shown{Text: "Dahldahl, Olof Storgatan 30 東京"}
	for asked, says := range map[string]bool{"olof": true, "dahl": true, "30 olof": true, "東京": true, "": true, "da": false, "o": false, "storgatan 3": false, "anna": false} {
		if row.says(asked) != says {
			t.Errorf("%q: %v", asked, !says)
		}
	}
}
