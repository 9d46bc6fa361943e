package roles

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// A box may have a menu before it that says how its text is held against the values of a field.

// OperatorOf returns the menu that says how the text of a box is held against values: it
// stands before the box, with nothing that is filled in between; nil where there is none.
func OperatorOf(fields []control.Field, box int) *control.Field {
	for i := box - 1; i >= 0; i-- {
		if c := &fields[i]; c.Control.IsFilled() {
			if c.Role == control.Operator && c.Control == "select" && c.Name != "" {
				return c
			}
			break
		}
	}
	return nil
}

// Finding returns the value by which an operator has its box find parts of values; "" where it
// is preset to that, or does not say that it offers it. Of several the one that says least is
// meant: the others say "not", or where.
func Finding(c *control.Field) string {
	best := -1
	for i, o := range c.Options {
		says := containsWords.Within(lexicon.Fold(o.Label)) || likeAnywhere.MatchString(o.Label)
		if says && !o.Disabled && o.Value != "" && (best < 0 || len(o.Label) < len(c.Options[best].Label)) {
			best = i
		}
	}
	if best < 0 || best == chosenAt(c) {
		return ""
	}
	return c.Options[best].Value
}

var (
	containsWords = lexicon.Section("contains")
	likeAnywhere  = regexp.MustCompile(`(?i)^i?like\s*[%*].*[%*]$`)
)

// chosenAt returns which option of a menu stands where nobody touches it; -1 where it has none.
func chosenAt(c *control.Field) int {
	if i := slices.IndexFunc(c.Options, func(o control.Option) bool { return o.Selected }); i >= 0 {
		return i
	}
	return min(0, len(c.Options)-1)
}

// compares reports whether an operator is preset to a sign of comparison: its box takes numbers,
// dates, or whole values.
func compares(c *control.Field) bool {
	at := chosenAt(c)
	return at >= 0 && c.Options[at].Label != "" && strings.Trim(c.Options[at].Label, "=<>!~≠≤≥ ") == ""
}
