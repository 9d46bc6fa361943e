// Package finding finds the search interface of a site, and how it is asked: it visits
// pages, best first, presses what is no link where scripts draw the site, and compares the
// ways to ask, over HTTP and in a browser, by what they bring.
//
// What it has seen is package survey's; this is what looks. It asks words only to compare
// ways, never to harvest.
package finding

import (
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
)

// Finder finds the search interface of a site and how it is asked.
type Finder struct {
	*session.Session
	Survey *survey.Survey
	Last   page.Request // that this run looked at last, as far as a page could be had; zero: others were asked since
	loaded []string     // titles in the data that the scripts of the form's page load
	// Example is what ways to ask are tried with, of a plan that leaves out other things; nil for any.
	Example forms.Values
	Whole   bool // it was found how to ask for all records at once

	// Object says what speaks against going on, of the forms that were seen; nil for nothing.
	Object func(seen []forms.Form) error
}

// New returns a Finder that has seen nothing.
func New(s *session.Session) *Finder {
	return &Finder{Session: s, Survey: survey.New(s.Site.Start, s.Options.Seed, s.MayRender, func(u page.URL) bool { return s.LeavesOut(u) == "" })}
}
