package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms/purpose"
)

// tally counts a yes/no judgement.
type tally struct{ hit, false, missed int }

func (t *tally) add(predicted, true bool) {
	switch {
	case predicted && true:
		t.hit++
	case predicted:
		t.false++
	case true:
		t.missed++
	}
}

func (t tally) precision() float64 { return ratio(t.hit, t.hit+t.false) }
func (t tally) recall() float64    { return ratio(t.hit, t.hit+t.missed) }
func (t tally) f1() float64        { return ratio(2*t.hit, 2*t.hit+t.false+t.missed) }

func (t tally) String() string {
	return fmt.Sprintf("precision %.3f  recall %.3f  F1 %.3f  (%d right, %d false, %d missed)",
		t.precision(), t.recall(), t.f1(), t.hit, t.false, t.missed)
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// interval is the 95 % interval of a statistic under resampling of whole
// sites, as forms of one site are alike.
func interval(forms []judged, statistic func([]judged) float64) (lo, hi float64) {
	bySite := map[string][]judged{}
	var sites []string
	for _, j := range forms {
		if bySite[j.Site] == nil {
			sites = append(sites, j.Site)
		}
		bySite[j.Site] = append(bySite[j.Site], j)
	}
	const rounds = 1000
	r := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, rounds)
	for i := range values {
		var sample []judged
		for range sites {
			sample = append(sample, bySite[sites[r.IntN(len(sites))]]...)
		}
		values[i] = statistic(sample)
	}
	slices.Sort(values)
	return values[rounds*25/1000], values[rounds*975/1000-1]
}

func searchTally(js []judged) (t tally) {
	for i := range js {
		t.add(js[i].search(), js[i].FormType == "search")
	}
	return t
}

func accuracy(js []judged) float64 {
	right := 0
	for i := range js {
		if js[i].purpose() == purposes[js[i].FormType] {
			right++
		}
	}
	return ratio(right, len(js))
}

// printSearch prints search against the rest.
func printSearch(w io.Writer, js []judged, verbose bool) {
	t := searchTally(js)
	fmt.Fprintf(w, "search against the rest (%d forms): %v\n", len(js), t)
	for _, s := range []struct {
		name string
		of   func(tally) float64
	}{{"precision", tally.precision}, {"recall", tally.recall}, {"F1", tally.f1}} {
		lo, hi := interval(js, func(js []judged) float64 { return s.of(searchTally(js)) })
		fmt.Fprintf(w, "  %-9s 95 %% interval %.3f - %.3f\n", s.name, lo, hi)
	}
	var listless []judged
	for _, j := range js {
		if j.Kind != "list-controls" {
			listless = append(listless, j)
		}
	}
	fmt.Fprintf(w, "  without list controls: %v\n", searchTally(listless))
	for _, kind := range []string{"keyword", "structured", "structured-no-text", "list-controls"} {
		n, found := 0, 0
		for i := range js {
			if js[i].Kind == kind {
				n++
				if js[i].search() {
					found++
				}
			}
		}
		fmt.Fprintf(w, "  recall of %-19s %.3f (%d of %d)\n", kind, ratio(found, n), found, n)
	}
	if verbose {
		for i := range js {
			if js[i].search() != (js[i].FormType == "search") || js[i].search() && js[i].form.Score < 0.65 {
				printJudged(w, &js[i])
			}
		}
	}
}

func printJudged(w io.Writer, j *judged) {
	if j.form == nil {
		fmt.Fprintf(w, "    %s is %s, not found\n", j.ID, j.RawType)
		return
	}
	fmt.Fprintf(w, "    %s is %s %s, judged %s %.2f: %.300s\n", j.ID, j.RawType, j.Kind, j.form.Purpose, j.form.Score, strings.Join(j.form.Reasons, "; "))
}

// printTypes prints the accuracy over the eight types, with a confusion table.
func printTypes(w io.Writer, js []judged, verbose bool) {
	lo, hi := interval(js, accuracy)
	fmt.Fprintf(w, "form types: accuracy %.3f, 95 %% interval %.3f - %.3f\n", accuracy(js), lo, hi)
	order := []purpose.Purpose{purpose.Search, purpose.Login, purpose.Registration, purpose.PasswordRecovery, purpose.Contact, purpose.MailingList, purpose.Order, purpose.OtherPurpose}
	counts := map[[2]purpose.Purpose]int{}
	tallies := map[purpose.Purpose]*tally{}
	for i := range js {
		is, as := purposes[js[i].FormType], js[i].purpose()
		counts[[2]purpose.Purpose{is, as}]++
		for _, p := range order {
			if tallies[p] == nil {
				tallies[p] = &tally{}
			}
			tallies[p].add(as == p, is == p)
		}
		if verbose && is != as {
			printJudged(w, &js[i])
		}
	}
	fmt.Fprintf(w, "  %-18s", "is \\ judged")
	for _, p := range order {
		fmt.Fprintf(w, "%8.7s", p)
	}
	fmt.Fprintln(w, "      F1")
	for _, is := range order {
		fmt.Fprintf(w, "  %-18s", is)
		for _, as := range order {
			fmt.Fprintf(w, "%8d", counts[[2]purpose.Purpose{is, as}])
		}
		fmt.Fprintf(w, "   %.3f\n", tallies[is].f1())
	}
}

// printHarm lists the forms that are no searches and would be submitted.
func printHarm(w io.Writer, js []judged) {
	n, all := 0, 0
	for i := range js {
		j := &js[i]
		if j.FormType == "search" {
			continue
		}
		all++
		if j.form != nil && j.form.Submit {
			n++
			printJudged(w, j)
		}
	}
	fmt.Fprintf(w, "would-submit errors: %d of %d forms that do not search\n", n, all)
	searches, sent := 0, 0
	for i := range js {
		if j := &js[i]; j.FormType == "search" && j.counted() {
			searches++
			if j.form != nil && j.form.Submit {
				sent++
			}
		}
	}
	fmt.Fprintf(w, "  searches that would be submitted without the user's word: %d of %d\n", sent, searches)
	for _, source := range []string{"duckduckgo", "form-autofill"} {
		n, of := 0, 0
		for i := range js {
			if strings.Contains(js[i].Source, source) {
				of++
				if js[i].search() {
					n++
				}
			}
		}
		fmt.Fprintf(w, "  false alarms in %s: %d of %d\n", source, n, of)
	}
}

// printSilver prints how many of the searches that their authors declare are found.
func printSilver(w io.Writer, js []judged) {
	found, sent := 0, 0
	for i := range js {
		if js[i].search() {
			found++
		} else {
			printJudged(w, &js[i])
		}
		if js[i].form != nil && js[i].form.Submit {
			sent++
		}
	}
	fmt.Fprintf(w, "silver set: %d of %d found, %d would be submitted\n", found, len(js), sent)
}

// printCalibration compares stated probabilities with the share that is right.
func printCalibration(w io.Writer, js []judged) {
	const bins = 5
	var n, right [bins]int
	var stated [bins]float64
	for i := range js {
		if js[i].form == nil {
			continue
		}
		b := min(int(js[i].form.Score*bins), bins-1)
		n[b]++
		stated[b] += js[i].form.Score
		if js[i].purpose() == purposes[js[i].FormType] {
			right[b]++
		}
	}
	fmt.Fprint(w, "  stated probability and share right:")
	for b := range n {
		if n[b] > 0 {
			fmt.Fprintf(w, "  %.2f %.2f (%d)", stated[b]/float64(n[b]), ratio(right[b], n[b]), n[b])
		}
	}
	fmt.Fprintln(w)
}
