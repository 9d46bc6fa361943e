// Package text writes numbers, times, texts and addresses as pages show them.
package text

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// unknown stands for what is not known.
const unknown = "–"

// Count writes a whole number; a pointer may know none.
func Count(n any) string {
	var v int64
	switch n := n.(type) {
	case int:
		v = int64(n)
	case int64:
		v = n
	case *int:
		if n == nil {
			return unknown
		}
		v = int64(*n)
	}
	s := strconv.FormatInt(v, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Short writes a number for an axis or a cell: 1.2 k, 3.4 M.
func Short(v any) string {
	var f float64
	switch v := v.(type) {
	case float64:
		f = v
	case *float64:
		if v == nil {
			return unknown
		}
		f = *v
	case int:
		f = float64(v)
	}
	switch {
	case math.Abs(f) >= 999_950:
		return trim(f/1e6) + " M"
	case math.Abs(f) >= 10_000:
		return trim(f/1e3) + " k"
	case f == math.Trunc(f) || math.Abs(f) >= 100:
		return Count(int64(math.Round(f)))
	}
	return trim(f)
}

func trim(f float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(f, 'f', 2, 64), "0"), ".")
}

// plain writes a number of a cell in full.
func plain(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func percent(share float64) string {
	switch {
	case share >= 0.9995 && share < 1:
		return "99.9 %" // almost all is not all
	case share > 0 && share < 0.001:
		return "< 0.1 %"
	}
	return strconv.FormatFloat(100*share, 'f', 1, 64) + " %"
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Count(n) + " " + what + "s"
}

// Clip shortens a text that would fill a page.
func Clip(most int, s string) string {
	if utf8.RuneCountInString(s[:min(len(s), 4*most)]) <= most && len(s) <= 4*most {
		return s
	}
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i] + "…"
		}
	}
	return s
}

// moment is a time as an element that a script may rewrite.
func moment(t time.Time) template.HTML {
	if t.IsZero() {
		return unknown
	}
	return template.HTML(fmt.Sprintf(`<time datetime="%s" title="%[1]s">%s</time>`, t.UTC().Format(time.RFC3339), since(time.Since(t))))
}

func since(d time.Duration) string {
	word := func(n int, unit string) string { return strconv.Itoa(n) + " " + unit + " ago" }
	switch {
	case d < -time.Second:
		return "in " + round(-d)
	case d < 5*time.Second:
		return "now"
	case d < time.Minute:
		return word(int(d.Seconds()), "s")
	case d < time.Hour:
		return word(int(d.Minutes()), "min")
	case d < 48*time.Hour:
		return word(int(d.Hours()), "h")
	}
	return word(int(d.Hours()/24), "days")
}

func round(d time.Duration) string {
	switch {
	case d > 0 && d < time.Millisecond:
		return "< 1ms"
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(time.Second / 10).String()
	case d < time.Hour:
		return strings.Replace(d.Round(time.Second).String(), "m0s", "m", 1)
	}
	return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
}

// askedWords are the words of a question, where nothing or a blank would not be seen.
func askedWords(words string) string {
	switch {
	case words == "":
		return "the form as served"
	case strings.TrimSpace(words) == "":
		return strconv.Quote(words)
	}
	return words
}

// shellWord writes a file's name for a command line.
func shellWord(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	if strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./") == "" {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// sqlCell writes a value that SQL gave.
func sqlCell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return plain(v)
	case string:
		return Clip(200, v)
	}
	return fmt.Sprint(v)
}
