package extract

import "testing"

func TestDenial(t *testing.T) {
	for body, want := range map[string]string{
		"<p>No lots match qqxyzzy.</p>": "No lots match",
		"<h1>Search results for qqxyzzy</h1><p>Your search - <b>qqxyzzy</b> - did not match any documents.": "did not match any documents",
		"<p>Leider wurde kein Ort gefunden.</p>":                                                            "Leider wurde kein Ort gefunden",
		"<p>該当する資料は見つかりませんでした</p>":                                                                          "該当する資料は見つかりませんでした",
		"<p>Not in a hurry? Read our news.</p><p>Nothing at all for qqxyzzy</p>":                            "Nothing at all for",
		"<p>If no words are given, all is listed.</p><p>Welcome to the shop.</p>":                           "",
	} {
		if got := Denial(parse(t, "http://books.example/find?q=qqxyzzy", wrap(body)), []string{"qqxyzzy"}); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// What the site is known to say where nothing was found tells an empty page,
// but not against records.
func TestKnownWordsOfEmptyPages(t *testing.T) {
	o := Options{Nothing: "The cupboard is bare"}
	if res := Read(parse(t, "http://books.example/find?q=x", wrap("<p>The cupboard is  bare, friend.</p>")), o); !res.Empty {
		t.Errorf("not empty: %+v", res)
	}
	if res := Read(parse(t, "http://books.example/find?q=x", wrap("<p>The cupboard is bare no more.</p>"+layouts["table"](shelf))), o); res.Empty || len(res.Records) != len(shelf) {
		t.Errorf("empty %v with %d records", res.Empty, len(res.Records))
	}
}
