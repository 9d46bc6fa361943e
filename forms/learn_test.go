package forms_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/purpose"
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
	var cases []purpose.Case
	for range 40 {
		c := forms.Cases(doc)
		c[0].Purpose, c[1].NotSearch = forms.Search, true
		cases = append(cases, c...)
	}
	w := purpose.Learn(cases)
	f := forms.ParseWith(doc, w)
	if f[0].Purpose != forms.Search {
		t.Errorf("%s %.2f after learning", f[0].Purpose, f[0].Score)
	}
	if f[1].Purpose == forms.Search {
		t.Error("the case that does not search is judged a search")
	}

	var text strings.Builder
	if _, err := w.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	again, err := purpose.ReadWeights(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	var same strings.Builder
	again.WriteTo(&same)
	if diff := cmp.Diff(text.String(), same.String()); diff != "" {
		t.Error(diff)
	}
	if g := forms.ParseWith(doc, again); g[0].Purpose != forms.Search {
		t.Errorf("%s %.2f with the weights read back", g[0].Purpose, g[0].Score)
	}
	if second := purpose.Learn(cases); !cmp.Equal(text.String(), written(second)) {
		t.Error("learning twice gives different weights")
	}
}

func written(w *purpose.Weights) string {
	var b strings.Builder
	w.WriteTo(&b)
	return b.String()
}

func TestReadWeightsRefuses(t *testing.T) {
	for _, text := range []string{"a\tsearch", "a\tnonsense\t1", "a\tsearch\tmuch", "\n"} {
		if _, err := purpose.ReadWeights(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	f.Add("a sign\tsearch\t0.25\nanother\tlogin\t-1\n")
	f.Add("x\t\t")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := purpose.ReadWeights(strings.NewReader(text))
		if err != nil {
			return
		}
		if _, err := purpose.ReadWeights(strings.NewReader(written(w))); err != nil {
			t.Errorf("what was written is refused: %v", err)
		}
	})
}
