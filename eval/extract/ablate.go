package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"github.com/hadal-crawler/hadal/eval/ablate/ablated"
	"github.com/hadal-crawler/hadal/extract"
)

// memory keeps what pages were read as, and which mechanisms made a difference there, so
// that only the pages that need it are read again with one of them left out.
type memory struct {
	out     int
	pages   map[string]remembered
	answers []answer
}

type remembered struct {
	result extract.Result
	fired  map[int]bool
	calls  int
}

func (m *memory) read(s source, dir string) (res extract.Result, err error) {
	known, seen := m.pages[s.HTMLFile]
	if seen && !known.fired[m.out] {
		return known.result, nil
	}
	defer func() {
		if r := recover(); r != nil { // a mechanism that the rest cannot do without
			res, err = extract.Result{Total: -1}, nil
		}
	}()
	doc, err := s.document(dir)
	if err != nil {
		return extract.Result{}, err
	}
	ablated.Start(m.out, 20*known.calls)
	res = extract.Read(doc, extract.Options{})
	if !seen {
		known.result = res
		known.fired, known.calls = ablated.Fired()
		m.pages[s.HTMLFile] = known
	}
	return res, err
}

// answers are the lines of a folder's labels, read once.
func (c *clock) answers(dir string) (all []answer, err error) {
	if c.memory != nil && c.memory.answers != nil {
		return c.memory.answers, nil
	}
	err = eachLine(filepath.Join(dir, "labels.jsonl"), func(a answer) error {
		all = append(all, a)
		return nil
	})
	if c.memory != nil {
		c.memory.answers = all
	}
	return all, err
}

// set is one labelled folder and how it is scored.
type set struct {
	name   string
	score  func(io.Writer, string, string, *clock) error
	memory memory
	whole  map[string]float64
}

func (s *set) figures(data string, out int) (map[string]float64, error) {
	var said bytes.Buffer
	s.memory.out = out
	if err := s.score(&said, filepath.Join(data, s.name), "", &clock{memory: &s.memory}); err != nil {
		return nil, err
	}
	return ablated.Figures(s.name, said.String()), nil
}

// fired returns on how many pages a mechanism made a difference.
func (s *set) fired(n int) int {
	pages := 0
	for _, p := range s.memory.pages {
		if p.fired[n] {
			pages++
		}
	}
	return pages
}

// many is how many pages a mechanism must do something on to be judged at first by the
// smaller sets, and costly what it must be worth there for that to be enough.
const (
	many   = 60
	costly = 0.01
)

// ablate tells, for each mechanism of the list, what changes without it.
func ablate(w io.Writer, data, list string) error {
	mechanisms, err := ablated.Mechanisms(list, "extract/")
	if err != nil {
		return err
	}
	sets := []*set{{name: "pages2", score: scoreRecords}, {name: "pagination", score: scorePagers}, {name: "results", score: scoreRecords}}
	for _, s := range sets {
		s.memory.pages = map[string]remembered{}
		if s.whole, err = s.figures(data, -1); err != nil {
			return err
		}
	}
	return ablated.Each(w, mechanisms, func(n int) int {
		return sets[0].fired(n) + sets[1].fired(n) + sets[2].fired(n)
	}, func(n, pages int) (ablated.Change, error) {
		var all ablated.Change
		for _, s := range sets {
			if s.fired(n) == 0 {
				continue
			}
			without, err := s.figures(data, n)
			if err != nil {
				return all, fmt.Errorf("without %d: %w", n, err)
			}
			all.Add(s.whole, without)
			if pages > many && all.Loss > costly {
				break
			}
		}
		return all, nil
	})
}
