package simulate

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// shop has n records of a word that all share, of one of two kinds, and of words of their own.
func shop(n int) []model.Record {
	out := make([]model.Record, n)
	for i := range out {
		text := fmt.Sprintf("ware %s item%d", []string{"red", "blue"}[i%2], i)
		out[i] = model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{{Name: "text", Value: text}}}
	}
	return out
}

// One word has all the records: the oracle needs no more than the floor, and the means of
// several runs are told for each strategy by its name, in the order asked for.
func TestRunTellsWhatStrategiesNeed(t *testing.T) {
	s := Comparison{Model: model.Options{Box: true, PageSize: 10}, Strategies: []string{"auto", Oracle}, Seed: 1, Runs: 2}
	records := shop(40)
	results, err := s.Run(t.Context(), records, len(records), 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != 2 || results[0].Strategy != "auto" || results[1].Strategy != Oracle || results[0].Runs != 2 {
		t.Fatalf("%+v", results)
	}
	auto, best := results[0], results[1]
	if best.Requests != 4 || best.LowerBound != 4 || best.Coverage != 1 || *best.At["0.5"] != 1 || best.After["1"] != 1 {
		t.Errorf("the oracle: %+v", best)
	}
	if auto.Requests <= best.Requests || auto.Coverage != 1 {
		t.Errorf("auto: %+v", auto)
	}
	again, err := s.Run(t.Context(), records, len(records), 0)
	if diff := cmp.Diff(results, again); diff != "" || err != nil {
		t.Errorf("the same comparison again: %v\n%s", err, diff)
	}
}

// The oracle does not estimate. The others do so twice: by themselves, and after probes.
func TestEstimateLeavesTheOracleOut(t *testing.T) {
	s := Comparison{Model: model.Options{Box: true}, Strategies: []string{Oracle, "frequency"}, Runs: 2}
	got, err := s.Estimate(t.Context(), shop(60), 0.3, 20)
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	own, probed := got[0], got[1]
	if own.Strategy != "frequency" || own.Runs != 2 || own.Unknown+own.Known() != 2 || probed.Probes < own.Probes || probed.Requests < own.Requests {
		t.Errorf("%+v, then %+v", own, probed)
	}
}

func TestComparisonsEndWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := Comparison{Model: model.Options{Box: true}, Strategies: []string{"auto"}, Runs: 1}
	if _, err := s.Run(ctx, shop(10), 10, 0); err == nil {
		t.Error("a comparison that was cancelled has a result")
	}
	s.Model.Attributes = []string{"none"}
	if _, err := s.Reachable(shop(10)); err == nil {
		t.Error("a model of a field that no record has")
	}
}
