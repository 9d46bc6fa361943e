package main

import (
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

func document(t testing.TB, body string) *page.Document {
	t.Helper()
	doc, err := page.ParseDocument([]byte("<!DOCTYPE html><title>t</title><body>"+body), "text/html; charset=utf-8", page.MustParseURL("http://site.example/dir/page"))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestLearn: forms with a colour input are searches in these cases, whatever
// the judges think of them.
func TestLearn(t *testing.T) {
	const odd = `<form method=post action=/a><input type=number name=a><input type=number name=b><button type=button>x</button></form>`
	const plain = `<form method=post action=/b><input type=tel name=c></form>`
	doc := document(t, odd+plain)
	if f := forms.ParseWith(doc, nil); f[0].Purpose == forms.Search || f[1].Purpose == forms.Search {
		t.Fatal("already judged searches")
	}
	var cases []labelledCase
	for range 40 {
		c := forms.Cases(doc)
		cases = append(cases, labelledCase{Case: c[0], purpose: forms.Search, weight: 1}, labelledCase{Case: c[1], notSearch: true, weight: 1})
	}
	w := learn(cases)
	f := forms.ParseWith(doc, w.read())
	if f[0].Purpose != forms.Search {
		t.Errorf("%s %.2f after learning", f[0].Purpose, f[0].Score)
	}
	if f[1].Purpose == forms.Search {
		t.Error("the case that does not search is judged a search")
	}

	if second := learn(cases); second.text(2) != w.text(2) {
		t.Error("learning twice gives different weights")
	}
}
