package purpose

import (
	"crypto/sha256"
	"math"
	"strconv"
	"sync"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/roles"
)

// Memory holds judgements by the learned weights: the search box in the header
// of a site is on all of its pages, and is judged once. It is safe for concurrent
// use.
type Memory struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]*Judgement // by the hash of Evidence.key
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
	key := e.key(make([]byte, 0, 1024))
	untitled := sha256.Sum256(key)
	j := m.recall(untitled)
	if j != nil && !j.titled {
		return j
	}
	titled := sha256.Sum256(appendText(key, e.title()))
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

// key appends all that the judges look at but the page's title: what it is
// computed from, where that is the form itself.
func (e *Evidence) key(b []byte) []byte {
	f := &e.form
	b = appendText(appendText(b, f.Method), f.Action.String())
	b = appendBools(b, e.marked, e.openSearch, e.role, e.answered())
	for _, s := range []string{e.handles, e.naming, e.prose, e.around} {
		b = appendText(b, s)
	}
	b = appendTexts(b, e.linked)
	for _, t := range e.targets {
		b = appendTexts(appendText(b, t.Path), t.Names)
	}
	for i := range f.Fields {
		b = keyOf(&f.Fields[i], b)
	}
	return b
}

// keyOf appends what was read of a control.
func keyOf(c *control.Field, b []byte) []byte {
	for _, s := range []string{c.Name, c.ID, string(c.Control), c.Label, c.DependsOn, c.Value, c.Pattern, c.Min, c.Max, c.Step, c.Placeholder, c.Format, c.Autocomplete, c.InputMode,
		c.FormAction, c.FormMethod, c.FormEnctype, c.At, string(c.Role), c.Pair, c.Part} {
		b = appendText(b, s)
	}
	b = appendBools(b, c.Reloads, c.Required, c.Multiple, c.Disabled, c.ReadOnly, c.NoValidate)
	for _, n := range []int{c.MinLength, c.MaxLength, c.Pos, int(math.Float64bits(c.Score)), len(c.Options)} {
		b = append(strconv.AppendInt(b, int64(n), 36), ' ')
	}
	for i := range c.Options {
		o := &c.Options[i]
		b = appendText(appendText(appendText(b, o.Value), o.Label), o.Group)
		b = append(strconv.AppendInt(b, int64(o.Pos), 36), ' ')
		b = appendBools(b, o.Selected, o.Disabled, o.Any, o.Required)
		b = appendTexts(b, o.Of)
	}
	return b
}

// appendText appends a text so that where it ends is clear.
func appendText(b []byte, s string) []byte {
	return append(append(strconv.AppendInt(b, int64(len(s)), 36), ' '), s...)
}

func appendTexts(b []byte, texts []string) []byte {
	b = append(strconv.AppendInt(b, int64(len(texts)), 36), ' ')
	for _, s := range texts {
		b = appendText(b, s)
	}
	return b
}

func appendBools(b []byte, all ...bool) []byte {
	for _, is := range all {
		if is {
			b = append(b, '1')
		} else {
			b = append(b, '0')
		}
	}
	return b
}
