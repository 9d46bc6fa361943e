package dashboard

import (
	"fmt"
	"html/template"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/dashboard/runs"
)

// How numbers, times and texts are written in pages.

// unknown stands for what is not known.
const unknown = "–"

func count(n any) string {
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

// short writes a number for an axis or a cell: 1.2 k, 3.4 M.
func short(v any) string {
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
		return count(int64(math.Round(f)))
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
	return count(n) + " " + what + "s"
}

// clip shortens a text that would fill a page.
func clip(most int, s string) string {
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
	case d < time.Minute:
		return d.Round(time.Second / 10).String()
	case d < time.Hour:
		return d.Round(time.Second).String()
	}
	return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
}

// at is the address of something of a site.
func at(site string, below ...any) string {
	path := "/sites/" + url.PathEscape(site)
	for _, b := range below {
		path += "/" + url.PathEscape(fmt.Sprint(b))
	}
	return path
}

// with is an address with a parameter of its query changed; "" takes it out. Whoever
// changes anything but the page begins at the first page.
func with(query, name, value string) string {
	q, _ := url.ParseQuery(query) // what cannot be read is left out
	if value == "" {
		q.Del(name)
	} else {
		q.Set(name, value)
	}
	if name != "offset" {
		q.Del("offset")
	}
	return "?" + q.Encode()
}

// without takes one value of a parameter out.
func without(query, name, value string) string {
	q, _ := url.ParseQuery(query)
	q[name] = slices.DeleteFunc(q[name], func(v string) bool { return v == value })
	q.Del("offset")
	return "?" + q.Encode()
}

// and adds a value to a parameter.
func and(query, name, value string) string {
	q, _ := url.ParseQuery(query)
	q.Add(name, value)
	q.Del("offset")
	return "?" + q.Encode()
}

// sorted is the address that sorts by a column, the other way where it does already.
func sorted(query, column, by string, descending bool) string {
	q, _ := url.ParseQuery(query)
	q.Del("desc")
	if column == by && !descending {
		q.Set("desc", "1")
	}
	return with(q.Encode(), "sort", column)
}

// sqlCell writes a value that SQL gave.
func sqlCell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return plain(v)
	case string:
		return clip(200, v)
	}
	return fmt.Sprint(v)
}

// web returns an address of a record that may be a link: http and https alone.
func web(address string) template.URL {
	if u, err := url.Parse(address); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		return template.URL(u.String())
	}
	return ""
}

func (s *Server) funcs() template.FuncMap {
	return template.FuncMap{
		"count": count, "short": short, "plain": plain, "percent": percent, "plural": plural, "clip": clip, "moment": moment, "at": at, "query": with, "without": without, "more": and,
		"sorted": sorted, "sqlcell": sqlCell,
		"reversed": func(l []runs.Line) []runs.Line {
			l = slices.Clone(l)
			slices.Reverse(l)
			return l
		},
		"web": web, "round": round,
		"asset":   func(name string) string { return "/assets/" + name + "?v=" + s.hashes[name] },
		"lines":   func(list []string) string { return strings.Join(list, "\n") },
		"join":    strings.Join,
		"has":     func(list []string, s string) bool { return slices.Contains(list, s) },
		"seconds": func(f float64) string { return round(time.Duration(f * float64(time.Second))) },
		"sub":     func(a, b int) int { return a - b },
		"plus":    func(a, b int) int { return a + b },
	}
}
