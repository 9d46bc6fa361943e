package forms_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// A step that leads on is not taken under a heading that says what it does.
func TestAFirstStepUnderADeedIsNone(t *testing.T) {
	for heading, want := range map[string]bool{"Unsere Bibliotheken": true, "Mitgliedschaft kündigen": false, "Delete account": false} {
		u := page.MustParseURL("http://club.example/")
		doc, err := (&page.Page{Request: page.Get(u), Final: u, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
			Body: fmt.Appendf(nil, `<html lang=de><h1>%s</h1><div><label>Ort <select id=r><option>Jena</option><option>Halle</option></select></label> <button type=button id=b>Weiter</button></div>`, heading)}).Document()
		if err != nil {
			t.Fatal(err)
		}
		steps, left := forms.FirstSteps(doc, func(string) bool { return true })
		if got := len(steps) > 0; got != want || got == (left != "") {
			t.Errorf("%s: a first step is %t, not %t", heading, got, want)
		}
	}
}
