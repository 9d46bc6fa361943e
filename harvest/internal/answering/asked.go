package answering

import (
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// asked is what asking one form has brought, as all parts see it.
type asked struct {
	*session.Session
	Planner  *plan.Planner // nil before the first question is planned
	Paging   *paging.Paging
	evidence *evidence.Evidence
	Anew     bool   // planning is to begin anew
	Grown    bool   // the row of links that is asked has more links than it had
	leftOut  string // why further pages of answers were not read that the user leaves out
}

// profile returns what is believed of the site with an answer at hand: what the commit
// says, or what was held before.
func (r *asked) profile(c *ledger.Commit) ledger.Profile {
	if c.Profile != nil {
		return *c.Profile
	}
	return r.State.Profile
}

// narrows reports whether less of what a question asks for was answered with records.
func (r *asked) narrows(q querygen.Query) bool { return r.Planner != nil && r.Planner.Narrows(q) }
