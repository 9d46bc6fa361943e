package extract

import (
	"encoding/json"
	"net/url"
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
	if u := jsonAddress(v, base, 0); !u.IsZero() {
		return u
	}
	if rows == 0 {
		return page.URL{}
	}
	if u := jsonCursor(v, base, 0); !u.IsZero() {
		return u
	}
	return jsonCounted(v, base, rows, 0)
}

// jsonDepth is how deep below the top the members of a pager are looked for.
const jsonDepth = 3

// jsonAddress reads {"next": "/books?page=2"} and {"next": {"href": "..."}}.
func jsonAddress(v any, base *page.Document, depth int) page.URL {
	o, ok := v.(*object)
	if !ok || depth > jsonDepth {
		return page.URL{}
	}
	for i, name := range o.names {
		if jsonNexts[strings.ToLower(name)] {
			s, isText := o.values[i].(string)
			if in, isObject := o.values[i].(*object); isObject {
				if s, isText = in.get("href").(string); !isText {
					s, isText = in.get("url").(string)
				}
			}
			if isText && (strings.Contains(s, "/") || strings.HasPrefix(s, "?")) {
				if u, err := base.Resolve(s); err == nil && u != base.URL {
					return u
				}
			}
		}
		if u := jsonAddress(o.values[i], base, depth+1); !u.IsZero() {
			return u
		}
	}
	return page.URL{}
}

// jsonCursor reads {"next_cursor": "abc"}, unless has_more is false.
func jsonCursor(v any, base *page.Document, depth int) page.URL {
	o, ok := v.(*object)
	if !ok || depth > jsonDepth {
		return page.URL{}
	}
	for i, name := range o.names {
		switch strings.ToLower(name) {
		case "has_more", "hasmore", "hasnextpage", "has_next_page", "has_next", "hasnext":
			if more, ok := o.values[i].(bool); ok && !more {
				return page.URL{}
			}
		}
	}
	for i, name := range o.names {
		if sent, ok := jsonCursors[strings.ToLower(name)]; ok {
			text := ""
			switch x := o.values[i].(type) {
			case string:
				text = x
			case json.Number:
				text = x.String()
			}
			if text != "" && len(text) < 1000 {
				if u, ok := withParameter(base.URL, sent, text); ok {
					return u
				}
			}
		}
		if u := jsonCursor(o.values[i], base, depth+1); !u.IsZero() {
			return u
		}
	}
	return page.URL{}
}

// jsonCounted reads {"page": 2, "total_pages": 9} and {"offset": 20,
// "limit": 10, "total": 90}, if the page's address has the parameter that
// counts, or the answer is the first.
func jsonCounted(v any, base *page.Document, rows, depth int) page.URL {
	o, ok := v.(*object)
	if !ok || depth > jsonDepth {
		return page.URL{}
	}
	number := func(names ...string) (int, string) {
		for _, want := range names {
			for i, name := range o.names {
				if n, ok := o.values[i].(json.Number); ok && strings.EqualFold(name, want) {
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
		last := pages
		if name := strings.ToLower(name); current == 0 || name == "pageindex" {
			last = pages - 1 // counted from nought
		}
		if current < last {
			if u, ok := withParameter(base.URL, []string{"page", name, "p", "pageNumber"}, strconv.Itoa(current+1)); ok {
				return u
			}
		}
		return page.URL{}
	}
	total, _ := number("total", "totalCount", "total_count", "count", "numFound", "total_results", "totalResults", "totalHits")
	if offset, name := number("offset", "start", "from", "skip", "startIndex"); offset >= 0 && total > offset+rows {
		if u, ok := withParameter(base.URL, []string{name}, strconv.Itoa(offset+rows)); ok {
			return u
		}
	}
	for _, x := range o.values {
		if u := jsonCounted(x, base, rows, depth+1); !u.IsZero() {
			return u
		}
	}
	return page.URL{}
}

// withParameter returns u with the first of names that it has, else with the
// first of names, set to value; false where nothing would change.
func withParameter(u page.URL, names []string, value string) (page.URL, bool) {
	name := names[0]
	var kept []string
	path, query, _ := strings.Cut(u.String(), "?")
	pairs := strings.FieldsFunc(query, func(r rune) bool { return r == '&' })
	for _, want := range names {
		for _, p := range pairs {
			if n, _, _ := strings.Cut(p, "="); n == want {
				name = want
			}
		}
	}
	for _, p := range pairs {
		if n, _, _ := strings.Cut(p, "="); n != name {
			kept = append(kept, p)
		}
	}
	kept = append(kept, url.QueryEscape(name)+"="+url.QueryEscape(value))
	out, err := page.ParseURL(path + "?" + strings.Join(kept, "&"))
	return out, err == nil && out != u
}
