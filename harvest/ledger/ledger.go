// Package ledger is the vocabulary of a harvest: the steps that it takes, the
// profile of what it believes about its site, how it stops, and what one commit
// saves. Package harvest makes these values, package storage keeps them.
//
// It knows no network and no disk, decides nothing, and never forgets: a harvest is
// the fold of its steps.
package ledger

import (
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/surface"
)

// Site is what to harvest: one registrable host, known by a name.
type Site struct {
	Name  string // of the config, else Start's host and port
	Start page.URL
}

// Answer is what one question brought.
type Answer struct {
	Outcome querygen.Outcome
	Request page.Request     // that was sent
	Next    page.Request     // that leads to the next page of the same answer; zero URL where none
	Whole   []page.Request   // of a first page in sections: that lead to all of a section each
	Records []extract.Record // in page order; Outcome.Rows has their keys in the same order
}

// Detail is what the page of one record brought.
type Detail struct {
	Key      string // of the record
	Request  page.Request
	Status   querygen.Status // Answered, Failed or Refused
	Requests int
	Gone     bool // the site says that there is no such page
	Note     string
	Fields   []extract.Field // that are merged into the record's
}

// Step is one entry of the ledger: exactly one of Visit, Answer and Detail is set.
type Step struct {
	Seq    int64 // 1, 2, ... within a harvest
	At     time.Time
	Visit  *surface.Visit
	Forms  []forms.Form // found on the visited page
	Answer *Answer
	Detail *Detail
}

// Requests returns where a step has what it cost.
func (s *Step) Requests() *int {
	switch {
	case s.Visit != nil:
		return &s.Visit.Requests
	case s.Detail != nil:
		return &s.Detail.Requests
	}
	return &s.Answer.Outcome.Requests
}

// StopKind says what ended a harvest.
type StopKind string

// The kinds of a Stop.
const (
	Complete    StopKind = "complete"    // coverage can be shown
	Exhausted   StopKind = "exhausted"   // no question is left that is worth its requests
	Incomplete  StopKind = "incomplete"  // no question is left, but the site shows that much is missing, or the search was never really asked
	Limit       StopKind = "limit"       // a limit that the user set
	NoForm      StopKind = "no-form"     // no search interface was found
	Forbidden   StopKind = "forbidden"   // by robots.txt
	Blocked     StopKind = "blocked"     // captcha, repeated 403 or 429
	Broken      StopKind = "failed"      // the site cannot be reached or keeps failing
	Interrupted StopKind = "interrupted" // by the user; everything is saved
)

// Stop is why a harvest ended.
type Stop struct {
	Kind   StopKind  `json:"kind"`
	Reason string    `json:"reason"` // one sentence for people, with what to do where something can be done
	At     time.Time `json:"at"`
}

// Commit is one step's whole learning. The store applies it in one transaction
// or not at all.
type Commit struct {
	Harvest  int64 // from State
	Step     *Step // nil where only the rest changed (a host asked us to wait, the harvest stopped)
	Page     *page.Page
	Profile  *Profile           // where it changed
	Hosts    []fetch.HostState  // of the hosts that the step touched
	Estimate *querygen.Estimate // how many records there are, as far as is known; nil before the first question
	Stop     *Stop              // set when the harvest ends here
	Amended  []Amendment        // what records of earlier answers of the harvest say, read with what is known by now
	Merged   []Merge            // records of earlier answers that are one, by what is known now of what tells records apart
	Owed     int                // requests sent that no step has yet: the next one has them
}

// Merge says that what was held under a key is the record of another one.
type Merge struct{ Key, Into string }

// Amendment is what a record of an earlier answer says when its page is read again. That
// another reading was found is no change of the record.
type Amendment struct {
	Record extract.Record
	Gone   []string // fields that it was read to have, and has not
}

// State is where a harvest stands, without its steps.
type State struct {
	Harvest int64
	Steps   int64 // Seq of the last step, 0 where there is none
	Started time.Time
	Profile Profile
	Stop    *Stop             // nil while unfinished
	Owed    int               // of the last commit
	Hosts   []fetch.HostState // of Site.Start's registrable site
}

// InWords says what is asked, for people.
func InWords(words []string) string {
	if text := strings.Join(words, ", "); text != "" {
		return text
	}
	return "(the form as served)"
}
