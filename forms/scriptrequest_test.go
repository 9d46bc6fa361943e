package forms

import (
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

func TestRefuseRequest(t *testing.T) {
	for _, c := range []struct {
		method, path, body string
		send               bool
	}{
		{"GET", "/api/items?q=delete", "", true},
		{"GET", "/api/orders", "", true},
		{"GET", "/reports/2020/list", "", true},
		{"GET", "/api/history", "", true},
		{"GET", "/posts/12/comments", "", true},
		{"POST", "/api/search", `{"q":"mutation of species"}`, true},
		{"POST", "/graphql", `{"query":"query Find($q: String) { items(q: $q) { id } }","variables":{"q":"delete"}}`, true},
		{"POST", "/graphql", `{"query":"{ mutations { id } }"}`, true},
		{"POST", "/_msearch", "{}\n{\"query\":{}}", true},
		{"PUT", "/catalogue/query", "", true},
		{"POST", "/log/search", `{"q":"a"}`, true},

		{"GET", "/logout", "", false},
		{"GET", "/items/7/delete", "", false},
		{"GET", "/items/7/remove", "", false},
		{"GET", "/cart/add/7", "", false},
		{"POST", "/api/items/7/like", "", false},
		{"POST", "/api/items/create", "", false},
		{"POST", "/api/cart", `{"id":7}`, false},
		{"POST", "/api/pageview", "", false},
		{"POST", "/v1/telemetry/batch", "", false},
		{"POST", "/graphql", `{"query":"mutation { drop(id: 7) }"}`, false},
		{"POST", "/graphql", `{"query":"fragment F on Item { id }\n  mutation Drop($id: Int) { drop(id: $id) { ...F } }"}`, false},
		{"POST", "/graphql", `[{"query":"{ a }"},{"query":"mutation{drop(id:7)}"}]`, false},
		{"POST", "/graphql", "mutation Drop { drop(id: 7) }", false},
	} {
		why := RefuseRequest(page.Request{Method: c.method, URL: page.MustParseURL("http://a.test" + c.path), Body: c.body}, false)
		if (why == "") != c.send {
			t.Errorf("%s %s %s: %q", c.method, c.path, c.body, why)
		}
	}
	for _, c := range []struct {
		method, path, body string
		send               bool
	}{
		{"GET", "/api/items/7", "", true},
		{"POST", "/api/items", `{"cursor":"x7","category":3}`, true},
		{"POST", "/api/items", "offset=20", true},
		{"POST", "/api/findAll", "", true},
		{"POST", "/graphql", `{"operationName":"Shelf"}`, true},
		{"POST", "/api/items", `{"name":"search"}`, false},
		{"POST", "/api/items/7", "", false},
		{"PUT", "/api/items/7", `{"title":"x"}`, false},
	} {
		why := RefuseRequest(page.Request{Method: c.method, URL: page.MustParseURL("http://a.test" + c.path), Body: c.body}, true)
		if (why == "") != c.send {
			t.Errorf("after a click: %s %s %s: %q", c.method, c.path, c.body, why)
		}
	}
}
