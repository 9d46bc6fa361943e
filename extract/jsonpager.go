package extract

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// jsonNexts are members that hold the address of the next page.
var jsonNexts = wording.Set("next", "nextpage", "next_page", "nexturl", "next_url", "nextlink", "next_link", "@odata.nextlink", "nexthref", "next_href", "nextpageurl", "next_page_url", "odata.nextlink")

// jsonCursors are members that hold a cursor for the next page, with the
// parameters that send it; the first that the page's own address has is taken,
// else the first.
var jsonCursors = map[string][]string{
	"next_cursor": {"cursor", "next_cursor", "after"}, "nextcursor": {"cursor", "nextCursor", "after"}, "cursor": {"cursor", "after"}, "next_page_token": {"page_token", "pageToken"},
	"nextpagetoken": {"pageToken", "page_token"}, "nexttoken": {"nextToken", "token"}, "next_token": {"next_token", "token"}, "endcursor": {"after", "cursor"}, "end_cursor": {"after", "cursor"},
	"nextcursormark": {"cursorMark"}, "scroll_id": {"scroll_id"}, "continuationtoken": {"continuationToken"}, "resumptiontoken": {"resumptionToken"}, "search_after": {"search_after"},
}

// jsonNext finds the way to the next page near the top of a JSON answer with
// rows records: its address, a cursor, or the number of the page beside that
// of all pages or records.
func jsonNext(v any, base *page.Document, rows int) page.URL {
	if !base.Next.IsZero() && base.Next != base.URL {
		return base.Next
	}
	ways := []func(*object) page.URL{func(o *object) page.URL { return jsonAddress(o, base) }}
	if rows > 0 {
		ways = append(ways, func(o *object) page.URL { return jsonCursor(o, base.URL) },
			func(o *object) page.URL { return jsonCounted(o, base.URL, rows) })
	}
	for _, way := range ways {
		if u := nearTop(v, 0, way); !u.IsZero() {
			return u
		}
	}
	return page.URL{}
}

// jsonDepth is how deep below the top the members of a pager are looked for.
const jsonDepth = 3

// nearTop returns what is found in the first object that has it.
func nearTop(v any, depth int, find func(*object) page.URL) page.URL {
	o, ok := v.(*object)
	if !ok || depth > jsonDepth {
		return page.URL{}
	}
	u := find(o)
	for i := 0; u.IsZero() && i < len(o.Values); i++ {
		u = nearTop(o.Values[i], depth+1, find)
	}
	return u
}

// jsonAddress reads {"next": "/books?page=2"} and {"next": {"href": "..."}}.
func jsonAddress(o *object, base *page.Document) page.URL {
	for i, name := range o.Names {
		if !jsonNexts[strings.ToLower(name)] {
			continue
		}
		s, _ := o.Values[i].(string)
		if in, ok := o.Values[i].(*object); ok {
			s, _ = member(in, []string{"href", "url"})
		}
		if strings.Contains(s, "/") || strings.HasPrefix(s, "?") {
			if u, err := base.Resolve(s); err == nil && u != base.URL {
				return u
			}
		}
	}
	return page.URL{}
}

// jsonMore are members that say whether there is a next page.
var jsonMore = wording.Set("has_more", "hasmore", "hasnextpage", "has_next_page", "has_next", "hasnext")

// jsonCursor reads {"next_cursor": "abc"}, unless has_more is false.
func jsonCursor(o *object, at page.URL) (next page.URL) {
	for i, name := range o.Names {
		name = strings.ToLower(name)
		if more, ok := o.Values[i].(bool); ok && !more && jsonMore[name] {
			return page.URL{}
		}
		if text := scalar(o.Values[i]); next.IsZero() && text != "" && len(text) < 1000 && jsonCursors[name] != nil {
			next = withParameter(at, jsonCursors[name], text)
		}
	}
	return next
}

// jsonCounted reads {"page": 2, "total_pages": 9} and {"offset": 20,
// "limit": 10, "total": 90}, if the page's address has the parameter that
// counts, or the answer is the first.
func jsonCounted(o *object, at page.URL, rows int) page.URL {
	number := func(names ...string) (int, string) {
		for _, want := range names {
			for i, name := range o.Names {
				if n, ok := o.Values[i].(json.Number); ok && strings.EqualFold(name, want) {
					if k, err := strconv.Atoi(n.String()); err == nil {
						return k, name
					}
				}
			}
		}
		return -1, ""
	}
	pages, _ := number("total_pages", "totalPages", "pages", "pageCount", "page_count", "last_page", "lastPage", "nbPages", "num_pages")
	if current, name := number("page", "current_page", "currentPage", "page_number", "pageNumber", "pageIndex"); current >= 0 && pages > 1 {
		if current == 0 || strings.EqualFold(name, "pageIndex") {
			pages-- // counted from nought
		}
		if current >= pages {
			return page.URL{}
		}
		return withParameter(at, []string{"page", name, "p", "pageNumber"}, strconv.Itoa(current+1))
	}
	total, _ := number("total", "totalCount", "total_count", "count", "numFound", "total_results", "totalResults", "totalHits")
	if offset, name := number("offset", "start", "from", "skip", "startIndex"); offset >= 0 && total > offset+rows {
		return withParameter(at, []string{name}, strconv.Itoa(offset+rows))
	}
	return page.URL{}
}

// withParameter returns u with the first of names that it has, else with the
// first of names, set to value; the zero URL where nothing would change.
func withParameter(u page.URL, names []string, value string) page.URL {
	path, query, _ := strings.Cut(u.String(), "?")
	pairs := strings.FieldsFunc(query, func(r rune) bool { return r == '&' })
	called := func(name string) func(string) bool {
		return func(pair string) bool { n, _, _ := strings.Cut(pair, "="); return n == name }
	}
	name := names[0]
	if i := slices.IndexFunc(names, func(n string) bool { return slices.ContainsFunc(pairs, called(n)) }); i >= 0 {
		name = names[i]
	}
	pairs = append(slices.DeleteFunc(pairs, called(name)), url.QueryEscape(name)+"="+url.QueryEscape(value))
	if out, err := page.ParseURL(path + "?" + strings.Join(pairs, "&")); err == nil && out != u {
		return out
	}
	return page.URL{}
}
