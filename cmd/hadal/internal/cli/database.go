package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/storage"
)

// Reading makes the RunE of a command that reads what is held in the database of the
// settings. Flags named in own are the command's, whatever setting has the same name.
func (env *Env) Reading(run func(cmd *cobra.Command, args []string, db *storage.DB) error, own ...string) func(*cobra.Command, []string) error {
	return env.opening(func(cmd *cobra.Command, file string) (*storage.DB, error) {
		return storage.Open(cmd.Context(), file, storage.Options{ReadOnly: true})
	}, func(cmd *cobra.Command, args []string, _ config.Settings, db *storage.DB) error {
		return run(cmd, args, db)
	}, own...)
}

// Writing makes the RunE of a command that changes what is held in the database of the
// settings, which must be there.
func (env *Env) Writing(run func(cmd *cobra.Command, args []string, s config.Settings, db *storage.DB) error) func(*cobra.Command, []string) error {
	return env.opening(OpenExisting, run)
}

func (env *Env) opening(open func(*cobra.Command, string) (*storage.DB, error), run func(*cobra.Command, []string, config.Settings, *storage.DB) error, own ...string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		s, err := env.Settings(cmd, own...)
		if err != nil {
			return err
		}
		db, err := open(cmd, s.DB)
		if err != nil {
			return err
		}
		defer db.Close()
		return run(cmd, args, s, db)
	}
}

// OpenExisting opens a database for writing that must be there.
func OpenExisting(cmd *cobra.Command, file string) (*storage.DB, error) {
	r, err := storage.Open(cmd.Context(), file, storage.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	return storage.Open(cmd.Context(), file, storage.Options{})
}

// SiteList lists the sites of a database.
type SiteList interface {
	Sites(ctx context.Context) ([]storage.SiteStatus, error)
}

// KnownSites checks the names of wanted sites; none means all.
func KnownSites(ctx context.Context, db SiteList, wanted []string) ([]string, error) {
	status, err := db.Sites(ctx)
	if err != nil {
		return nil, err
	}
	var held []string
	for _, s := range status {
		held = append(held, s.Name)
	}
	if len(wanted) == 0 {
		return held, nil
	}
	for _, name := range wanted {
		if !slices.Contains(held, name) {
			return nil, NoSite(name, held)
		}
	}
	return wanted, nil
}

// NoSite says that a name which was typed is of none of the sites that are held.
func NoSite(name string, held []string) error {
	return exit.Usage(fmt.Errorf("no site %q in the database%s; it holds %s", name, nearest.Hint(name, held), OrNone(held)))
}

// OrNone lists names for a message.
func OrNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
