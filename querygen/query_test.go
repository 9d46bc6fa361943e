package querygen

import (
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

func TestQueryKey(t *testing.T) {
	queries := []Query{
		{Form: "f"},
		{Form: "g"},
		{Form: "f", Bind: []page.Pair{{Name: "q", Value: ""}}},
		{Form: "f", Bind: []page.Pair{{Name: "q", Value: "a&b=c"}}},
		{Form: "f", Bind: []page.Pair{{Name: "q", Value: "a"}, {Name: "b", Value: "c"}}},
		{Form: "f", Bind: []page.Pair{{Name: "b", Value: "c"}, {Name: "q", Value: "a"}}},
		{Form: "f?q=a", Bind: nil},
	}
	seen := map[string]int{}
	for i, q := range queries {
		if j, ok := seen[q.Key()]; ok {
			t.Errorf("queries %d and %d have the key %q", i, j, q.Key())
		}
		seen[q.Key()] = i
	}
	a, b := queries[3], queries[3]
	b.Strategy, b.Why, b.Expected, b.Nonsense = "other", "why", 3, true
	if a.Key() != b.Key() {
		t.Errorf("keys of equal questions differ: %q and %q", a.Key(), b.Key())
	}
}
