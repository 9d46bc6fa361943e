package behind

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

func TestListedRecordsAreToldByWhatTheySay(t *testing.T) {
	row := func(key string, values ...string) querygen.Row {
		r := querygen.Row{Key: key}
		for _, v := range values {
			r.Fields = append(r.Fields, page.Pair{Name: "x", Value: v})
		}
		return r
	}
	var l listed
	l.learn([]querygen.Row{
		row("id:1", "Brass lamp", "Adler", "1901"), row("id:2", "Tin lamp", "Adler", "1902"), row("id:3", "Brass lamp", "Meyer", "1903"),
		row("id:4", "Oak lamp", "Adler", "1904"), row("id:5", "Elm lamp", "Adler", "1905"), row("id:6", "Fir lamp", "Adler", "1906"),
		{Key: "id:7", Text: "7 Yew lamp Adler 1907", Fields: []page.Pair{{Name: "id", Value: "7"}, {Name: "by", Value: "Adler"}, {Name: "year", Value: "1907"}}},
	})
	for _, c := range []struct {
		name, title string
		values      []string
		want        string
	}{
		{"by its title", "tin  LAMP", nil, "id:2"},
		{"of two by another value", "Brass lamp", []string{"Meyer"}, "id:3"},
		{"of two by nothing", "Brass lamp", nil, ""},
		{"by two values that are no title", "Meyer", []string{"Brass lamp", "1903"}, "id:3"},
		{"by one value that is no title", "A lamp", []string{"1904"}, ""},
		{"by its title, its fields cut otherwise", "Tin lamp", []string{"Adler 1902"}, "id:2"},
		{"by its title, against all else", "Tin lamp", []string{"Meyer", "1911", "Ulm"}, ""},
		{"by some values of several", "Pine lamp", []string{"Meyer", "1903", "Ulm"}, ""},
		{"by its title, which is none of its fields", "Yew lamp", []string{"Adler", "1907"}, "id:7"},
		{"by a value that many have", "Adler", nil, ""},
		{"not there", "Iron lamp", []string{"1911"}, ""},
	} {
		rec := extract.Record{Key: "page", Title: c.title, Text: strings.Join(append([]string{c.title}, c.values...), " ")}
		for _, v := range c.values {
			rec.Fields = append(rec.Fields, extract.Field{Name: "y", Value: v})
		}
		if got := l.key(rec); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := l.key(extract.Record{Key: "id:1", Title: "Tin lamp"}); got != "" {
		t.Errorf("a record with a key of the listing gets %q", got)
	}
}
