// Package target reads what the user wants harvested, and what is said about it: a
// TARGET of the command line, its settings, its profile, the values for its boxes.
// It names the place in a file, a flag or the environment where a mistake was made.
package target

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/publicsuffix"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/glob"
	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// A Target is one site that the user wants, with its settings.
type Target struct {
	Site        harvest.Site
	Settings    config.SiteSettings
	Profile     *harvest.Profile // what a person says about the site; nil: nothing
	profileFile string           // that has it
}

// A Lookup knows what a TARGET of the command line may mean.
type Lookup struct {
	settings config.Settings
	held     func() []harvest.Site // of the database
}

// Known returns what TARGETs may mean: sites of the configuration, and those of
// the database where there is one.
func Known(ctx context.Context, s config.Settings) Lookup {
	return Lookup{settings: s, held: sync.OnceValue(func() []harvest.Site { return heldIn(ctx, s.DB) })}
}

// heldIn returns the sites of a database; none where it cannot be read, of which whoever
// needs it tells.
func heldIn(ctx context.Context, path string) []harvest.Site {
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	db, err := storage.Open(ctx, path, storage.Options{ReadOnly: true})
	if err != nil {
		return nil
	}
	defer db.Close()
	sites, _ := db.Starts(ctx)
	return sites
}

// Target reads a TARGET of the command line: the name of a site in the
// configuration or the database, a URL, a URL whose scheme was left out, or a
// site profile.
func (l Lookup) Target(arg string) (Target, error) {
	if IsProfile(arg) {
		site, profile, err := ReadProfile(arg)
		if err != nil {
			return Target{}, err
		}
		t := Target{site, l.settings.ForSite(site.Name), &profile, arg}
		if len(t.Settings.Form) > 1 {
			return t, exit.Usage(fmt.Errorf("%s %s", arg, config.OfOneForm))
		}
		return t, nil
	}
	t, err := l.Find(arg)
	if err != nil || t.Settings.Profile == "" {
		return t, err
	}
	site, profile, err := ReadProfile(t.Settings.Profile)
	if err == nil && site.Start.Site() != t.Site.Start.Site() {
		err = exit.Config(fmt.Errorf("%s is the profile of %s, not of %s", t.Settings.Profile, site.Start, t.Site.Start))
	}
	t.Profile, t.profileFile = &profile, t.Settings.Profile
	return t, err
}

// Find is target for anything but a site profile.
func (l Lookup) Find(arg string) (Target, error) {
	s := l.settings
	if entry, ok := s.Site(arg); ok {
		u, err := page.ParseURL(entry.Start)
		if err != nil {
			return Target{}, exit.Config(fmt.Errorf("site %s: %w", entry.Name, err))
		}
		return Target{Site: harvest.Site{Name: entry.Name, Start: u}, Settings: entry.SiteSettings}, nil
	}
	if !strings.Contains(arg, "://") {
		held := l.held()
		if i := slices.IndexFunc(held, func(h harvest.Site) bool { return h.Name == arg }); i >= 0 {
			return Target{Site: held[i], Settings: s.SiteSettings}, nil
		}
	}
	raw := arg
	if !strings.Contains(raw, "://") {
		if err := l.refuseHost(raw); err != nil {
			return Target{}, exit.Usage(err)
		}
		raw = config.WithScheme(raw)
	}
	if err := config.CheckStart(raw); err != nil {
		return Target{}, exit.Usage(err)
	}
	u, err := page.ParseURL(raw)
	if err != nil {
		return Target{}, exit.Usage(err)
	}
	for _, entry := range s.Sites { // a known site, however it is called
		if start, err := page.ParseURL(entry.Start); err == nil && start == u {
			return Target{Site: harvest.Site{Name: entry.Name, Start: u}, Settings: entry.SiteSettings}, nil
		}
	}
	_, name, _ := strings.Cut(u.Origin(), "://")
	return Target{Site: harvest.Site{Name: name, Start: u}, Settings: s.SiteSettings}, nil
}

// names lists the sites that are known by a name.
func (l Lookup) names() []string {
	var out []string
	for _, s := range l.settings.Sites {
		out = append(out, s.Name)
	}
	for _, h := range l.held() {
		if !slices.Contains(out, h.Name) {
			out = append(out, h.Name)
		}
	}
	return out
}

// fileEndings are endings of names that nobody's host has: where such a name is
// not in the list of top-level domains, a file was meant.
var fileEndings = []string{"txt", "text", "csv", "tsv", "json", "jsonl", "ndjson", "yaml", "yml", "toml", "ini", "conf", "log", "xml", "html", "htm", "list", "lst", "urls", "db", "sqlite",
	"xlsx", "xls", "ods", "parquet", "warc", "gz", "pdf", "doc", "docx", "rtf", "bak", "tmp"}

// refuseHost returns why a TARGET without a scheme is not taken for a host. What
// is no host is looked up nowhere, and leaves nothing in the database.
func (l Lookup) refuseHost(raw string) error {
	host, _, _ := strings.Cut(hostOf(raw), ":")
	ending := strings.ToLower(host[strings.LastIndex(host, ".")+1:])
	suffix, listed := publicsuffix.PublicSuffix(strings.ToLower(host))
	unlisted := !listed && !strings.Contains(suffix, ".")
	info, err := os.Stat(raw)
	switch {
	case raw == "-":
		return errors.New("- is no TARGET: hadal harvest --from - reads a list of them from standard input")
	case err == nil && info.Mode().IsRegular():
		return fmt.Errorf("%s is a file: is it a site profile (name it .yaml) or a list of sites (hadal locate --seeds %[1]s)? A TARGET is a URL, a site's name or a site profile", raw)
	case !LooksLikeHost(raw) && (strings.ContainsAny(raw, `/\@ `) || raw == ""):
		return fmt.Errorf("%q is neither a URL nor a site of the configuration or the database", raw)
	case !LooksLikeHost(raw):
		if near := nearest.To(raw, l.names()); near != "" {
			return fmt.Errorf("%q is neither a URL nor a site of the configuration or the database (did you mean %s?)", raw, near)
		}
		return fmt.Errorf("%q is neither a URL nor a site of the configuration or the database (did you mean https://%s/?)", raw, strings.Trim(raw, "/"))
	case unlisted && slices.Contains(fileEndings, ending):
		return fmt.Errorf("there is no file %s, and .%s is no domain: a TARGET is a URL, a site's name or a site profile (.yaml)", raw, ending)
	}
	for _, name := range l.names() {
		if strings.Contains(name, ".") && name != host && misspelt(host, name) {
			return fmt.Errorf("%q is not held, but nearly so (did you mean %s?); for another site write the whole URL, https://%[1]s", raw, name)
		}
	}
	return nil
}

// misspelt reports whether two hosts differ so little that one is probably a slip
// for the other: they have the same last label, and before it at most two letters
// differ, and less than half.
func misspelt(host, known string) bool {
	a, b := strings.LastIndex(host, "."), strings.LastIndex(known, ".")
	if a < 0 || b < 0 || host[a:] != known[b:] || strings.ContainsAny(host[a:], "0123456789") {
		return false
	}
	d := nearest.Distance(host[:a], known[:b])
	return d <= 2 && 2*d < max(a, b)
}

func hostOf(raw string) string {
	host, _, _ := strings.Cut(raw, "/")
	return host
}

// LooksLikeHost tells "some.site/path" and "localhost:8080" from a mistyped name.
func LooksLikeHost(raw string) bool {
	host := hostOf(raw)
	return strings.ContainsAny(host, ".:") && !strings.ContainsAny(host, "@ ") && !strings.HasPrefix(host, ".") ||
		host == "localhost"
}

// BySite groups targets that are one registrable site: these are harvested one
// after the other, so that no host is asked twice at a time.
func BySite(targets []Target) [][]Target {
	var groups [][]Target
	index := map[string]int{}
	for _, t := range targets {
		key := t.Site.Start.Site()
		i, ok := index[key]
		if !ok {
			i = len(groups)
			index[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], t)
	}
	return groups
}

// IsURL reports whether an argument is meant as a URL of the web.
func IsURL(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}

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
		Seed:           s.Seed,
		SurveyPages:    s.SurveyPages,
		KeepPages:      harvest.Keep(s.KeepPages),
		Browser:        harvest.Rendering(s.Browser),
		Details:        harvest.Follow(s.Details),
		Columns:        s.Columns,
		MaxAttempts:    s.MaxAttempts,
		MaxWait:        s.MaxWait,
		Questions:      s.Asked(),
	}
	if p := o.Questions.Flat(); p != nil && !p.Words.NothingElse { // of the strategies that begin with them
		o.Terms = p.Words.List
	}
	if len(s.Form) > 0 {
		o.Form, o.Also = s.Form[0], s.Form[1:]
	}
	o.Reach = reach(s)
	for _, b := range s.Roles {
		if o.Roles == nil {
			o.Roles = map[string]forms.Role{}
		}
		o.Roles[b.Name] = forms.Role(b.Value)
	}
	for _, c := range s.Capabilities {
		o.Capabilities = append(o.Capabilities, querygen.Capability{Name: c.Name, Verdict: querygen.Verdict(c.Verdict), Value: c.Value})
	}
	return o
}

// reach returns where the settings have a harvest go. Their patterns have been checked.
func reach(s config.SiteSettings) (r harvest.Reach) {
	r.Include, _ = glob.All(s.Include)
	r.Exclude, _ = glob.All(s.Exclude)
	r.Details, _ = glob.All(s.DetailsLinks)
	p := s.Pager
	r.Pager = harvest.Pager{Parameter: p.Parameter, Step: max(p.Step, 1), Next: p.Next, Off: p.Off}
	switch {
	case p.Start != nil:
		r.Pager.Start = *p.Start
	case r.Pager.Step == 1:
		r.Pager.Start = 1
	}
	return r
}

// Blame names the site that an error is about and, of a setting that does not
// fit its form, the place where that was set.
func Blame(source config.Source, t Target, err error) error {
	if setting, ok := errors.AsType[*config.SettingError](err); ok {
		return exit.Config(config.Blame(source, t.Site.Name, setting.Setting, "", fmt.Sprintf("%s: %v", t.Site.Name, setting)))
	}
	wrong, ok := errors.AsType[*harvest.OptionError](err)
	if !ok || wrong.Setting == "" {
		return fmt.Errorf("%s: %w", t.Site.Name, err)
	}
	message := fmt.Sprintf("%s: %v", t.Site.Name, wrong)
	if wrong.Setting == "questions" && !wrong.Profile {
		return exit.Config(config.BlamePlan(source, t.Site.Name, wrong.Path, message))
	}
	if !wrong.Profile {
		return exit.Config(config.Blame(source, t.Site.Name, wrong.Setting, wrong.Control, message))
	}
	if t.Profile == nil {
		return exit.Config(fmt.Errorf("%s: the profile that this harvest was begun with: %w", t.Site.Name, wrong))
	}
	return exit.Config(inProfile(t, message, append([]string{wrong.Setting}, wrong.Path...)))
}

// inProfile returns an error at a place of the target's profile.
func inProfile(t Target, message string, path []string) error {
	data, err := os.ReadFile(t.profileFile)
	if err != nil {
		return errors.New(message)
	}
	return config.At(t.profileFile, data, message, path...)
}
