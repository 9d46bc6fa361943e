package purpose

import (
	"crypto/sha256"
	"encoding/json"
	"sync"

	"github.com/hadal-crawler/hadal/forms/roles"
)

// Memory holds judgements by the learned weights: the search box in the header
// of a site is on all of its pages, and is judged once. It is safe for concurrent
// use.
type Memory struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]*Judgement // by Evidence.key
}

// NewMemory returns a Memory that holds nothing.
func NewMemory() *Memory { return &Memory{known: map[[sha256.Size]byte]*Judgement{}} }

// maxKnown bounds the judgements that a memory holds.
const maxKnown = 1024

// Judgement is what the judges make of a form's evidence. It is never changed.
type Judgement struct {
	Purpose Purpose
	Score   float64
	Reasons []string
	Roles   []roles.Judged
	titled  bool // they looked at the title of the page
}

// Judge returns what the weights w make of the evidence.
func (e *Evidence) Judge(w *Weights) *Judgement {
	e.shape = structureOf(e.form.Fields)
	votes := w.correct(poll(e))
	j := &Judgement{Roles: e.shape.roles, titled: e.shape.personal}
	j.Purpose, j.Score = decide(votes)
	j.Reasons = reasonsFor(votes, j.Purpose)
	return j
}

// Judge is Evidence.Judge for the learned weights, remembered.
func (m *Memory) Judge(e *Evidence) *Judgement {
	untitled := e.key("")
	j := m.recall(untitled)
	if j != nil && !j.titled {
		return j
	}
	titled := e.key(e.title())
	if j = m.recall(titled); j != nil {
		return j
	}
	j = e.Judge(learned)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= maxKnown {
		clear(m.known)
	}
	if m.known[untitled] = j; j.titled {
		m.known[titled] = j
	}
	return j
}

func (m *Memory) recall(key [sha256.Size]byte) *Judgement {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known[key]
}

// key stands for all that the judges look at: what it is computed from, where that is
// the form itself. The title of the page is apart, which few of them ask for.
func (e *Evidence) key(title string) (key [sha256.Size]byte) {
	f := &e.form
	h := sha256.New()
	read := []any{f.Method, f.Action, f.Fields, e.role, f.Answered(), e.handles, e.naming, e.prose, e.around, title}
	if err := json.NewEncoder(h).Encode(read); err != nil {
		panic(err) // texts, numbers and truths always marshal
	}
	h.Sum(key[:0])
	return key
}
