package stored

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

func TestEndpointsAreExplained(t *testing.T) {
	var out bytes.Buffer
	request := page.Get(page.MustParseURL("http://lamps.example/api/find"))
	request.Method, request.ContentType, request.Body = "POST", "application/json", `{"q":"red","after":null}`
	printEndpoints(&out, siteEndpoints{
		Site: "lamps",
		Endpoints: []endpoint.Endpoint{{
			Request: request, Asked: []page.Pair{{Name: "word", Value: "red"}},
			Parts: []endpoint.Part{
				{At: "json /q", Is: endpoint.PartControl, Control: "word"},
				{At: "json /after", Is: endpoint.PartCursor, Found: &endpoint.Found{In: "json /next"}},
				{At: "header X-Key", Is: endpoint.PartToken, Value: "secret-1", Found: &endpoint.Found{On: page.Get(page.MustParseURL("http://lamps.example/")), In: "meta key"}},
			},
			Answer:  endpoint.Answer{JSON: true, List: "/lamps", Title: "/name"},
			Reasons: []string{"its answer has 9 of the 9 records that the page showed", `json /q: what "word" is set to`},
		}},
		Direct: harvest.Direct{Lost: 1, Why: "GET http://lamps.example/old: status 410"},
	})
	want := `lamps: 1 request behind its pages

  POST http://lamps.example/api/find
  sends     {"q":"red","after":null}
  asked     as it was learned from word = "red"
  part      json /q: what "word" is set to
  part      json /after: the cursor that the answer before gives at json /next
  part      header X-Key: a token; a new one is taken from http://lamps.example/ (meta key)
  answer    JSON, records at "/lamps", their title at /name
  why       its answer has 9 of the 9 records that the page showed

0 candidates that did not give what the page showed, 1 request that stopped working; the latest: GET http://lamps.example/old: status 410
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
