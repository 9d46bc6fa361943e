package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
)

// TestTruth: all tables can be read, and have what is judged.
func TestTruth(t *testing.T) {
	tables, err := parse(truth)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{"text": true, "number": true, "money": true, "date": true, "time": true, "duration": true, "boolean": true, "list": true, "url": true, "image": true}
	seen := map[string]bool{}
	for _, table := range tables {
		if seen[table.id] || len(table.fields) == 0 {
			t.Errorf("%s stands there twice or has no field", table.id)
		}
		seen[table.id] = true
		for _, f := range table.fields {
			if !kinds[f.kind] || f.names[0] == "" {
				t.Errorf("%s: field %q of type %q", table.id, f.names, f.kind)
			}
		}
	}
}

// TestJudge: a merged column, one with a numbered name, a second one and one of another
// type are told.
func TestJudge(t *testing.T) {
	tables, err := parse("page d id\ntitle text | Blue | Red…\nprice money | $5 | $7\nsize/area number | 5 m² | -\ncolor text | blue | red\n?more text | … | …\n")
	if err != nil {
		t.Fatal(err)
	}
	record := func(title, price, size, link string) extract.Record {
		return extract.Record{Title: title, Text: title + " " + price + " " + size + " blue red more", Fields: []extract.Field{
			{Name: "name", Value: title}, {Name: "price", Value: price, Kind: "money"}, {Name: "area_2", Value: size}, {Name: "link", Value: link}, {Name: "more", Value: "more"},
		}}
	}
	j := judge(tables[0], []extract.Record{record("Red is it", "$7", "", "red 7"), record("Blue", "$5", "5 m²", "blue 5")}, nil)
	if j.fields != 4 || len(j.own) != 3 || j.columns != 6 || len(j.junk) != 2 || len(j.lacking) != 1 || j.lacking[0].names[0] != "color" {
		t.Fatalf("%d fields, own %v, %d columns, junk %v, lacking %v", j.fields, j.own, j.columns, j.junk, j.lacking)
	}
	for _, o := range j.own {
		if odd := o.column.name == "area_2"; o.named == odd || o.typed == odd {
			t.Errorf("%s for %s: named %t, typed %t", o.column.name, o.field.names[0], o.named, o.typed)
		}
	}
}

// TestCheck: columns of an export that nobody would keep as they are.
func TestCheck(t *testing.T) {
	var in, out strings.Builder
	for i := range 300 {
		rare := ""
		if i == 7 {
			rare = `,"rare":"x"`
		}
		fmt.Fprintf(&in, `{"site":"s","title":"t%d","fields":{"name":"t%d","price":3,"link_2":"a"%s}}`+"\n", i, i, rare)
	}
	if err := check(&out, strings.NewReader(in.String())); err != nil {
		t.Fatal(err)
	}
	if want := "s: link_2 ends in a number\ns: name repeats the title\ns: rare is filled in 1 of 300 records\n3 of 4 columns of 1 sites\n"; out.String() != want {
		t.Errorf("%s, want %s", out.String(), want)
	}
}
