package facts

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// A site that searches only a part of what it shows has no limit because its
// longest answer lacks records whose texts hold the word.
func TestWholesOfPartlySearched(t *testing.T) {
	for _, tt := range []struct {
		name    string
		lacking int // of ten records, those that hold a word but are not found by it
		limit   int
		cut     bool
	}{
		{"no limit", 0, 1000, false},
		{"a limit", 0, 60, true},
		{"partly searched", 5, 1000, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := New(space.SearchInterface{}, 0, nil)
			rnd := rand.New(rand.NewPCG(1, 2))
			const records = 400
			texts := make([]string, records)
			for i := range texts {
				texts[i] = "often"
				for w := range 20 {
					if rnd.IntN(10) == 0 {
						texts[i] += fmt.Sprintf(" rare%d", w)
					}
				}
			}
			ask := func(word string) {
				q := &Question{Kind: Keyword, Status: querygen.Answered, Total: -1, Numbering: Numbering{Pages: 2}, full: true}
				for i, text := range texts {
					if len(q.Rows) == tt.limit || rnd.IntN(10) < tt.lacking || !containsWord(text, word) {
						continue
					}
					id, _ := f.Records.See(querygen.Row{Key: fmt.Sprint(i), Text: text})
					q.AddRow(id)
				}
				q.Word = f.Records.Intern(word)
				f.Asked = append(f.Asked, q)
				f.Reach = max(f.Reach, len(q.Rows))
				f.Wholes.observe(&f.Extent, q)
			}
			ask("often")
			for w := range 20 {
				ask(fmt.Sprintf("rare%d", w))
			}
			if f.Wholes.cut != tt.cut {
				t.Errorf("cut is %v: %v", f.Wholes.cut, f.Wholes.claims)
			}
		})
	}
}

func containsWord(line, word string) bool {
	found := false
	split := text.NewSplitter()
	split.Each(line, func(w string) { found = found || w == word })
	return found
}
