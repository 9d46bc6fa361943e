package text

import (
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// At is the address of something of a site.
func At(site string, below ...any) string {
	path := "/sites/" + url.PathEscape(site)
	for _, b := range below {
		path += "/" + url.PathEscape(fmt.Sprint(b))
	}
	if name, ok := strings.CutSuffix(path, ".json"); ok { // a site may be called so, and its page is no JSON
		path = name + "%2Ejson"
	}
	return path
}

// changed is an address with its query changed, on its first page.
func changed(query string, change func(url.Values)) string {
	q, _ := url.ParseQuery(query) // what cannot be read is left out
	q.Del("offset")
	change(q)
	return "?" + q.Encode()
}

// with sets a parameter; "" takes it out.
func with(query, name, value string) string {
	return changed(query, func(q url.Values) {
		if q.Set(name, value); value == "" {
			q.Del(name)
		}
	})
}

// without takes one value of a parameter out.
func without(query, name, value string) string {
	return changed(query, func(q url.Values) {
		q[name] = slices.DeleteFunc(q[name], func(v string) bool { return v == value })
	})
}

// and adds a value to a parameter.
func and(query, name, value string) string {
	return changed(query, func(q url.Values) { q.Add(name, value) })
}

// rest is what an address asks for beside some parameters, for a form that asks for these; one
// that ends in a dot stands for all that begin so.
func rest(query string, beside ...string) (out []page.Pair) {
	q, _ := url.ParseQuery(query) // what cannot be read is left out
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if name != "offset" && !slices.ContainsFunc(beside, func(b string) bool { return name == b || strings.HasSuffix(b, ".") && strings.HasPrefix(name, b) }) {
			for _, v := range q[name] {
				out = append(out, page.Pair{Name: name, Value: v})
			}
		}
	}
	return out
}

// sorted is the address that sorts by a column, the other way where it does already.
func sorted(query, column, by string, descending bool) string {
	return changed(query, func(q url.Values) {
		q.Del("desc")
		if q.Set("sort", column); column == by && !descending {
			q.Set("desc", "1")
		}
	})
}

// pagesBeside are the addresses of the pages before and after one; "" where there is none.
type pagesBeside struct{ Back, On string }

func turned(query string, offset, shown int, more bool) (p pagesBeside) {
	if offset > 0 {
		p.Back = with(query, "offset", strconv.Itoa(max(offset-shown, 0)))
	}
	if more {
		p.On = with(query, "offset", strconv.Itoa(offset+shown))
	}
	return p
}

// web returns an address of a record that may be a link: http and https alone.
func web(address string) template.URL {
	if u, err := url.Parse(address); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		return template.URL(u.String())
	}
	return ""
}

// Funcs are what templates write with.
var Funcs = template.FuncMap{
	"count": Count, "short": Short, "plain": plain, "percent": percent, "plural": plural, "clip": Clip, "moment": moment, "round": round, "sqlcell": sqlCell, "asked": askedWords, "shell": shellWord,
	"at": At, "query": with, "without": without, "more": and, "sorted": sorted, "turned": turned, "rest": rest, "web": web,
	"first":   func(most int, names []string) []string { return names[:min(len(names), most)] },
	"has":     func(list []string, s string) bool { return slices.Contains(list, s) },
	"seconds": func(f float64) string { return round(time.Duration(f * float64(time.Second))) },
	"sub":     func(a, b int) int { return a - b },
	"plus":    func(a, b int) int { return a + b },
}
