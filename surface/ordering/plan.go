package ordering

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Options are what orderings need to know beside the crawl.
type Options struct {
	Query    string   // topic, of similarity, hot and best-n-first
	Examples []string // texts of pages on the topic, of similarity and best-n-first
	Batch    int      // N of best-n-first (0: DefaultBatch)
	Limit    int      // pages that the frontier holds; the lowest are dropped (0: no limit, of best-n-first DefaultLimit)
	Seed     uint64   // of random
	// More are orderings made elsewhere, by name.
	More map[string]func() Metric
}

// Defaults of best-n-first: the N and the frontier with which it did best in
// Pant, Srinivasan and Menczer 2002.
const (
	DefaultBatch = 256
	DefaultLimit = 256
)

// Plan is an ordering and how a frontier uses it.
type Plan struct {
	Metric
	Batch int  // pages taken from the frontier before what they bring is looked at; 1 but for best-n-first
	Limit int  // pages that the frontier holds, 0: no limit
	Text  bool // the ordering reads titles and texts of visited pages
}

// makers are the orderings that need no other.
var makers = map[string]func(Options) (Metric, error){
	"backlink":           func(Options) (Metric, error) { return &backlink{}, nil },
	"breadth-first":      func(Options) (Metric, error) { return &breadthFirst{}, nil },
	"larger-sites-first": func(Options) (Metric, error) { return &largerSitesFirst{hosts: map[string]*site{}}, nil },
	"location":           func(Options) (Metric, error) { return &location{}, nil },
	"opic":               func(Options) (Metric, error) { return &opic{}, nil },
	"pagerank":           func(Options) (Metric, error) { return &pageRank{}, nil },
	"random":             func(o Options) (Metric, error) { return newRandom(o.Seed), nil },
	"server-breadth-first": func(Options) (Metric, error) {
		return &serverBreadthFirst{found: map[string]int{}}, nil
	},
	"similarity": func(o Options) (Metric, error) {
		if o.Query == "" && len(o.Examples) == 0 {
			return nil, errors.New("similarity needs a query or example pages to compare with")
		}
		return newSimilarity(o.Query, o.Examples), nil
	},
}

// Names returns the orderings that New knows by itself, sorted.
func Names() []string {
	names := []string{"best-n-first", "hot"}
	for n := range makers {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// New makes the ordering that spec describes: a name; hot(X), with X deciding
// within each of the two queues (breadth-first where none is named);
// best-n-first(X), X being similarity where none is named, or with a number for
// N, best-16-first; or a sum such as "0.7*similarity+0.3*pagerank".
func New(spec string, o Options) (*Plan, error) {
	if o.Batch < 0 || o.Limit < 0 {
		return nil, errors.New("an ordering's batch and limit are at least 0")
	}
	p := parser{rest: spec, options: o}
	plan := &Plan{Batch: 1, Limit: o.Limit}
	if n, ok := p.bestNFirst(); ok {
		plan.Batch, plan.Limit = cmp.Or(n, o.Batch, DefaultBatch), o.Limit
		if plan.Limit == 0 {
			plan.Limit = DefaultLimit
		}
		plan.Metric = p.argument("similarity")
	} else {
		plan.Metric = p.sum()
	}
	plan.Text = p.text
	if p.space(); p.err == nil && p.rest != "" {
		p.err = fmt.Errorf("%q is not understood", p.rest)
	}
	if p.err != nil {
		return nil, fmt.Errorf("ordering %q: %w", spec, p.err)
	}
	return plan, nil
}

// maxNesting bounds hot(hot(...)).
const maxNesting = 8

// parser reads sums of weighted orderings.
type parser struct {
	rest    string
	options Options
	depth   int
	text    bool // an ordering that reads texts is among them
	err     error
}

func (p *parser) space() { p.rest = strings.TrimLeft(p.rest, " \t") }

// mark takes one character where it is next.
func (p *parser) mark(c string) (ok bool) {
	p.space()
	p.rest, ok = strings.CutPrefix(p.rest, c)
	return ok
}

var bestNFirst = regexp.MustCompile(`^\s*best-(n|[1-9][0-9]{0,5})-first\b`)

// bestNFirst takes that name where it is next; n is 0 where the name has none.
func (p *parser) bestNFirst() (n int, ok bool) {
	m := bestNFirst.FindStringSubmatch(p.rest)
	if m == nil {
		return 0, false
	}
	p.rest = p.rest[len(m[0]):]
	n, _ = strconv.Atoi(m[1]) // 0 for the letter
	return n, true
}

func (p *parser) name() string {
	end := strings.IndexFunc(p.rest, func(r rune) bool { return !(r == '-' || r >= 'a' && r <= 'z') })
	if end < 0 {
		end = len(p.rest)
	}
	return p.rest[:end]
}

func (p *parser) sum() Metric {
	var parts []weighted
	for {
		w := p.weight()
		o := p.one()
		if p.err != nil {
			return nil
		}
		parts = append(parts, weighted{w, o})
		if !p.mark("+") {
			return combine(parts)
		}
	}
}

func (p *parser) weight() float64 {
	p.space()
	end := strings.IndexFunc(p.rest, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end <= 0 {
		return 1
	}
	w, err := strconv.ParseFloat(p.rest[:end], 64)
	if err != nil || w <= 0 {
		p.fail("%q is not a weight above 0", p.rest[:end])
	}
	p.rest = p.rest[end:]
	if !p.mark("*") {
		p.fail("* is missing before %q", p.rest)
	}
	return w
}

func (p *parser) one() Metric {
	p.space()
	name := p.name()
	p.rest = p.rest[len(name):]
	p.text = p.text || name == "similarity" || name == "hot"
	if p.err != nil {
		return nil
	}
	if more := p.options.More[name]; more != nil {
		return more()
	}
	if maker := makers[name]; maker != nil {
		o, err := maker(p.options)
		if err != nil {
			p.fail("%w", err)
		}
		return o
	}
	switch {
	case name == "hot" && p.options.Query == "":
		p.fail("hot needs a query: the words of the topic")
	case name == "hot":
		if within := p.argument("breadth-first"); p.err == nil {
			return newHot(p.options.Query, within)
		}
	case name == "best-n-first":
		p.fail("best-n-first says how the frontier is used and cannot be part of another ordering")
	default:
		known := Names()
		for n := range p.options.More {
			known = append(known, n)
		}
		slices.Sort(known)
		p.fail("there is no ordering %q (%s)", name, strings.Join(known, ", "))
	}
	return nil
}

// argument reads "(sum)", or makes the ordering that stands for none.
func (p *parser) argument(otherwise string) Metric {
	if p.depth++; p.depth > maxNesting {
		p.fail("nested too deeply")
		return nil
	}
	defer func() { p.depth-- }()
	if !p.mark("(") {
		p.text = p.text || otherwise == "similarity"
		o, err := makers[otherwise](p.options)
		if err != nil {
			p.fail("%w", err)
		}
		return o
	}
	o := p.sum()
	if !p.mark(")") {
		p.fail(") is missing")
	}
	return o
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}
