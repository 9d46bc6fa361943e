package forms

import (
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

func TestRefuseClick(t *testing.T) {
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
	} {
		if why := RefuseClick(c.e); (why == "") != c.press {
			t.Errorf("%+v: %q", c.e, why)
		}
	}
}

func TestDeclinesCookies(t *testing.T) {
	for label, want := range map[string]bool{
		"Reject all": true, "Only necessary cookies": true, "Nur notwendige": true, "Tout refuser": true, "拒否": true,
		"Accept all": false, "Alle akzeptieren": false, "Settings": false, "Reject all and log out": false, "": false,
	} {
		if got := DeclinesCookies(page.Element{Tag: "button", Label: label}); got != want {
			t.Errorf("%q: %v", label, got)
		}
	}
}
