package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// blame names the site that an error is about and, of a setting that does not
// fit its form, the place where that was set.
func (a *app) blame(t target, err error) error {
	wrong, ok := errors.AsType[*harvest.OptionError](err)
	if !ok || wrong.Setting == "" {
		return fmt.Errorf("%s: %w", t.site.Name, err)
	}
	message := fmt.Sprintf("%s: %v", t.site.Name, wrong)
	if !wrong.Profile {
		return &settingsError{config.Blame(a.source, t.site.Name, wrong.Setting, wrong.Control, message)}
	}
	data, readErr := os.ReadFile(t.profileFile)
	if t.profile == nil || readErr != nil {
		return &settingsError{fmt.Errorf("%s: the profile that this harvest was begun with: %w", t.site.Name, wrong)}
	}
	path := []string{wrong.Setting}
	at := slices.IndexFunc(t.profile.Fixed, func(p page.Pair) bool { return p.Name == wrong.Control })
	if wrong.Setting == "known" {
		at = slices.IndexFunc(t.profile.Known, func(l querygen.LabelledValues) bool { return l.Label == wrong.Control })
	}
	if at >= 0 {
		path = append(path, fmt.Sprint(at))
	}
	return &settingsError{config.At(t.profileFile, data, message, path...)}
}
