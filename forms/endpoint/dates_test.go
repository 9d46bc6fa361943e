package endpoint_test

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/page"
)

// Scripts write a date otherwise than the control has it that was filled in.
func TestEndpointThatWritesDatesOtherwise(t *testing.T) {
	old := lamps("old")
	for name, c := range map[string]struct{ first, second string }{
		"as they are":       {"1931-05-07", "1990-12-24"},
		"the year":          {"1931", "1990"},
		"the month":         {"1931-05", "1990-12"},
		"without signs":     {"19310507", "19901224"},
		"the day first":     {"07.05.1931", "24.12.1990"},
		"as a person wants": {"05/07/1931", "12/24/1990"},
		"with a time":       {"1931-05-07T00:00:00.000Z", "1990-12-24T00:00:00.000Z"},
		"in seconds":        {"-1219881600", "661996800"},
		"in milliseconds":   {"-1219881600000", "661996800000"},
	} {
		o := asked("", shown(old), get("/find?limit=3&since="+c.first, list(old)))
		o.Asked = []page.Pair{{Name: "from", Value: "1931-05-07"}}
		e, ok := endpoint.Learn([]endpoint.Observation{o})
		if !ok {
			t.Errorf("%s: nothing learned", name)
			continue
		}
		got, err := e.Fill(forms.Values{"from": {"1990-12-24"}}, endpoint.Progress{}, 0)
		if want := "/find?limit=3&since=" + c.second; err != nil || strings.ReplaceAll(strings.ReplaceAll(got.URL.PathQuery(), "%2F", "/"), "%3A", ":") != want {
			t.Errorf("%s: %s, %v, want %s", name, got.URL.PathQuery(), err, want)
		}
	}
	o := asked("", shown(old), get("/find?limit=3&since=1932", list(old)))
	o.Asked = []page.Pair{{Name: "from", Value: "1931-05-07"}}
	if e, ok := endpoint.Learn([]endpoint.Observation{o}); ok {
		t.Errorf("learned where another year was sent: %+v", e.Parts)
	}
	o = asked("", shown(old), get("/find?limit=3&since=1931", list(old)))
	o.Asked = []page.Pair{{Name: "from", Value: "1931-05-07"}}
	e, _ := endpoint.Learn([]endpoint.Observation{o})
	if _, err := e.Fill(forms.Values{"from": {"soon"}}, endpoint.Progress{}, 0); err == nil {
		t.Error("a word is sent for a date")
	}
}
