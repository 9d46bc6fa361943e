package evidence

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// A site whose texts are garbled for good is taken at its word though other odd pages have
// turned out better; where garbled ones have, too, it needs more.
func TestGarbledPagesAreBelieved(t *testing.T) {
	for name, c := range map[string]struct {
		recovered manner.Kind
		times     int
	}{"none recovered": {"", timesForeign}, "others recovered": {manner.Misfit, timesForeign}, "garbled ones recovered": {manner.Garbled, timesDoubted}} {
		e := New()
		ask := func(word string) PageOf {
			return Of(querygen.Outcome{Query: querygen.Query{Strategy: word}, Page: 1})
		}
		good := func() { e.goods++ }
		if c.recovered != "" {
			o := querygen.Outcome{Query: querygen.Query{Strategy: "first"}, Page: 1}
			e.Believes(c.recovered, Of(o), extract.Outline{Lines: []uint64{1}}, nil)
			good()
			e.Settle(o, extract.Outline{Lines: []uint64{9}})
		}
		times := 0
		for believed := false; !believed && times < 10; times++ {
			good()
			believed = e.Believes(manner.Garbled, ask("second"), extract.Outline{Lines: []uint64{2, 3}}, nil)
		}
		if times < c.times || c.recovered != manner.Garbled && times > c.times {
			t.Errorf("%s: believed after %d times, want %d", name, times, c.times)
		}
	}
}

// Where the odd page itself is let pass later, asking again has not helped: it has shown
// that such pages are the site's answers.
func TestTheSamePageThatPassesLaterIsNoRecovery(t *testing.T) {
	for name, c := range map[string]struct {
		answer uint64
		times  int
	}{"the same page": {1, timesOdd}, "another page": {2, timesDoubted}} {
		e := New()
		e.goods++
		first := querygen.Outcome{Query: querygen.Query{Strategy: "first"}, Page: 1}
		e.Believes(manner.Unrelated, Of(first), extract.Outline{Lines: []uint64{1}}, nil)
		e.Settle(first, extract.Outline{Lines: []uint64{c.answer}})
		times := 1
		for ; !e.Believes(manner.Repeated, PageOf{query: "second", page: 1}, extract.Outline{Lines: []uint64{3}}, nil) && times < 10; times++ {
			e.goods++
		}
		if times != c.times {
			t.Errorf("%s: believed after %d times, want %d", name, times, c.times)
		}
	}
}

// A page that has the records of the right one is much like it: where another page comes in
// its place, however like, that has shown that such pages are no answers.
func TestThePageOfTheSameRecordsIsNotTheSamePage(t *testing.T) {
	lines := []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, kind := range []manner.Kind{manner.Translated, manner.Garbled, manner.Halved, manner.CutShort} {
		e := New()
		e.goods++
		for _, word := range []string{"first", "second"} {
			o := querygen.Outcome{Query: querygen.Query{Strategy: word}, Page: 1}
			e.Believes(kind, Of(o), extract.Outline{Lines: append(lines, 10)}, nil)
			e.Settle(o, extract.Outline{Lines: append(lines, 11)})
		}
		if e.Believes(kind, PageOf{query: "third", page: 1}, extract.Outline{Lines: append(lines, 10)}, nil) {
			t.Errorf("%s: believed at once", kind)
		}
	}
}

// Where no page came for any question, asking one again and again ends a run as well as asking
// others does; where the site answers, it says nothing of the others.
func TestNothingEverCame(t *testing.T) {
	for answered, want := range map[bool]int{false: maxFailed, true: 0} {
		e := New()
		if answered {
			e.Settle(querygen.Outcome{Query: querygen.Query{Strategy: "first"}, Page: 1}, extract.Outline{Lines: []uint64{1}})
		}
		ended := 0
		for times := 1; times <= 3*maxFailed && ended == 0; times++ {
			if e.Unreached(PageOf{query: string(rune('a' + times%3)), page: 1}, "timed out") != nil {
				ended = times
			}
		}
		if ended != want {
			t.Errorf("a question answered before: %t: ended after %d, want %d", answered, ended, want)
		}
	}
}

// A list that came for two questions which were then answered otherwise comes whatever is
// asked: for a third question it is no answer, unless each of its records has the word.
func TestAListThatStraysIsNoAnswer(t *testing.T) {
	list := func(word string, titles ...string) (manner.Sight, querygen.Outcome) {
		o := querygen.Outcome{Query: querygen.Query{Strategy: word}, Page: 1, Status: querygen.Answered}
		s := manner.Sight{Words: []string{word}}
		s.Profile.Form = &forms.Form{}
		for _, title := range titles {
			s.Res.Records = append(s.Res.Records, extract.Record{Key: title, Title: title})
			o.Rows = append(o.Rows, querygen.Row{Key: title})
		}
		return s, o
	}
	popular := []string{"brass lamp", "oak barrel", "iron anchor"}
	for times := range 3 {
		e := New()
		for _, word := range []string{"wool", "glass"}[:times] {
			s, o := list(word, popular...)
			e.Repeats(s, o)
			_, o = list(word, word+" blanket")
			e.Settle(o, extract.Outline{Lines: []uint64{1}})
		}
		s, o := list("tin", popular...)
		kind, _ := e.Repeats(s, o)
		if got := kind == manner.Stale; got != (times >= timesStray) {
			t.Errorf("after %d questions: %q", times, kind)
		}
		s.Profile.Manner.Wander = e.Wander(nil)
		kind, _ = New().Repeats(s, o)
		if got := kind == manner.Stale; got != (times >= timesStray) {
			t.Errorf("in a later run, after %d questions: %q", times, kind)
		}
	}
}

// A page without records that was the answer to one question, and comes for another one which is
// then answered otherwise, comes whatever is asked: the first answer is in doubt. So it is of no
// page that is another one.
func TestASilentPageThatComesElsewhereIsNoAnswer(t *testing.T) {
	for lines, want := range map[uint64]int{1: 1, 2: 0} {
		e := New()
		e.goods++
		first := querygen.Outcome{Query: querygen.Query{Strategy: "first"}, Page: 1, Status: querygen.Refused}
		for !e.Believes(manner.Silent, Of(first), extract.Outline{Lines: []uint64{1}}, nil) {
			e.goods++
		}
		e.List(first, nil, 7)
		second := querygen.Outcome{Query: querygen.Query{Bind: binding("q", "second")}, Page: 1, Status: querygen.Answered}
		e.Believes(manner.Silent, Of(second), extract.Outline{Lines: []uint64{lines}}, nil)
		e.Settle(second, extract.Outline{Lines: []uint64{9}})
		if got := e.Contested(); len(got) != want || want > 0 && got[0] != 7 {
			t.Errorf("page %d: %v are in doubt", lines, got)
		}
	}
}

// What was empty since it said what the answer to nonsense said is in doubt once that is
// forgotten; what says something else is not.
func TestEmptyAnswersFallWithTheLesson(t *testing.T) {
	e := New()
	for i, line := range []uint64{1, 2} {
		o := querygen.Outcome{Query: querygen.Query{Bind: binding("q", fmt.Sprint(line))}, Page: 1, Status: querygen.Empty}
		e.Empty(Of(o), extract.Outline{Lines: []uint64{line}})
		e.List(o, nil, int64(i+7))
	}
	e.Unsay([]uint64{1, 5})
	if got := e.Contested(); len(got) != 1 || got[0] != 7 {
		t.Errorf("%v are in doubt, not the answer of step 7", got)
	}
}

// A further page that brings what another page of its answer brought lacks what the one before
// leads to: twice may be by chance. Of first pages twice is enough.
func TestAFurtherPageThatRepeatsIsAskedForOnceMore(t *testing.T) {
	for page, want := range map[int]int{1: 2, 2: 3} {
		e, times := New(), 1
		e.goods++
		for ; !e.Believes(manner.Repeated, PageOf{query: "one", page: page}, extract.Outline{Lines: []uint64{3}}, nil) && times < 10; times++ {
		}
		if times != want {
			t.Errorf("page %d is believed after it came %d times, not %d", page, times, want)
		}
	}
}

// A list that came for one question and of which half fits another one is no further page of
// that: where their pages differ all of it must fit.
func TestAListIsNoOtherPageOfAnotherQuestion(t *testing.T) {
	for page, want := range map[int]manner.Kind{1: "", 3: manner.Stale} {
		e := New()
		var rows []querygen.Row
		s := manner.Sight{Words: []string{"brass"}}
		s.Profile.Form = &forms.Form{}
		for _, key := range []string{"brass lamp", "brass barrel", "brass anchor", "wool cap"} {
			rows = append(rows, querygen.Row{Key: key, Text: key})
			s.Res.Records = append(s.Res.Records, extract.Record{Key: key, Title: key})
		}
		all := querygen.Outcome{Query: querygen.Query{Bind: binding("q", " ")}, Page: 1, Status: querygen.Answered, Total: -1, Rows: rows}
		e.List(all, []string{" "}, 3)
		o := querygen.Outcome{Query: querygen.Query{Bind: binding("q", "brass")}, Page: page, Status: querygen.Answered, Total: -1, Rows: rows}
		if kind, _ := e.Repeats(s, o); kind != want {
			t.Errorf("page %d: %q, not %q", page, kind, want)
		}
	}
}

// A list that was believed to be the answer to two questions is that of neither, once it comes
// for further ones.
func TestAListOfTwoQuestionsIsInDoubtForBoth(t *testing.T) {
	e := New()
	var rows []querygen.Row
	s := manner.Sight{Words: []string{"else"}}
	s.Profile.Form = &forms.Form{}
	for _, key := range []string{"brass lamp", "oak barrel", "iron anchor", "wool cap"} {
		rows = append(rows, querygen.Row{Key: key, Text: key})
		s.Res.Records = append(s.Res.Records, extract.Record{Key: key, Title: key})
	}
	answer := func(word string) querygen.Outcome {
		return querygen.Outcome{Query: querygen.Query{Bind: binding("q", word)}, Page: 1, Status: querygen.Answered, Total: -1, Rows: rows}
	}
	e.List(answer("tin"), []string{"tin"}, 3)
	e.List(answer("glass"), []string{"glass"}, 5)
	e.Repeats(s, answer("else"))
	if got := e.Contested(); len(got) != 2 {
		t.Errorf("%v are in doubt, not both answers", got)
	}
}

// Where one answer of fifteen is a wall, five of them in a row come by chance, now and then; where
// no other answer comes any more, the run ends soon.
func TestWallsInARow(t *testing.T) {
	e := New()
	for range 20 {
		e.Block()
		for range 14 {
			e.answered()
		}
	}
	for row := 1; ; row++ {
		if _, end := e.Block(); end || row > 8 {
			if row < 6 || row > 8 {
				t.Errorf("ended after %d", row)
			}
			return
		}
	}
}

func binding(name, value string) []page.Pair { return []page.Pair{{Name: name, Value: value}} }

// Where wrong answers come and go, and a run asks a question a few times only, what comes for it
// in run after run is its answer, whatever comes between.
func TestWhatComesInEachRunIsTheAnswer(t *testing.T) {
	for kind, want := range map[manner.Kind]bool{manner.Denied: true, manner.Repeated: true, manner.Unframed: false} {
		o := querygen.Outcome{Query: querygen.Query{Bind: binding("q", "1891")}, Page: 1, Status: querygen.Odd, Reason: kind}
		believed, step := false, int64(0)
		var odd []querygen.Outcome
		for run := 0; run < 3 && !believed; run++ {
			e := New()
			e.goods, e.unsteady = 1, true
			for range 2 { // the ledger may be read again
				for i, before := range odd {
					e.List(before, nil, int64(i+1))
				}
			}
			for range 3 {
				believed = e.Believes(kind, Of(o), extract.Outline{Lines: []uint64{3}}, nil)
				e.goods++
				wall := o
				wall.Reason = manner.Unframed
				e.Believes(manner.Unframed, Of(o), extract.Outline{Lines: []uint64{7}}, nil)
				if believed {
					break
				}
				for _, o := range []querygen.Outcome{o, wall} {
					step++
					odd = append(odd, o)
					e.List(o, nil, step)
				}
			}
		}
		if asked := len(odd)/2 + 1; believed != want || want && asked != timesOften {
			t.Errorf("%s: believed %t after it was asked %d times", kind, believed, asked)
		}
	}
}
