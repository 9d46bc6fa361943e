package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/storage"
)

// OpenHeld opens the database of the settings to read what is held.
func (env *Env) OpenHeld(cmd *cobra.Command, except ...string) (*storage.DB, error) {
	s, err := env.Settings(cmd, except...)
	if err != nil {
		return nil, err
	}
	return storage.Open(cmd.Context(), s.DB, storage.Options{ReadOnly: true})
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

// KnownSites checks the names of wanted sites; none means all.
func KnownSites(ctx context.Context, db *storage.DB, wanted []string) ([]string, error) {
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
			return nil, exit.Usage(fmt.Errorf("no site %q in the database%s; it holds %s", name, nearest.Hint(name, held), OrNone(held)))
		}
	}
	return wanted, nil
}

// OrNone lists names for a message.
func OrNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
