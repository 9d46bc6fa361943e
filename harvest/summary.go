package harvest

import (
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// Summary is how a run ended.
type Summary struct {
	Site       string            `json:"site"`
	Form       *forms.Form       `json:"form,omitempty"`
	Records    int               `json:"records"`     // held by the harvest
	NewRecords int               `json:"new_records"` // brought by this run
	Requests   int               `json:"requests"`    // of the whole harvest
	Queries    int               `json:"queries"`
	Floor      *int              `json:"floor"`
	Details    int               `json:"details,omitempty"` // of the requests, those for pages of single records
	Estimate   querygen.Estimate `json:"estimate"`
	// Calibration compares what questions were expected to bring with what they brought.
	Calibration []plan.CalibrationRow `json:"calibration,omitempty"`
	Elapsed     time.Duration         `json:"elapsed"` // of this run
	Resumed     bool                  `json:"resumed"`
	Aside       []string              `json:"aside,omitempty"`   // what was not asked, and how to: nothing that the summary says is of it
	Planned     []string              `json:"planned,omitempty"` // of a dry run: the first requests that would be sent
	Stop        Stop                  `json:"stop"`

	Capabilities querygen.Capabilities `json:"capabilities,omitempty"` // of the interface, as far as they are known
	Profile      Profile               `json:"-"`                      // what is believed about the site now
}
