// Package storagetest checks that an implementation of harvest.Store keeps
// its contract. It is used by the tests of implementations.
package storagetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/surface"
)

// Open returns a store over the same content each time it is called within one
// test; whatever it returned before is closed by then.
type Open func(t *testing.T) harvest.Store

// Run checks the contract. newStore is called once a subtest for an empty
// store.
func Run(t *testing.T, newStore func(t *testing.T) Open) {
	for name, check := range map[string]func(*testing.T, Open){
		"a new harvest is empty":            checkEmpty,
		"what was committed is replayed":    checkReplay,
		"steps come in order, once":         checkSequence,
		"a stop stays until the next step":  checkStop,
		"a fresh harvest starts over":       checkFresh,
		"host states are given back":        checkHosts,
		"a refused commit leaves no trace":  checkAtomic,
		"the caller's values are not kept":  checkAliasing,
		"the iterator can be left any time": checkBreak,
		"sites do not mix":                  checkSites,
		"records wait for their pages":      checkUndetailed,
		"a mistake is taken back":           checkRetract,
	} {
		t.Run(name, func(t *testing.T) { check(t, newStore(t)) })
	}
}

var site = harvest.Site{Name: "books.example", Start: page.MustParseURL("https://books.example/")}

func begin(t *testing.T, s harvest.Store, site harvest.Site, fresh bool) harvest.State {
	t.Helper()
	st, err := s.Begin(context.Background(), site, fresh)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func commit(t *testing.T, s harvest.Store, c harvest.Commit) {
	t.Helper()
	if err := s.Commit(context.Background(), c); err != nil {
		t.Fatal(err)
	}
}

func replay(t *testing.T, s harvest.Store, id int64) []harvest.Step {
	t.Helper()
	var steps []harvest.Step
	for step, err := range s.Steps(context.Background(), id) {
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	return steps
}

// Same compares steps and states: empty and nil are the same, times are
// compared to the millisecond.
var Same = cmp.Options{
	cmpopts.EquateEmpty(),
	cmp.Comparer(func(a, b time.Time) bool {
		return a.Truncate(time.Millisecond).Equal(b.Truncate(time.Millisecond))
	}),
	cmp.Comparer(func(a, b page.URL) bool { return a == b }),
}

func checkEmpty(t *testing.T, open Open) {
	s := open(t)
	st := begin(t, s, site, false)
	if st.Steps != 0 || st.Stop != nil || st.Profile.Form != nil || len(st.Hosts) != 0 {
		t.Errorf("a new harvest has content: %+v", st)
	}
	if since := time.Since(st.Started); since < -time.Second || since > time.Minute {
		t.Errorf("started %v ago", since)
	}
	if again := begin(t, s, site, false); again.Harvest != st.Harvest {
		t.Errorf("Begin started a second harvest: %d after %d", again.Harvest, st.Harvest)
	}
	if steps := replay(t, s, st.Harvest); len(steps) != 0 {
		t.Errorf("steps of a new harvest: %v", steps)
	}
}

func checkReplay(t *testing.T, open Open) {
	for seed := range uint64(6) {
		g := NewGenerator(seed)
		s := open(t)
		st := begin(t, s, site, true)
		var want []harvest.Step
		n := 20 + int(seed)*60 // the longest beyond what a store may read at once
		for seq := range n {
			if seq == n/2 { // as if the process had died here
				s = open(t)
				if again := begin(t, s, site, false); again.Harvest != st.Harvest || again.Steps != int64(seq) {
					t.Fatalf("resumed harvest %d at step %d, want %d at %d", again.Harvest, again.Steps, st.Harvest, seq)
				}
			}
			c := g.Commit(st.Harvest, int64(seq+1))
			commit(t, s, c)
			want = append(want, *c.Step)
		}
		want = Replayed(want)
		for range 2 {
			if diff := cmp.Diff(want, replay(t, s, st.Harvest), Same); diff != "" {
				t.Fatalf("seed %d: replayed steps differ (-committed +replayed):\n%s", seed, diff)
			}
			s = open(t)
		}
		if diff := cmp.Diff(*g.LastProfile, begin(t, s, site, false).Profile, Same); diff != "" {
			t.Fatalf("seed %d: profile (-committed +read):\n%s", seed, diff)
		}
	}
}

// Replayed returns what Steps must yield for committed steps: without records
// and fields of details, and with the fields of a row only where its key occurs
// for the first time.
func Replayed(committed []harvest.Step) []harvest.Step {
	seen := map[string]bool{}
	var out []harvest.Step
	for _, s := range committed {
		if s.Answer != nil {
			a := *s.Answer
			a.Records = nil
			a.Outcome.Rows = append(a.Outcome.Rows[:0:0], a.Outcome.Rows...)
			for i, r := range a.Outcome.Rows {
				if seen[r.Key] {
					a.Outcome.Rows[i].Fields = nil
				}
				seen[r.Key] = true
			}
			s.Answer = &a
		}
		if s.Detail != nil {
			d := *s.Detail
			d.Fields = nil
			s.Detail = &d
		}
		out = append(out, s)
	}
	return out
}

func checkSequence(t *testing.T, open Open) {
	s := open(t)
	st := begin(t, s, site, false)
	g := NewGenerator(1)
	commit(t, s, g.Commit(st.Harvest, 1))
	commit(t, s, g.Commit(st.Harvest, 2))
	want := replay(t, s, st.Harvest)
	for _, seq := range []int64{-1, 0, 1, 2, 4} {
		if err := s.Commit(context.Background(), g.Commit(st.Harvest, seq)); err == nil {
			t.Errorf("step %d was accepted after step 2", seq)
		}
	}
	if diff := cmp.Diff(want, replay(t, s, st.Harvest), Same); diff != "" {
		t.Errorf("refused steps changed the ledger:\n%s", diff)
	}
	commit(t, s, g.Answer(st.Harvest, 3, 2)) // the refused ones may have been of records that nobody has seen
}

func checkStop(t *testing.T, open Open) {
	s := open(t)
	st := begin(t, s, site, false)
	g := NewGenerator(2)
	commit(t, s, g.Commit(st.Harvest, 1))
	stop := &harvest.Stop{Kind: harvest.Limit, Reason: "100 requests, as you said: raise max-requests", At: time.Now()}
	commit(t, s, harvest.Commit{Harvest: st.Harvest, Stop: stop})
	s = open(t)
	for range 2 { // Begin itself clears nothing
		if diff := cmp.Diff(stop, begin(t, s, site, false).Stop, Same); diff != "" {
			t.Errorf("stop (-committed +read):\n%s", diff)
		}
	}
	commit(t, s, harvest.Commit{Harvest: st.Harvest, Owed: 3})
	s = open(t)
	if got := begin(t, s, site, false); got.Stop != nil || got.Owed != 3 {
		t.Errorf("after 3 requests without a step: stop %v, %d owed", got.Stop, got.Owed)
	}
	commit(t, s, g.Commit(st.Harvest, 2))
	if got := begin(t, s, site, false); got.Stop != nil || got.Steps != 2 || got.Owed != 0 {
		t.Errorf("after a further step: stop %v, %d steps, %d owed", got.Stop, got.Steps, got.Owed)
	}
}

func checkRetract(t *testing.T, open Open) {
	s, ctx := open(t), context.Background()
	visit := func(id int64) harvest.Commit {
		return harvest.Commit{Harvest: id, Step: &harvest.Step{Seq: 1, At: time.Now(), Visit: &surface.Visit{URL: site.Start, Requests: 1}}}
	}
	first := begin(t, s, site, false)
	commit(t, s, visit(first.Harvest))
	if err := s.Retract(ctx, first.Harvest); err != nil {
		t.Fatal(err)
	}
	kept := begin(t, s, site, false)
	if kept.Steps != 0 {
		t.Errorf("of a harvest that was taken back %d steps are left", kept.Steps)
	}
	c := visit(kept.Harvest)
	c.Stop = &harvest.Stop{Kind: harvest.Exhausted, Reason: "done", At: time.Now()}
	commit(t, s, c)
	fresh := begin(t, s, site, true)
	commit(t, s, visit(fresh.Harvest))
	if err := s.Retract(ctx, fresh.Harvest); err != nil {
		t.Fatal(err)
	}
	if now := begin(t, s, site, false); now.Harvest != kept.Harvest || now.Stop == nil || now.Steps != 1 {
		t.Errorf("after a fresh harvest was taken back, the one before is not as it was: %+v", now)
	}
}

func checkFresh(t *testing.T, open Open) {
	s := open(t)
	old := begin(t, s, site, false)
	c := NewGenerator(3).Answer(old.Harvest, 1, 5)
	commit(t, s, c)
	fresh := begin(t, s, site, true)
	if fresh.Harvest == old.Harvest || fresh.Steps != 0 || fresh.Profile.Form != nil || fresh.Stop != nil {
		t.Errorf("a fresh harvest is not fresh: %+v after harvest %d", fresh, old.Harvest)
	}
	// A record of the harvest before is still seen for the first time in this one.
	again := c
	again.Harvest = fresh.Harvest
	commit(t, s, again)
	want := Replayed([]harvest.Step{*c.Step})
	for _, id := range []int64{old.Harvest, fresh.Harvest} {
		if diff := cmp.Diff(want, replay(t, s, id), Same); diff != "" {
			t.Errorf("harvest %d (-committed +replayed):\n%s", id, diff)
		}
	}
	if err := s.Commit(context.Background(), NewGenerator(4).Commit(old.Harvest, 2)); err == nil {
		t.Error("a harvest that a fresh one followed took a commit")
	}
	if latest := begin(t, open(t), site, false); latest.Harvest != fresh.Harvest {
		t.Errorf("Begin returned harvest %d, the latest is %d", latest.Harvest, fresh.Harvest)
	}
}

func checkHosts(t *testing.T, open Open) {
	s := open(t)
	st := begin(t, s, site, false)
	now := time.Now().UTC().Round(0)
	host := func(name string) fetch.HostState {
		return fetch.HostState{Host: name, NotBefore: now.Add(time.Hour), Reason: "Retry-After", LastElapsed: 123 * time.Millisecond,
			Failures: 2, Robots: []byte("User-agent: *\nDisallow: /\xff\x00x\n"), RobotsAt: now,
			Cookies: []string{"https://books.example/ a=b; Path=/"}, Requests: 7, LastError: "503"}
	}
	a, b := host("https://books.example"), host("https://www.books.example:8443")
	b.Robots = nil
	commit(t, s, harvest.Commit{Harvest: st.Harvest, Hosts: []fetch.HostState{b, host("https://other.example"), a}})
	a.Requests, a.LastError, a.Robots = 8, "", []byte("User-agent: *\n")
	commit(t, s, harvest.Commit{Harvest: st.Harvest, Hosts: []fetch.HostState{a}})
	byHost := cmpopts.SortSlices(func(a, b fetch.HostState) bool { return a.Host < b.Host })
	got := begin(t, open(t), site, false).Hosts
	if diff := cmp.Diff([]fetch.HostState{a, b}, got, cmpopts.EquateEmpty(), byHost); diff != "" {
		t.Errorf("host states (-committed +read):\n%s", diff)
	}
}

func checkAtomic(t *testing.T, open Open) {
	s := open(t)
	st := begin(t, s, site, false)
	g := NewGenerator(5)
	commit(t, s, harvest.Commit{Harvest: st.Harvest, Step: g.Answer(st.Harvest, 1, 3).Step})
	before := replay(t, s, st.Harvest)

	bad := g.Answer(st.Harvest, 2, 4)
	bad.Step.Answer.Outcome.Rows[3].Key = "not the record's" // noticed after three records
	bad.Profile = &harvest.Profile{Why: []string{"never stored"}}
	bad.Hosts = []fetch.HostState{{Host: "https://books.example", Requests: 1}}
	if err := s.Commit(context.Background(), bad); err == nil {
		t.Fatal("an answer was accepted whose rows are not its records")
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Commit(cancelled, g.Answer(st.Harvest, 2, 4)); err == nil {
		t.Fatal("a commit with a cancelled context was acknowledged")
	}
	for range 2 {
		got := begin(t, s, site, false)
		if len(got.Profile.Why) != 0 || len(got.Hosts) != 0 || got.Steps != 1 {
			t.Errorf("refused commits left %+v", got)
		}
		if diff := cmp.Diff(before, replay(t, s, st.Harvest), Same); diff != "" {
			t.Errorf("refused commits left:\n%s", diff)
		}
		s = open(t)
	}
}

func checkAliasing(t *testing.T, open Open) {
	s := open(t)
	st := begin(t, s, site, false)
	c := NewGenerator(6).Answer(st.Harvest, 1, 3)
	want := Replayed([]harvest.Step{*c.Step})
	commit(t, s, c)
	c.Step.Answer.Outcome.Rows[0] = c.Step.Answer.Outcome.Rows[1]
	c.Step.Answer.Records[0] = extract.Record{}
	if diff := cmp.Diff(want, replay(t, s, st.Harvest), Same); diff != "" {
		t.Errorf("the store kept the caller's slices:\n%s", diff)
	}
}

func checkBreak(t *testing.T, open Open) {
	s := open(t)
	st := begin(t, s, site, false)
	g := NewGenerator(7)
	for seq := range int64(5) {
		commit(t, s, g.Commit(st.Harvest, seq+1))
	}
	for range 20 { // each would keep a connection if leaving early leaked one
		for step, err := range s.Steps(context.Background(), st.Harvest) {
			if err != nil || step.Seq != 1 {
				t.Fatalf("first step %d, error %v", step.Seq, err)
			}
			break
		}
	}
	// A commit in the middle of a replay neither blocks nor shows.
	n := 0
	for range s.Steps(context.Background(), st.Harvest) {
		if n++; n == 1 {
			commit(t, s, g.Commit(st.Harvest, 6))
		}
	}
	if n != 5 {
		t.Errorf("%d steps were replayed, want the 5 that were there at the start", n)
	}
}

func checkSites(t *testing.T, open Open) {
	s := open(t)
	other := harvest.Site{Name: "films.example", Start: page.MustParseURL("https://films.example/")}
	a, b := begin(t, s, site, false), begin(t, s, other, false)
	if a.Harvest == b.Harvest {
		t.Fatal("two sites share a harvest")
	}
	ga, gb := NewGenerator(8), NewGenerator(8) // the same keys on both sites
	var wantA, wantB []harvest.Step
	for seq := range int64(10) {
		ca, cb := ga.Commit(a.Harvest, seq+1), gb.Commit(b.Harvest, seq+1)
		commit(t, s, ca)
		commit(t, s, cb)
		wantA, wantB = append(wantA, *ca.Step), append(wantB, *cb.Step)
	}
	if diff := cmp.Diff(Replayed(wantA), replay(t, s, a.Harvest), Same); diff != "" {
		t.Errorf("first site:\n%s", diff)
	}
	if diff := cmp.Diff(Replayed(wantB), replay(t, s, b.Harvest), Same); diff != "" {
		t.Errorf("second site:\n%s", diff)
	}
}

func checkUndetailed(t *testing.T, open Open) {
	s := open(t)
	st := begin(t, s, site, false)
	row := func(key, url string) extract.Record {
		r := extract.Record{Key: key, Title: "title of " + key, Text: "text", Fields: []extract.Field{{Name: "author", Value: "J. Roe"}}}
		if url != "" {
			r.URL = page.MustParseURL(url)
		}
		return r
	}
	rows := []extract.Record{row("b", "https://books.example/b"), row("a", "https://books.example/a"), row("none", "")}
	a := &harvest.Answer{Records: rows}
	for _, r := range rows {
		a.Outcome.Rows = append(a.Outcome.Rows, querygen.Row{Key: r.Key, Text: r.Text})
	}
	commit(t, s, harvest.Commit{Harvest: st.Harvest, Step: &harvest.Step{Seq: 1, At: time.Now(), Answer: a}})
	waiting := func() (keys []string) {
		for r, err := range s.Undetailed(context.Background(), st.Harvest) {
			if err != nil {
				t.Fatal(err)
			}
			if r.URL.IsZero() || r.Title != "title of "+r.Key || len(r.Fields) == 0 {
				t.Errorf("incomplete: %+v", r)
			}
			keys = append(keys, r.Key)
		}
		return keys
	}
	if diff := cmp.Diff([]string{"b", "a"}, waiting()); diff != "" {
		t.Errorf("waiting (-want +got):\n%s", diff)
	}
	d := &harvest.Detail{Key: "b", Status: querygen.Answered, Fields: []extract.Field{{Name: "price", Value: "€ 3", Kind: "money", Number: 3}}}
	commit(t, s, harvest.Commit{Harvest: st.Harvest, Step: &harvest.Step{Seq: 2, At: time.Now(), Detail: d}})
	s = open(t)
	begin(t, s, site, false)
	if diff := cmp.Diff([]string{"a"}, waiting()); diff != "" {
		t.Errorf("waiting after one was read (-want +got):\n%s", diff)
	}
	unknown := &harvest.Detail{Key: "never seen"}
	if err := s.Commit(context.Background(), harvest.Commit{Harvest: st.Harvest, Step: &harvest.Step{Seq: 3, At: time.Now(), Detail: unknown}}); err == nil {
		t.Error("a page of a record that was never seen was accepted")
	}
}
