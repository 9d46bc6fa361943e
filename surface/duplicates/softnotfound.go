package duplicates

import (
	"fmt"
	"path"
	"strings"
)

// NonsensePath returns a path that no site has, beside a page: in its folder,
// with its ending. What the site answers there is its way to say "not found"
// (Bar-Yossef, Broder, Kumar and Tomkins 2004, Sic transit gloria telae).
func NonsensePath(pathQuery string) string {
	p, _, _ := strings.Cut(pathQuery, "?")
	folder, file := path.Split(p)
	ending := path.Ext(file)
	h := uint64(startWord)
	for _, c := range []byte(folder + ending) {
		h = (h ^ uint64(c)) * prime
	}
	name := make([]byte, 25)
	for i := range name {
		h = mix(h + 1)
		name[i] = 'a' + byte(h%26)
	}
	return folder + string(name) + ending
}

// Answer is what a site answered to a request for a page.
type Answer struct {
	PathQuery string // that was asked for
	Final     string // URL after redirects
	Redirect  bool
	Status    int
	Text      Signature // by a Signer that left the words of the address out
}

// NotFound is how a site answers, in a folder, where it has no page.
type NotFound struct {
	asked    string
	final    string
	redirect bool
	text     Signature
}

// Learn takes in the answer to a request for NonsensePath. It returns nil where
// the site says with the status that it has no such page: then nothing is to be
// learned.
func Learn(probe Answer) *NotFound {
	if probe.Status < 200 || probe.Status >= 300 {
		return nil
	}
	return &NotFound{probe.PathQuery, probe.Final, probe.Redirect, probe.Text}
}

// Judge says why an answer is no page but the site's way to say that it has
// none; "" where it is one. A root page is always a page.
func (n *NotFound) Judge(a Answer) string {
	switch {
	case n == nil || a.Status < 200 || a.Status >= 300 || a.PathQuery == "/" || a.PathQuery == n.asked:
		return ""
	case n.redirect && a.Redirect && n.final == a.Final:
		return fmt.Sprintf("soft 404: it leads to %s, as does %s, which no site has", a.Final, n.asked)
	case n.redirect != a.Redirect:
		return ""
	case n.text.Plain == a.Text.Plain || n.text.Near(a.Text):
		return fmt.Sprintf("soft 404: it says what %s says, which no site has", n.asked)
	}
	return ""
}
