package dashboard

import (
	"context"
	"net/http"

	"github.com/hadal-crawler/hadal/storage"
)

// workStore tells what a coordinator has noted, where the database has one.
type workStore interface {
	Employed(ctx context.Context) (bool, error)
	Team(ctx context.Context) (storage.Team, error)
}

// workers is the page of a coordinator's workers, of what each has and of what is to be done.
type workers struct{ store workStore }

type workersPage struct{ storage.Team }

// teamShown is how many leases and how much of the queue a page lists; JSON lists all.
const teamShown = 100

// Had returns the leases that are shown.
func (p workersPage) Had() []storage.Lease { return p.Leases[:min(teamShown, len(p.Leases))] }

// Waiting returns the work that is shown of what nobody has.
func (p workersPage) Waiting() []storage.Work { return p.Queue[:min(teamShown, len(p.Queue))] }

func (p workers) show(r *http.Request, _ storage.SiteStatus) (view, error) {
	return view{name: "workers", title: "Workers", live: []string{"site:*"}, find: func() (any, error) {
		team, err := p.store.Team(r.Context())
		return workersPage{team}, err
	}}, nil
}
