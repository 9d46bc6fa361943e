package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Of records of ten topics, one of which the terms name, far more of that one are held than
// those that hold a term, and few of the others.
func TestFocusedStaysAtTheTopic(t *testing.T) {
	t.Parallel()
	const topics, each = 10, 120
	r := rand.New(rand.NewPCG(5, 5))
	var docs []document
	for i := range topics * each {
		topic := i % topics
		words := []string{"common", fmt.Sprintf("any%d", r.IntN(200))}
		for range 4 {
			words = append(words, fmt.Sprintf("t%dw%d", topic, r.IntN(12)))
		}
		docs = append(docs, document{text: strings.Join(words, " ")})
	}
	terms := []string{"t3w0", "t3w1"}
	held := func(strategy string) (on, off int, asks []querygen.Ask) {
		m := site(t, docs, model.Options{PageSize: 10, Totals: "hidden", RankSeed: 1})
		p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: strategy, Terms: terms, Questions: &questions.Plan{Words: questions.Words{Values: questions.Values{List: terms}, NothingElse: strategy == "auto"}}})
		asks = sensible(drain(t, m, p, 1000))
		for d := range p.Held() {
			if slices.ContainsFunc(p.facts.Records.WordsOf(uint32(d)), func(w uint32) bool { return strings.HasPrefix(p.facts.Records.Words[w], "t3w") }) {
				on++
			} else {
				off++
			}
		}
		return on, off, asks
	}
	named, _, _ := held("auto")
	on, off, asks := held("focused")
	if 2*on < 3*named || off > each/4 || len(asks) > 60 {
		t.Errorf("%d of %d records of the topic and %d others are held after %d questions; the terms alone bring %d", on, each, off, len(asks), named)
	}
	if first := bound(asks[0]); first != "t3w0" {
		t.Errorf("the first question is %q, not the first term", first)
	}
}
