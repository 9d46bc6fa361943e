package page_test

import (
	"encoding/json"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

func TestRequestSurvivesJSON(t *testing.T) {
	for _, r := range []page.Request{
		{},
		page.Get(page.MustParseURL("http://a.example/?q=%E9")),
		{Method: "POST", URL: page.MustParseURL("http://a.example/find"), ContentType: "text/plain", Body: "q=é\r\n", Referer: page.MustParseURL("http://a.example/")},
		{Method: "POST", URL: page.MustParseURL("http://a.example/find"), ContentType: "multipart/form-data; boundary=x", Body: "--x\r\nname=q\r\n\r\n\xe9\xff\x00\r\n--x--"},
	} {
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var got page.Request
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatal(err)
		}
		if got != r || got.Key() != r.Key() {
			t.Errorf("%+v came back as %+v from %s", r, got, b)
		}
	}
}
