package forms

import (
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// form is a shown form with a box, a hidden value of that name "do" where it is
// not empty, and buttons, the first of which is pressed.
func form(method, path, do string, buttons ...string) *page.ShownForm {
	f := &page.ShownForm{Action: "http://a.test" + path, Method: method, Fields: []page.ShownField{{Kind: "text", Name: "q"}}}
	if do != "" {
		f.Fields = append(f.Fields, page.ShownField{Kind: "hidden", Name: "do", Value: do})
	}
	for i, b := range buttons {
		f.Buttons = append(f.Buttons, page.ShownButton{Label: b, Self: i == 0})
	}
	return f
}

func TestRefusePress(t *testing.T) {
	for _, c := range []struct {
		e     page.Element
		press bool
	}{
		{page.Element{Tag: "button", Label: "Search"}, true},
		{page.Element{Tag: "button", Label: "Load more"}, true},
		{page.Element{Tag: "li", Role: "option", Label: "Herons"}, true},
		{page.Element{Tag: "a", Label: "Next", Href: "http://a.test/list?page=2"}, true},
		{page.Element{Tag: "a", Label: "Next", Href: "javascript:next()"}, true},
		{page.Element{Tag: "button", Label: "Reject all", Says: `b.remove(); done()`}, true},
		{page.Element{Tag: "button", Label: "Filters", Says: `box.classList.remove("off")`}, true},
		{page.Element{Tag: "button", Label: "Search", Type: "submit", Method: "POST", Action: "http://a.test/s"}, true},
		{page.Element{Tag: "button", Label: "Seeds", Alike: true, Around: []string{"Our catalogue"}}, true},
		{page.Element{Tag: "button", Label: "At noon", Alike: true, Around: []string{"Room 318"}}, false},
		{page.Element{Tag: "button", Label: "Birds", Around: []string{"Follow topics"}}, false},
		{page.Element{Tag: "button", Label: "Weiter", Around: []string{"Mitgliedschaft kündigen"}}, false},
		{page.Element{Tag: "button", Label: "Seguinte", Around: []string{"Motivo", "Cancelar assinatura"}}, false},
		{page.Element{Tag: "button", Label: "Continue", Around: []string{"Book a table"}}, false},
		{page.Element{Tag: "button", Label: "Continue", Around: []string{"Book reviews"}}, true},
		{page.Element{Tag: "button", Label: "Close", Around: []string{"Cash up now?"}}, false},
		{page.Element{Tag: "button", Label: "Go on", Around: []string{"What are you looking for?"}}, true},
		{page.Element{Tag: "button", Label: "Delete"}, false},
		{page.Element{Tag: "button", Label: "✕", Says: "remove-item"}, false},
		{page.Element{Tag: "button", Label: "✕", Says: "cart.remove(7)"}, false},
		{page.Element{Tag: "button", Label: "Acheter"}, false},
		{page.Element{Tag: "button", Label: "Log in"}, false},
		{page.Element{Tag: "button", Label: "Go", Password: true}, false},
		{page.Element{Tag: "input", Type: "file"}, false},
		{page.Element{Tag: "a", Label: "Details", Href: "http://a.test/items/7/delete"}, false},
		{page.Element{Tag: "a", Label: "Write to us", Href: "mailto:a@a.test"}, false},
		{page.Element{Tag: "button", Label: "Go on", Type: "submit", Method: "POST", Action: "http://a.test/x"}, false},
		// What is known of the form that it sends.
		{page.Element{Tag: "button", Label: "Go", Type: "submit", Sends: true, Form: form("GET", "/s", "", "Go", "Truncate")}, false},
		{page.Element{Tag: "button", Label: "Search", Type: "submit", Sends: true, Form: form("GET", "/s", "", "Search", "Drop table")}, true},
		{page.Element{Tag: "button", Label: "Search", Type: "submit", Method: "POST", Sends: true, Form: form("POST", "/s", "", "Search", "Drop table")}, false},
		{page.Element{Tag: "button", Label: "Go", Type: "submit", Sends: true, Form: form("GET", "/s", "purge", "Go")}, false},
		{page.Element{Tag: "input", Type: "text", Label: "delete", Enter: true, Form: form("GET", "/s", "", "Search")}, true},
		{page.Element{Tag: "input", Type: "text", Enter: true, Form: form("GET", "/s", "", "Search", "Truncate")}, false},
		{page.Element{Tag: "input", Type: "text", Enter: true, Form: form("POST", "/s", "", "Search", "Vacuum", "Drop")}, false},
		{page.Element{Tag: "input", Type: "text", Enter: true, Form: form("GET", "/s;op=delete", "", "Search")}, false},
	} {
		if why := (ShownGuard{}).RefusePress(c.e, false); (why == "") != c.press {
			t.Errorf("%+v: %q", c.e, why)
		}
	}
}

// What a shown page sends is a question: before one was asked nothing but GET
// and HEAD, and then only what carries it and says no deed.
func TestRefuseSend(t *testing.T) {
	dangerous := form("POST", "/find", "", "Search", "Vacuum", "Drop")
	dangerous.Buttons[0].Name, dangerous.Buttons[0].Value = "b", "search"
	for _, c := range []struct {
		method, path, body string
		asked              []string
		send               bool
	}{
		{"GET", "/api/items?q=delete", "", nil, true},
		{"GET", "/api/orders", "", nil, true},
		{"GET", "/reports/2020/list", "", nil, true},
		{"GET", "/api/history", "", nil, true},
		{"GET", "/posts/12/comments", "", nil, true},
		{"GET", "/logout", "", nil, false},
		{"GET", "/items/7/delete", "", nil, false},
		{"GET", "/items/7/remove", "", []string{"heron"}, false},
		{"GET", "/cart/add/7", "", nil, false},
		{"GET", "/list?action=delete&q=heron", "", []string{"heron"}, false},
		{"GET", "/graphql?query=mutation%7Blike(id:4)%7D", "", nil, false},

		{"POST", "/api/search", `{"page":1}`, nil, false},
		{"POST", "/api/list", `{"from":0,"size":20}`, nil, false},
		{"POST", "/graphql", `{"query":"{ items { id } }"}`, nil, false},
		{"PUT", "/catalogue/query", "", nil, false},

		{"POST", "/api/search", `{"q":"heron","page":1}`, []string{"heron"}, true},
		{"POST", "/api/search", "q=grey+heron", []string{"grey heron"}, true},
		{"POST", "/api/search", `{"p":"eyJxIjoiaGVyb24ifQ=="}`, []string{"heron"}, true}, // base64 of {"q":"heron"}
		{"POST", "/api/find/heron", `{}`, []string{"heron"}, true},
		{"POST", "/_msearch", "{}\n{\"query\":{\"match\":{\"t\":\"heron\"}}}", []string{"heron"}, true},
		{"POST", "/graphql", `{"query":"query Find($q: String) { items(q: $q) { id } }","variables":{"q":"delete"}}`, []string{"delete"}, true},
		{"POST", "/log/search", `{"q":"heron"}`, []string{"heron"}, true},
		{"POST", "/find", "q=heron&b=search", []string{"heron"}, true},
		{"POST", "/find", "q=heron", []string{"heron"}, false}, // the server is not told that it searches, and it may drop
		{"POST", "/api/search", `{"q":"stork"}`, []string{"heron"}, false},
		{"POST", "/api/items/7/like", `{"q":"heron"}`, []string{"heron"}, false},
		{"POST", "/api/items", `{"action":"delete","q":"heron"}`, []string{"heron"}, false},
		{"POST", "/v1/telemetry/batch", `{"q":"heron"}`, []string{"heron"}, false},
		{"POST", "/graphql", `{"query":"mutation { add(name: \"heron\") { id } }"}`, []string{"heron"}, false},
		{"PUT", "/api/search", `{"q":"heron"}`, []string{"heron"}, false},
		{"PATCH", "/api/search", `{"q":"heron"}`, []string{"heron"}, false},
		{"DELETE", "/api/search?q=heron", "", []string{"heron"}, false},
	} {
		s := page.Sending{Request: page.Request{Method: c.method, URL: page.MustParseURL("http://a.test" + c.path), Body: c.body}, Asked: c.asked}
		if c.path == "/find" {
			s.Form = dangerous
		}
		if why := (ShownGuard{}).RefuseSend(s); (why == "") != c.send {
			t.Errorf("%s %s %s: %q", c.method, c.path, c.body, why)
		}
	}
	put := page.Sending{Request: page.Request{Method: "PUT", URL: page.MustParseURL("http://a.test/api/search"), Body: `{"q":"heron"}`}, Asked: []string{"heron"}}
	if why := (ShownGuard{Methods: []string{"PUT"}}).RefuseSend(put); why != "" {
		t.Errorf("PUT that the user named: %s", why)
	}
	// Where the question has gone, its pages may be asked for.
	for body, send := range map[string]bool{`{"cursor":"x7","size":20}`: true, "offset=20": true, `{"scroll_id":"DnF1"}`: true, `{"name":"x","page":2}`: false, `{"start":true,"delete":1}`: false, "": false} {
		s := page.Sending{Request: page.Request{Method: "POST", URL: page.MustParseURL("http://a.test/api/items"), Body: body}, Asked: []string{"heron"}, Goes: true}
		if why := (ShownGuard{}).RefuseSend(s); (why == "") != send {
			t.Errorf("a further page, %s: %q", body, why)
		}
		s.Goes = false
		if why := (ShownGuard{}).RefuseSend(s); why == "" {
			t.Errorf("%s of no question is sent", body)
		}
	}
	if !slices.ContainsFunc(dangerous.Buttons, func(b page.ShownButton) bool { return b.Label == "Drop" }) {
		t.Error("judging has changed the form")
	}
}
