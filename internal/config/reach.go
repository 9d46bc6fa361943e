package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/andybalholm/cascadia"

	"github.com/hadal-crawler/hadal/internal/glob"
)

// Pager is how the further pages of an answer are had, where hadal need not find out.
type Pager struct {
	Parameter string `yaml:"parameter" help:"of the address, or of what the form posts, that numbers the pages or the records before them: page, offset, start"`
	Start     *int   `yaml:"start" help:"its value on the first page; left out: 1 for pages (a step of 1), else 0"`
	Step      int    `yaml:"step" help:"by which it grows from page to page; left out: 1"`
	Next      string `yaml:"next" also:"css,selector,select" help:"instead of a parameter: CSS selector of the link to the next page"`
	Off       bool   `yaml:"off" help:"no further pages are read"`
}

// IsZero reports whether nothing is said.
func (p Pager) IsZero() bool { return p == Pager{} }

// UnmarshalText reads "parameter=offset,start=0,step=20", "next=SELECTOR" or "off".
func (p *Pager) UnmarshalText(text []byte) error {
	*p = Pager{}
	if string(text) == "off" {
		p.Off = true
		return nil
	}
	if next, ok := strings.CutPrefix(string(text), "next="); ok {
		p.Next = next
		return nil
	}
	for part := range strings.SplitSeq(string(text), ",") {
		name, value, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(value)
		switch {
		case name == "parameter" && value != "":
			p.Parameter = value
		case name == "start" && err == nil:
			p.Start = &n
		case name == "step" && err == nil:
			p.Step = n
		default:
			return fmt.Errorf("%q is none of parameter=NAME,start=N,step=N; next=SELECTOR; off", text)
		}
	}
	return nil
}

func pager(v any) string {
	p := v.(Pager)
	said := 0
	for _, says := range []bool{p.Parameter != "", p.Next != "", p.Off} {
		if says {
			said++
		}
	}
	switch {
	case p.IsZero():
		return ""
	case said != 1:
		return "needs one of parameter, next and off"
	case p.Parameter == "" && (p.Start != nil || p.Step != 0):
		return "has start or step, which go with parameter"
	case strings.ContainsAny(p.Parameter, "?&=# \t\r\n"):
		return fmt.Sprintf("parameter must be a name such as page, not %q", p.Parameter)
	case p.Step < 0:
		return fmt.Sprintf("step must be at least 1, not %d", p.Step)
	case p.Start != nil && *p.Start < 0:
		return fmt.Sprintf("start must not be negative, not %d", *p.Start)
	}
	if _, err := cascadia.ParseGroup(p.Next); p.Next != "" && err != nil {
		return fmt.Sprintf("next must be a CSS selector, not %q", p.Next)
	}
	return ""
}

// leavesOut returns the pattern that matches an address.
func leavesOut(patterns []string, address string) (glob.Glob, bool) {
	globs, _ := glob.All(patterns) // what is none has been told
	return glob.Any(globs, address)
}

// globs holds patterns of addresses.
func globs(v any) string {
	if _, err := glob.All(v.([]string)); err != nil {
		return "has an item that is none: " + err.Error()
	}
	return ""
}
