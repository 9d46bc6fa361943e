package forms_test

import (
	"errors"
	"html"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
)

// TestFillRefuses lists what a browser's user could not enter or send, and
// next to it the nearest thing that can be sent.
func TestFillRefuses(t *testing.T) {
	type values = forms.Values
	tests := []struct {
		name     string
		controls string
		bad      values
		why      string
		good     values
	}{
		{"unknown control", `<input name=q>`, values{"x": {"1"}}, "no such control; it has q", values{"q": {"1"}}},
		{"required", `<input name=q required>`, values{}, "required", values{"q": {"1"}}},
		{"required, cleared", `<input name=q value=1 required>`, values{"q": {}}, "required", nil},
		{"required box", `<input type=checkbox name=c value=1 required>`, nil, "must be ticked", values{"c": {"1"}}},
		{"required radio", `<input type=radio name=r value=1><input type=radio name=r value=2 required>`, nil, "required", values{"r": {"1"}}},
		{"required select", `<select name=s required><option value="">Pick<option>1</select>`, nil, "option is required", values{"s": {"1"}}},
		{"required textarea", `<textarea name=q required></textarea>`, nil, "required", values{"q": {"x"}}},
		{"pattern", `<input name=q pattern="[0-9]{3}">`, values{"q": {"1234"}}, "does not match", values{"q": {"123"}}},
		{"pattern of all alternatives", `<input name=q pattern="a|b">`, values{"q": {"ab"}}, "does not match", values{"q": {"b"}}},
		{"maxlength", `<input name=q maxlength=3>`, values{"q": {"abcd"}}, "maxlength", values{"q": {"abc"}}},
		{"maxlength counts UTF-16", `<input name=q maxlength=3>`, values{"q": {"😀😀"}}, "maxlength", values{"q": {"😀a"}}},
		{"maxlength in spite of novalidate", `<input name=q maxlength=3><button formnovalidate>Search</button>`, values{"q": {"abcd"}}, "maxlength", values{"q": {"abc"}}},
		{"minlength", `<input name=q minlength=3>`, values{"q": {"ab"}}, "minlength", values{"q": {""}}},
		{"number", `<input type=number name=n>`, values{"n": {"ten"}}, "not a number", values{"n": {"10"}}},
		{"number with comma", `<input type=number name=n step=any>`, values{"n": {"1,5"}}, "not a number", values{"n": {"-1.5e3"}}},
		{"min", `<input type=number name=n min=5>`, values{"n": {"4"}}, "less than its min", values{"n": {"5"}}},
		{"max", `<input type=number name=n max=5>`, values{"n": {"6"}}, "more than its max", values{"n": {"5"}}},
		{"step", `<input type=number name=n min=1 step=3>`, values{"n": {"5"}}, "not a step", values{"n": {"7"}}},
		{"step of a fraction", `<input type=number name=n step=0.1>`, values{"n": {"0.35"}}, "not a step", values{"n": {"0.3"}}},
		{"step from the value", `<input type=number name=n step=10 value=3>`, values{"n": {"10"}}, "not a step", values{"n": {"13"}}},
		{"default step", `<input type=number name=n>`, values{"n": {"0.5"}}, "not a step", values{"n": {"5"}}},
		{"range", `<input type=range name=n max=9>`, values{"n": {"10"}}, "would become", values{"n": {"9"}}},
		{"date", `<input type=date name=d>`, values{"d": {"2021-02-29"}}, "not a date", values{"d": {"2020-02-29"}}},
		{"date max", `<input type=date name=d max=2020-01-01>`, values{"d": {"2020-01-02"}}, "more than its max", values{"d": {"2019-12-31"}}},
		{"option not in the list", `<select name=s><option>1<option>2</select>`, values{"s": {"3"}}, `not an option; it has 1, 2`, values{"s": {"2"}}},
		{"two of a single select", `<select name=s><option>1<option>2</select>`, values{"s": {"1", "2"}}, "takes one value", values{"s": {"1"}}},
		{"disabled option", `<select name=s><option>1<option disabled>2</select>`, values{"s": {"2"}}, "is disabled", values{"s": {"1"}}},
		{"two radio buttons", `<input type=radio name=r value=1><input type=radio name=r value=2>`, values{"r": {"1", "2"}}, "takes one value", values{"r": {"2"}}},
		{"box twice", `<input type=checkbox name=c value=1>`, values{"c": {"1", "1"}}, "takes one value", values{"c": {"1"}}},
		{"two values of a box", `<input name=q>`, values{"q": {"1", "2"}}, "takes 1 value", values{"q": {"1"}}},
		{"disabled", `<input name=q disabled>`, values{"q": {"1"}}, "disabled", nil},
		{"read-only", `<input name=q readonly>`, values{"q": {"1"}}, "read-only", nil},
		{"button", `<button name=b value=1>Search</button>`, values{"b": {"1"}}, "Submission.Button", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := parse(t, `<form action=/search role=search>`+tt.controls+`</form>`)[0]
			f.Purpose, f.Score = forms.Search, 1 // how it is judged is not what is tested here
			_, err := f.Fill(tt.bad, forms.Submission{})
			if e, ok := errors.AsType[*forms.ValueError](err); !ok || !strings.Contains(e.Reason, tt.why) {
				t.Errorf("Fill(%v): %v, want an error about %q", tt.bad, err, tt.why)
			}
			if tt.good != nil {
				if _, err := f.Fill(tt.good, forms.Submission{}); err != nil {
					t.Errorf("Fill(%v): %v", tt.good, err)
				}
			}
		})
	}
}

// patterns are pattern attributes with a value that is tried. TestChrome asks
// a browser for the truth of them.
var patterns = []patternCase{
	{`[0-9]{3}`, "12", false},
	{`[0-9]{3}`, "123", true},
	{`a|bc`, "abc", false},
	{`\p{L}+`, "é", true},
	{`\p{L}+`, "1", false},
	{`[^\d]+`, "1", false},
	{`(?:ab)+`, "abab", true},
	{`.{2,}`, "x", false},
	{`A`, "a", false},
	{`^x$`, "x", true},
	{`a/b`, "a/c", false},
}

type patternCase struct {
	pattern, value string
	valid          bool
}

func TestPattern(t *testing.T) {
	for _, tt := range patterns {
		if got := tt.accepted(t); got != tt.valid {
			t.Errorf("pattern %s accepts %q: %v, want %v", tt.pattern, tt.value, got, tt.valid)
		}
	}
}

// TestPatternUnchecked lists patterns of JavaScript that Go's regular
// expressions do not read: they let every value through.
func TestPatternUnchecked(t *testing.T) {
	for _, pattern := range []string{`(?=x)y`, `(a)\1`, `[^]`} {
		if tt := (patternCase{pattern, "anything", true}); !tt.accepted(t) {
			t.Errorf("pattern %s is checked", pattern)
		}
	}
}

func (p patternCase) accepted(t *testing.T) bool {
	t.Helper()
	f := parse(t, `<form action=/search role=search><input name=q pattern="`+html.EscapeString(p.pattern)+`"></form>`)[0]
	_, err := f.Fill(forms.Values{"q": {p.value}}, forms.Submission{})
	return err == nil
}

func TestSubmitterErrors(t *testing.T) {
	f := parse(t, `<form action=/search role=search><input name=q><button name=a value=1>Search</button><button name=b disabled>B</button></form>`)[0]
	for _, tt := range []struct {
		s   forms.Submission
		why string
	}{
		{forms.Submission{Button: "c"}, `no submit button "c"; it has "a" (Search), "b" (B)`},
		{forms.Submission{Button: "a", Value: "2"}, "no submit button"},
		{forms.Submission{Button: "b"}, "disabled"},
	} {
		if _, err := f.Fill(nil, tt.s); err == nil || !strings.Contains(err.Error(), tt.why) {
			t.Errorf("Fill with %+v: %v, want %q", tt.s, err, tt.why)
		}
	}
}
