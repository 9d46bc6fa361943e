package harvests

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/storage"
)

// many says which of many sites are harvested, beside those that are named.
type many struct {
	all, due bool
	tags     []string
	from     string // file with a TARGET a line; "-" is standard input
}

func (m *many) addFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&m.all, "all", false, "harvest all sites of the configuration")
	cmd.Flags().StringSliceVar(&m.tags, "tag", nil, "harvest the sites of the configuration that have one of these tags")
	cmd.Flags().BoolVar(&m.due, "due", false, "of these, or of all, harvest those whose time has come by their every, and go on with those that have not ended")
	cmd.Flags().StringVar(&m.from, "from", "", "file with a TARGET a line; - reads standard input")
}

// says reports whether it says anything.
func (m *many) says() bool { return m.all || m.due || len(m.tags) > 0 || m.from != "" }

// targets returns the TARGETs that are meant, those that were named first.
func (m *many) targets(s config.Settings, named []string) ([]string, error) {
	if m.from != "" {
		listed, err := target.ReadList(m.from)
		if err != nil {
			return nil, err
		}
		if len(listed) == 0 {
			return nil, exit.Usage(fmt.Errorf("--from %s: there is no TARGET in it", m.from))
		}
		named = append(slices.Clone(named), listed...)
	}
	for _, tag := range m.tags {
		if known := s.Tags(); !slices.Contains(known, tag) {
			return nil, exit.Usage(fmt.Errorf("no site of the configuration has the tag %q%s; they have %s", tag, nearest.Hint(tag, known), cli.OrNone(known)))
		}
	}
	if m.due && len(named) > 0 {
		return nil, exit.Usage(errors.New("--due chooses among the sites of the configuration: name none beside it"))
	}
	chosen := m.all || m.due && len(m.tags) == 0
	for _, site := range s.Sites {
		tagged := slices.ContainsFunc(site.Tags, func(tag string) bool { return slices.Contains(m.tags, tag) })
		if (chosen || tagged) && !(m.due && site.Every == 0) {
			named = append(named, site.Name)
		}
	}
	if len(named) == 0 && m.due {
		return nil, exit.Usage(errors.New("no site that is meant says when it is due: write every: 7d, say, into its entry of the configuration"))
	}
	if len(named) == 0 && m.says() {
		return nil, exit.Usage(errors.New("the configuration has no sites (see config.yaml)"))
	}
	return named, nil
}

// timely says of the sites that are meant which are due, and whether they begin anew.
// One that has ended, with all of its searches, is harvested anew when its time has come, from
// the beginning of its last harvest on; one that was stopped on the way, by a limit, say, or
// has a search that was, goes on at once.
func (m *many) timely(ctx context.Context, db *storage.DB, s config.Settings, now time.Time) (due func(site string) (is, anew bool), err error) {
	if !m.due {
		return func(string) (bool, bool) { return true, false }, nil
	}
	held, err := db.Sites(ctx)
	if err != nil {
		return nil, err
	}
	of := func(name string) (storage.SiteStatus, bool) {
		i := slices.IndexFunc(held, func(h storage.SiteStatus) bool { return h.Name == name })
		if i < 0 {
			return storage.SiteStatus{}, false
		}
		return held[i], true
	}
	return func(name string) (is, anew bool) {
		site, ok := s.Site(name)
		first, begun := of(name)
		if !ok || !begun {
			return true, false
		}
		searches := []storage.SiteStatus{first}
		for _, choice := range site.Form[min(len(site.Form), 1):] {
			other, begun := of(harvest.SourceName(name, choice))
			if !begun {
				return true, false
			}
			searches = append(searches, other)
		}
		for _, h := range held {
			if len(site.Form) == 0 && strings.HasPrefix(h.Name, name+"/") {
				searches = append(searches, h)
			}
		}
		if slices.ContainsFunc(searches, func(h storage.SiteStatus) bool { return goesOn(h, site.MaxRecords) }) {
			return true, false
		}
		return site.Every.Due(first.Started, now), true
	}, nil
}

// goesOn reports whether the same harvest goes on after its stop: it does not where it has as
// many records as are wanted.
func goesOn(h storage.SiteStatus, most int) bool {
	if h.Stop == nil {
		return true
	}
	switch h.Stop.Kind {
	case harvest.Limit:
		return most == 0 || h.Found < most
	case harvest.Broken, harvest.Interrupted, harvest.Blocked:
		return true
	}
	return false
}
