package target

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Blame names the site that an error is about and, of a setting that does not
// fit its form, the place where that was set.
func Blame(source config.Source, t Target, err error) error {
	wrong, ok := errors.AsType[*harvest.OptionError](err)
	if !ok || wrong.Setting == "" {
		return fmt.Errorf("%s: %w", t.Site.Name, err)
	}
	message := fmt.Sprintf("%s: %v", t.Site.Name, wrong)
	if !wrong.Profile {
		return exit.Config(config.Blame(source, t.Site.Name, wrong.Setting, wrong.Control, message))
	}
	data, readErr := os.ReadFile(t.profileFile)
	if t.Profile == nil || readErr != nil {
		return exit.Config(fmt.Errorf("%s: the profile that this harvest was begun with: %w", t.Site.Name, wrong))
	}
	path := []string{wrong.Setting}
	at := slices.IndexFunc(t.Profile.Fixed, func(p page.Pair) bool { return p.Name == wrong.Control })
	if wrong.Setting == "known" {
		at = slices.IndexFunc(t.Profile.Known, func(l querygen.LabelledValues) bool { return l.Label == wrong.Control })
	}
	if at >= 0 {
		path = append(path, fmt.Sprint(at))
	}
	return exit.Config(config.At(t.profileFile, data, message, path...))
}
