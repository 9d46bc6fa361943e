package target

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// Labelled returns the values to ask in boxes with a label: what the user
// gives, which is trusted fully, and what other sites in the database have.
func Labelled(ctx context.Context, db *storage.DB, t Target) ([]querygen.LabelledValues, error) {
	var rows []querygen.LabelledValues
	for _, l := range t.Settings.Values {
		values := slices.Clone(l.List)
		if l.File != "" {
			lines, err := config.ReadLines(l.File)
			if err != nil {
				return nil, exit.Usage(fmt.Errorf("values for %q: %w", l.Label+l.Type, err))
			}
			values = append(values, lines...)
		}
		row := querygen.LabelledValues{Label: l.Label, Type: l.Type}
		for _, v := range values {
			row.Values = append(row.Values, querygen.TrustedValue{Value: v, Trust: 1})
		}
		rows = append(rows, row)
	}
	others, err := db.Labelled(ctx, t.Site.Name)
	return append(rows, others...), err
}

// Labels returns the labels that the user gives values for. A site without such a control
// is a mistake, unless the setting stands above several sites, which need not all have it.
func Labels(cmd *cobra.Command, s config.Settings, t Target) map[string]bool {
	out := map[string]bool{}
	shared := len(s.Sites) > 1 && !cmd.Flags().Changed("values") && reflect.DeepEqual(t.Settings.Values, s.Values)
	for _, l := range t.Settings.Values {
		out[l.Label] = !shared
	}
	return out
}
