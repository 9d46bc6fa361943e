package purpose

import (
	"fmt"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Purpose says what a form is for.
type Purpose string

// The purposes, as `hadal forms --json` prints them.
const (
	Search           Purpose = "search"
	Login            Purpose = "login"
	Registration     Purpose = "registration"
	PasswordRecovery Purpose = "password-recovery"
	Contact          Purpose = "contact"
	MailingList      Purpose = "mailing-list"
	Order            Purpose = "order"
	OtherPurpose     Purpose = "other"
)

// vote is one judge's weight for (or against) a purpose, in log odds.
type vote struct {
	purpose Purpose
	weight  float64
	reason  string
	sign    string // what was seen, for learned weights: several votes may share one
}

// All purposes in the order in which ties are broken.
var All = []Purpose{OtherPurpose, Search, Login, Registration, PasswordRecovery, Contact, MailingList, Order}

// prior are the log odds of a form about which nothing is known.
var prior = map[Purpose]float64{OtherPurpose: 1.2, Search: -0.6, Contact: 0, Order: -0.3, Login: -0.5, Registration: -0.8, MailingList: -0.3, PasswordRecovery: -1.2}

// poll asks all judges. Each knows one kind of evidence and may be wrong; the
// sum of their votes is what counts.
func poll(e *Evidence) []vote {
	var votes []vote
	for _, judge := range []func(*Evidence) []vote{
		byDeclaration, byButtons, byNaming, byAgreement, byBoxes, byControls, byPersonalData, byShape, byStructure, byPage, byCount, byProse,
	} {
		votes = append(votes, judge(e)...)
	}
	return votes
}

// decide adds the votes up and turns them into a probability by softmax.
// Measured on labelled forms, the share that is right follows it within a few
// per cent.
func decide(votes []vote) (Purpose, float64) {
	odds := sums(votes)
	Softmax(odds)
	best := 0
	for i := range odds {
		if odds[i] > odds[best] {
			best = i
		}
	}
	return All[best], math.Round(1000*odds[best]) / 1000
}

// sums adds the votes up, in the order of All.
func sums(votes []vote) []float64 {
	out := make([]float64, len(All))
	for i, p := range All {
		out[i] = prior[p]
	}
	for _, v := range votes {
		out[slices.Index(All, v.purpose)] += v.weight
	}
	return out
}

// Softmax turns log odds into probabilities, in place.
func Softmax(x []float64) {
	top := slices.Max(x)
	total := 0.0
	for i := range x {
		x[i] = math.Exp(x[i] - top)
		total += x[i]
	}
	for i := range x {
		x[i] /= total
	}
}

// telling is the least weight that is worth a reason.
const telling = 0.2

// reasonsFor lists the votes for a purpose, heaviest first, then the heaviest
// against it.
func reasonsFor(votes []vote, p Purpose) []string {
	var byWeight []vote
	for _, v := range votes {
		if v.purpose == p && v.reason != "" && (v.weight >= telling || v.weight <= -telling) {
			byWeight = append(byWeight, v)
		}
	}
	slices.SortStableFunc(byWeight, func(a, b vote) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	var out []string
	for _, v := range byWeight {
		if v.weight > 0 && !slices.Contains(out, v.reason) {
			out = append(out, v.reason)
		}
	}
	for _, v := range byWeight {
		if v.weight > 0 {
			continue
		}
		if against := "but " + v.reason; !slices.Contains(out, against) {
			out = append(out, against)
		}
	}
	if len(out) == 0 {
		out = []string{"nothing says what it is for"}
	}
	return out
}

// themes are the words of each purpose.
var themes = []struct {
	purpose Purpose
	words   *lexicon.List
}{
	{Search, lexicon.Search}, {Login, lexicon.Login}, {Registration, lexicon.Registration}, {PasswordRecovery, lexicon.PasswordRecovery},
	{Contact, lexicon.Contact}, {MailingList, lexicon.MailingList}, {Order, lexicon.Order}, {OtherPurpose, OtherWords},
}

// thematic votes for every purpose whose words occur in a text.
func thematic(text string, weight float64, where string) []vote {
	var out []vote
	if text == "" {
		return nil
	}
	for _, t := range themes {
		if w := t.words.Find(text); w != "" {
			out = append(out, vote{t.purpose, weight, fmt.Sprintf("%s says %q", where, w), where + ": " + string(t.purpose)})
		}
	}
	return out
}

// Judgement is what the judges make of a form's evidence.
type Judgement struct {
	Purpose Purpose
	Score   float64
	Reasons []string
	Roles   []roles.Judged
}

// Judge returns what the weights w make of the evidence.
func (e *Evidence) Judge(w *Weights) Judgement {
	e.shape = structureOf(e.form.Fields)
	votes := w.correct(poll(e))
	j := Judgement{Roles: e.shape.roles}
	j.Purpose, j.Score = decide(votes)
	j.Reasons = reasonsFor(votes, j.Purpose)
	return j
}
