package forms_test

import (
	"fmt"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// A page's forms, what their controls are for, and the request that a browser would send.
func Example() {
	html := `<form action="/find">
		<label>Author <input name="a"></label>
		<label>Language <select name="lang"><option value="">Any<option value="de">German<option value="fr">French</select></label>
		<button>Search</button>
	</form>`
	doc, err := page.ParseDocument([]byte(html), "text/html; charset=utf-8", page.MustParseURL("https://books.example/"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range forms.Parse(doc) {
		fmt.Println(f.Purpose, f.Action)
		for _, c := range f.Fields {
			fmt.Printf("  %s %q: %s\n", c.Control, c.Name, c.Role)
		}
		req, err := f.Fill(forms.Values{"a": {"woolf"}, "lang": {"de"}}, forms.Submission{})
		fmt.Println(req.URL, err)
	}
	// Output:
	// search https://books.example/find
	//   text "a": query
	//   select "lang": category
	//   submit "": submit
	// https://books.example/find?a=woolf&lang=de <nil>
}
