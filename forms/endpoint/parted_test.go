package endpoint_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/page"
)

// Files that a script fetches for a question are parts of an index where one list names them, or
// their numbers tell them apart; not where what was asked is in their addresses, nor where what
// is shown is not in them.
func TestPartsOfAnIndex(t *testing.T) {
	var names []string
	for i := range 20 {
		names = append(names, fmt.Sprintf(`{"name":"f%d","size":9}`, 100+i))
	}
	lamp := func(path, title string) page.Exchange {
		return get(path, fmt.Sprintf(`{"title":%q,"url":"/lamp/%s"}`, title, title[len(title)-1:]))
	}
	rows := func(path string, letter string) page.Exchange {
		var out []string
		for i := range 12 {
			out = append(out, fmt.Sprintf(`{"title":"%srass lamp %d","url":"/lamp/%s%d"}`, letter, i, letter, i))
		}
		return get(path, "["+strings.Join(out, ",")+"]")
	}
	shown := func(ats ...string) (out []endpoint.Shown) {
		for _, at := range ats {
			title := map[bool]string{true: "Brass lamp " + at, false: at[:1] + "rass lamp " + at[1:]}[len(at) == 1]
			out = append(out, endpoint.Shown{Title: title, Text: title, URL: page.MustParseURL(host + "/lamp/" + at)})
		}
		return out
	}
	asks := func(word string, shown []endpoint.Shown, x ...page.Exchange) endpoint.Observation {
		return endpoint.Observation{Page: page.Get(page.MustParseURL(host + "/")), Final: page.MustParseURL(host + "/"), Asked: []page.Pair{{Name: "q", Value: word}}, Exchanges: x, Shown: shown}
	}
	all := get("/all.json", `{"files":[`+strings.Join(names, ",")+`]}`)
	few := get("/all.json", `{"files":[`+strings.Join(names[:3], ",")+`]}`)
	var members []string
	for i := range 20 {
		members = append(members, fmt.Sprintf(`"%c":"p/f%d.json"`, 'a'+i, 100+i))
	}
	keyed := get("/all.json", "{"+strings.Join(members, ",")+"}")
	none := asks("qzxv", nil)
	for name, c := range map[string]struct {
		seen []endpoint.Observation
		want *endpoint.Parted
	}{
		"named": {[]endpoint.Observation{none, asks("brass", shown("1", "2"), all, lamp("/p/f101.json", "Brass lamp 1"), lamp("/p/f102.json", "Brass lamp 2"))},
			&endpoint.Parted{In: "/files/*/name", Before: "/p/", After: ".json"}},
		"named in an object": {[]endpoint.Observation{none, asks("brass", shown("1", "2"), keyed, lamp("/p/f101.json", "Brass lamp 1"), lamp("/p/f102.json", "Brass lamp 2"))},
			&endpoint.Parted{In: "/*", Before: "/", After: ""}},
		"named by a short list":   {[]endpoint.Observation{none, asks("brass", shown("1", "2"), few, lamp("/p/f101.json", "Brass lamp 1"), lamp("/p/f102.json", "Brass lamp 2"))}, nil},
		"one is not named":        {[]endpoint.Observation{none, asks("brass", shown("1", "2"), all, lamp("/p/f101.json", "Brass lamp 1"), lamp("/p/g1.json", "Brass lamp 2"))}, nil},
		"something else is shown": {[]endpoint.Observation{none, asks("brass", shown("5", "6"), all, lamp("/p/f101.json", "Brass lamp 1"), lamp("/p/f102.json", "Brass lamp 2"))}, nil},
		"numbered": {[]endpoint.Observation{asks("tin", nil, rows("/p/x_c.json", "T")), asks("brass", shown("B1", "B2"), rows("/p/x_2.json", "B"))},
			&endpoint.Parted{Before: "/p/x_", After: ".json"}},
		"numbered with noughts": {[]endpoint.Observation{asks("tin", nil, rows("/p/x07.json", "T")), asks("brass", shown("B1", "B2"), rows("/p/x12.json", "B"))},
			&endpoint.Parted{Before: "/p/x", After: ".json", Digits: 2}},
		"by letters":                                 {[]endpoint.Observation{asks("tin", nil, rows("/p/x_t.json", "T")), asks("brass", shown("B1", "B2"), rows("/p/x_b.json", "B"))}, nil},
		"one part alone was seen":                    {[]endpoint.Observation{none, asks("brass", shown("B1", "B2"), rows("/p/x_2.json", "B"))}, nil},
		"what was asked is in them":                  {[]endpoint.Observation{asks("7", nil, rows("/p/7.json", "T")), asks("2", shown("B1", "B2"), rows("/p/2.json", "B"))}, nil},
		"the same for two words, others for a third": {[]endpoint.Observation{asks("qzxv", nil, get("/p/words.json", `{"tin":[7]}`)), asks("tin", nil, rows("/p/x.json", "B")), asks("brass", shown("B1", "B2"), rows("/p/x.json", "B"))}, nil},
		"the parts of two hold what is shown": {[]endpoint.Observation{none, asks("brass", shown("B1", "C2"), rows("/p/x_1.json", "B"), rows("/p/x_2.json", "C"))},
			&endpoint.Parted{Before: "/p/x_", After: ".json"}},
		"named part by part": {[]endpoint.Observation{asks("tin", nil, keyed, lamp("/p/f105.json", "Tin lamp 5")), asks("brass", shown("1"), lamp("/p/f101.json", "Brass lamp 1"))},
			&endpoint.Parted{In: "/*", Before: "/"}},
		"the same for one beginning":   {[]endpoint.Observation{asks("bronze", nil, rows("/p/2.json", "B")), asks("brass", shown("B1", "B2"), rows("/p/2.json", "B"))}, nil},
		"parts of another kind before": {[]endpoint.Observation{asks("tin", nil, get("/p/x_c.json", `[1,2]`)), asks("brass", shown("B1", "B2"), rows("/p/x_2.json", "B"))}, nil},
	} {
		e, ok := endpoint.Learn(c.seen)
		if d := cmp.Diff(c.want, e.Parted); d != "" || ok && c.want == nil && e.Whole {
			t.Errorf("%s: %+v %s", name, e, d)
		}
	}
}

// How many parts there are is found out by few of them.
func TestNumberedParts(t *testing.T) {
	for _, c := range []struct{ first, parts, base, digits int }{{0, 0, 10, 0}, {0, 1, 10, 0}, {1, 1, 10, 0}, {0, 9, 10, 0}, {1, 10, 16, 0}, {0, 14, 16, 0}, {0, 37, 16, 0}, {1, 200, 10, 0}, {1, 12, 10, 2}, {0, 120, 10, 2}} {
		written := func(n int) string {
			text := strconv.FormatInt(int64(n), c.base)
			return strings.Repeat("0", max(0, c.digits-len(text))) + text
		}
		asked := 0
		names, err := endpoint.Parted{Digits: c.digits}.Numbered(func(name string) (bool, error) {
			asked++
			n, err := strconv.ParseInt(name, c.base, 64)
			return err == nil && int(n) >= c.first && int(n) < c.first+c.parts && written(int(n)) == name, nil
		})
		if err != nil || len(names) != c.parts || asked > 20 || c.parts > 0 && names[c.parts-1] != written(c.first+c.parts-1) {
			t.Errorf("%+v: %q by %d, %v", c, names, asked, err)
		}
	}
	down := errors.New("down")
	if names, err := (endpoint.Parted{}).Numbered(func(string) (bool, error) { return false, down }); err != down || len(names) > 0 {
		t.Errorf("%q, %v", names, err)
	}
}

// A part is none that is of another site, or does something.
func TestPartsAreOnlyRead(t *testing.T) {
	e := endpoint.Endpoint{Request: page.Get(page.MustParseURL(host + "/all.json")), Parted: &endpoint.Parted{Before: "/"}}
	for name, ok := range map[string]bool{"p/f1.json": true, "/elsewhere.example/f1.json": false, "logout": false, "item/1/delete": false} {
		if req, err := e.Part(name); (err == nil) != ok {
			t.Errorf("%s: %s, %v", name, req.URL, err)
		}
	}
}
