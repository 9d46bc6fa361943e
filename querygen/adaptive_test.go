package querygen

import "testing"

// TestPublishedPoliciesUnderALimit: whoever looks at what is held needs fewer
// requests than who asks at random.
func TestPublishedPoliciesUnderALimit(t *testing.T) {
	t.Parallel()
	m := site(t, zipfDocuments(2000, 7), ModelOptions{PageSize: 10, TopK: 60, RankSeed: 1})
	const reach = 1400
	spent := map[string]int{}
	for _, strategy := range []string{"random", "adaptive", "setcover"} {
		p := mustPlan(t, Options{Form: m.Form(), Strategy: strategy, Seeds: []string{"w7"}})
		for p.Held() < reach && p.Requests() < 2500 {
			a, ok := p.Next()
			if !ok {
				t.Fatalf("%s stopped at %d records: %s", strategy, p.Held(), p.Why())
			}
			p.Observe(m.Ask(a))
		}
		spent[strategy] = p.Requests()
	}
	t.Logf("requests until %d are held: %v", reach, spent)
	for _, strategy := range []string{"adaptive", "setcover"} {
		if spent[strategy] > spent["random"] {
			t.Errorf("%s needed %d requests, random %d", strategy, spent[strategy], spent["random"])
		}
	}
}

func TestWordClasses(t *testing.T) {
	for word, want := range map[string]string{"fox": "", "63r": "99a", "1794": "9999", "1234567": "99999", "b2b": "a9a", "二": ""} {
		if got := classOf(word); got != want {
			t.Errorf("classOf(%q) = %q, want %q", word, got, want)
		}
	}
	var c wordClasses
	for range 20 {
		c.add("fox", false) // plain words are never given up
		c.add("7x", true)
	}
	n := 0
	for ; c.hopes("63r") && n < 50; n++ {
		c.add("12v", false)
	}
	if n < 3 || n > 10 || !c.hopes("fox") || !c.hopes("8y") || !c.hopes("1794") {
		t.Errorf("a kind of words was given up after %d questions; %+v", n, c.kinds)
	}
}

// TestSnippets: a word that the snippets hide must not seem to have its matches unseen.
func TestSnippets(t *testing.T) {
	v := visibility{}
	q := &question{kind: keyword}
	for i := range 100 {
		v.add(q, i%4 == 0, true, false)
	}
	if got := v.of(q); got < 0.22 || got > 0.32 {
		t.Errorf("a quarter shows the word, estimated %.2f", got)
	}
	if got := v.share(); got < 0.22 || got > 0.32 {
		t.Errorf("a quarter shows its words, estimated %.2f", got)
	}
}
