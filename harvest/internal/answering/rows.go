package answering

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/querygen"
)

// What rows say tells records apart where their addresses do not. What of it changes from
// answer to answer for what is otherwise the same row does not: see extract.Restless. And an
// attribute may tell apart what says the same: see extract.OwnAttribute.

const (
	mostShown   = 600  // rows that are remembered
	laterLook   = 1.25 // times as many answers, after which rows are looked at again
	fewRenamed  = 0.05 // of the rows, the part whose title came under another key: less is no reason to look at those with an address,
	fewComeBack = 0.02 // unless hardly a key comes again

	rarelyShared = 50 // of the rows, the part that may have the address of another of their page
)

// asking is a question, as far as it tells which answers may show the same records.
type asking struct {
	question string
	parts    map[string]string // what it chose, in controls that are no box for words
}

// answerOf returns the number of the answer to a question.
func (r *learner) answerOf(form *forms.Form, q querygen.Query) int {
	a := asking{parts: map[string]string{}}
	for _, p := range q.Bind {
		a.question += p.Name + "=" + p.Value + "\n"
		words := slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Name == p.Name && f.Role == forms.QueryRole })
		if !words && p.Value != "" {
			a.parts[p.Name] += p.Value + "\n"
		}
	}
	if at := slices.IndexFunc(r.answers, func(b asking) bool { return a.question == b.question }); at >= 0 {
		return at
	}
	r.answers = append(r.answers, a)
	return len(r.answers) - 1
}

// meet reports whether two answers may show the same records: they are of no two parts of what
// the form divides its records into.
func (r *learner) meet(a, b int) bool {
	for name, value := range r.answers[a].parts {
		if other, has := r.answers[b].parts[name]; has && other != value {
			return false
		}
	}
	return true
}

// learnRows learns from the rows of an answer how they are told apart.
func (r *learner) learnRows(p *ledger.Profile, answer int, asked string, records []extract.Record) bool {
	known := func(of extract.RowPiece) bool { return slices.Contains(p.Unsteady, of.Place) }
	for _, rec := range records {
		r.named.add(rec)
		if !rec.URL.IsZero() && !r.named.suspicious() {
			continue // its address does
		}
		if pieces := slices.DeleteFunc(slices.Clone(rec.Pieces), known); len(pieces) > 0 {
			r.rows = append(r.rows, extract.Shown{Answer: answer, Asked: asked, Text: rec.Text, Pieces: pieces})
		}
	}
	unlinked := !slices.ContainsFunc(records, func(rec extract.Record) bool { return !rec.URL.IsZero() })
	if r.rows = r.rows[max(0, len(r.rows)-mostShown):]; !unlinked && !r.named.suspicious() {
		r.rows = nil
	}
	if r.sharesLinks(p, records) {
		return true
	}
	n := len(r.answers)
	if n < max(r.nextLook, 2) {
		return false
	}
	r.nextLook = max(n+1, int(laterLook*float64(n)))
	if p.Keys == extract.ByAddress && unlinked {
		if by, ok := extract.OwnAttribute(r.rows); ok {
			p.Keys = by
			r.Tell("note", "rows say the same of several records: from now on these are told apart by their attribute "+string(by))
			return true
		}
	}
	if !unlinked && !r.named.suspicious() {
		return false
	}
	restless := extract.Restless(r.rows, r.meet)
	if len(restless) == 0 {
		return false
	}
	r.rows, r.named = nil, named{} // they have these places
	p.Unsteady = append(slices.Clone(p.Unsteady), restless...)
	r.Tell("note", "what rows say in "+strings.Join(restless, ", ")+" differs from answer to answer: records are told apart by the rest")
	return true
}

// sharesLinks reports whether rows of one page keep having the address of another that says
// something else: that of an author, say. From now on what they say tells records apart, too.
func (r *learner) sharesLinks(p *ledger.Profile, records []extract.Record) bool {
	if _, _, _, shared := apartBy(*p); p.Keys != extract.ByAddress || shared != "" {
		return false
	}
	said := map[string]string{}
	for _, rec := range records {
		if rec.URL.IsZero() {
			continue
		}
		r.linked++
		at := rec.URL.Canonical().String()
		words := r.wordsOf(p, rec)
		if before, has := said[at]; has && before != words {
			r.shared++
			r.sharing[at] = true
		}
		said[at] = words
	}
	if len(r.sharing) < fewStrayed || r.shared < keyClashes || r.shared*rarelyShared < r.linked {
		return false
	}
	p.Keys = extract.ByBoth
	r.Tell("note", fmt.Sprintf("%d of %d rows had the address of another that says something else: from now on what they say tells records apart, too", r.shared, r.linked))
	return true
}

// named counts rows by whether what they are called has kept its key.
type named struct {
	rows, back, renamed int
	keys                map[uint64]uint64 // by title; both hashed
}

func (n *named) add(rec extract.Record) {
	n.rows++
	title, key := hashOf(rec.Title), hashOf(rec.Key)
	before, had := n.keys[title]
	switch {
	case had && before == key:
		n.back++
	case had || rec.Title == "":
		n.renamed++
	}
	if n.keys == nil {
		n.keys = map[uint64]uint64{}
	}
	if had || len(n.keys) < maxTitles {
		n.keys[title] = key
	}
}

func hashOf(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// suspicious reports whether rows may be told apart by what changes.
func (n *named) suspicious() bool {
	rows := float64(n.rows)
	return float64(n.renamed) >= fewRenamed*rows || float64(n.back) < fewComeBack*rows
}

// wordsOf returns what a row says without numbers, and without what changes.
func (r *learner) wordsOf(p *ledger.Profile, rec extract.Record) string {
	var words []string
	for _, of := range rec.Pieces {
		if !strings.Contains(of.Place, " #") && !extract.IsAttribute(of.Place) && !slices.Contains(p.Unsteady, of.Place) {
			words = append(words, of.Says)
		}
	}
	return strings.Join(words, "\n")
}

// Mixed returns the steps, since it was called last, whose answers show records that they were
// not read to have: what tells records apart was not known then.
func (r *learner) Mixed() []int64 {
	out := r.mixed
	r.mixed = nil
	return out
}
