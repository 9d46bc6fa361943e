package forms

import (
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

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
