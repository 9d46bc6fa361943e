package target

import (
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/querygen"
)

// Options returns what a harvest is told by the settings of its site.
func Options(s config.SiteSettings) harvest.Options {
	o := harvest.Options{
		MaxRequests:    s.MaxRequests,
		MaxRecords:     s.MaxRecords,
		MaxDuration:    s.MaxDuration,
		TargetCoverage: s.TargetCoverage,
		MinYield:       s.MinYield,
		Patience:       s.Patience,
		Strategy:       s.Strategy,
		SeedWords:      s.SeedWords,
		Terms:          s.Terms,
		Seed:           s.Seed,
		Form:           s.Form,
		SurveyPages:    s.SurveyPages,
		KeepPages:      harvest.Keep(s.KeepPages),
		Browser:        harvest.Rendering(s.Browser),
		Details:        harvest.Follow(s.Details),
		Columns:        s.Columns,
		MaxAttempts:    s.MaxAttempts,
		MaxWait:        s.MaxWait,
	}
	for _, b := range s.Roles {
		if o.Roles == nil {
			o.Roles = map[string]forms.Role{}
		}
		o.Roles[b.Name] = forms.Role(b.Value)
	}
	for _, c := range s.Capabilities {
		o.Capabilities = append(o.Capabilities, querygen.Capability{Name: c.Name, Verdict: querygen.Verdict(c.Verdict), Value: c.Value})
	}
	for _, b := range s.Fixed {
		if o.Fixed == nil {
			o.Fixed = forms.Values{}
		}
		o.Fixed[b.Name] = append(o.Fixed[b.Name], b.Value)
	}
	return o
}
