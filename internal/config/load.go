package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-viper/mapstructure/v2"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// Source says where settings come from, beside the defaults and the environment.
type Source struct {
	File  string         // YAML file; "" is FileName in the working directory where it exists
	Flags *pflag.FlagSet // flags made by AddFlags; those that the user gave count. May be nil
}

// Load merges all sources. The error is an *Error where a value is to blame.
func Load(src Source) (Settings, error) {
	name, data := src.File, []byte(nil)
	if name == "" {
		name = FileName
	}
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && src.File == "":
		name = ""
	case err != nil:
		return Settings{}, fmt.Errorf("read the configuration: %w", err)
	}
	return load(name, data, src.Flags)
}

// load is Load for a file's content.
func load(name string, data []byte, flags *pflag.FlagSet) (Settings, error) {
	l, err := newLoader(name, data, flags)
	if err != nil {
		return Settings{}, err
	}
	s := Defaults()
	if problems := l.given(); len(problems) > 0 {
		return Settings{}, &Error{problems}
	}
	problems, err := l.settle(&s, &s.SiteSettings, nil, -1)
	problems = append(problems, l.plans(&s)...)
	for i := 0; i < len(l.sites) && err == nil; i++ {
		site := Site{SiteSettings: Defaults().SiteSettings}
		var wrong []Problem
		wrong, err = l.settle(&site, &site.SiteSettings, l.sites[i], i)
		if _, taken := s.Site(site.Name); taken && site.Name != "" {
			wrong = append(wrong, l.problem("name", i, fmt.Sprintf("name %q is taken by another site: write another one", site.Name)))
		}
		if !site.Access.IsZero() {
			site.Access.Start = site.Start
			site.Who = &site.Access
		}
		wrong = append(wrong, l.questions(&s, &site, i)...)
		problems = append(problems, wrong...)
		s.Sites = append(s.Sites, site)
	}
	if err != nil {
		return Settings{}, err
	}
	problems = append(problems, l.empty()...)
	if len(problems) > 0 {
		slices.SortStableFunc(problems, func(a, b Problem) int { return a.Line - b.Line })
		return Settings{}, &Error{slices.Compact(problems)}
	}
	s.Idle, s.Older = l.idle(&s), l.older()
	return s, nil
}

// empty returns the settings of entries that are written without a value, where they take back
// nothing that holds for all sites.
func (l *loader) empty() (problems []Problem) {
	for i, entry := range l.sites {
		for name, v := range entry {
			list, is := v.([]any)
			nothing := v == "" && rules[name] == nil || is && (len(list) == 0 || len(list) == 1 && list[0] == "")
			if nothing && l.top[name] == nil {
				problems = append(problems, l.problem(name, i, name+" says nothing: write a value, or take it out"))
			}
		}
	}
	return problems
}

// settle merges the values that hold for an entry of the list of sites, or nil for those
// of none, and returns what is wrong with them. common are those that sites share.
func (l *loader) settle(into any, common *SiteSettings, entry map[string]any, site int) (problems []Problem, err error) {
	if err := l.merge(entry).UnmarshalExact(into, decoding); err != nil {
		return nil, &Error{[]Problem{{File: l.file, Message: err.Error()}}}
	}
	if common.Strategy == termsAlone {
		common.Strategy = "auto"
		if len(common.Terms) == 0 {
			problems = append(problems, l.problem("strategy", site, "strategy terms needs words: write questions: {words: {list: [...], nothing-else: true}} instead of it"))
		}
	}
	if site, ok := into.(*Site); ok && hostAlone.MatchString(site.Start) {
		site.Start = WithScheme(site.Start)
	}
	values := reflect.ValueOf(into).Elem()
	keys := keysOf(values.Type())
	for _, wrong := range append(readLists(keys, values), check(keys, values)...) {
		problems = append(problems, l.problem(wrong.setting, site, wrong.message))
	}
	common.LoopbackDelay = l.loopbackDelay(*common, entry)
	return problems, nil
}

// A loader holds the sources apart, so that each site's settings can be merged
// from them in the same order of precedence.
type loader struct {
	file  string
	tree  *ast.File
	top   map[string]any   // of the file, without its sites
	sites []map[string]any // of the file
	flags *pflag.FlagSet
}

func newLoader(name string, data []byte, flags *pflag.FlagSet) (*loader, error) {
	tree, err := parse(name, data)
	if err != nil {
		return nil, err
	}
	l := &loader{file: name, tree: tree, top: map[string]any{}, flags: flags}
	if len(tree.Docs) == 0 {
		return l, nil
	}
	d := document{file: name, tag: "yaml", unknown: unknownSetting, anchors: map[string]ast.Node{}}
	value := d.value(tree.Docs[0].Body, reflect.TypeFor[Settings](), "the file", 0)
	if len(d.problems) > 0 {
		return nil, &Error{d.problems}
	}
	if top, ok := value.(map[string]any); ok {
		l.top = top
	}
	entries, _ := l.top["sites"].([]any)
	delete(l.top, "sites")
	for _, e := range entries {
		entry, _ := e.(map[string]any)
		l.sites = append(l.sites, entry)
	}
	return l, nil
}

// siteAlone are the settings that stand in entries of sites only.
var siteAlone = func() (alone []string) {
	shared := SiteFlags()
	for _, name := range names(keysOf(reflect.TypeFor[Site]())) {
		if !slices.Contains(shared, name) {
			alone = append(alone, name)
		}
	}
	return alone
}()

// forOneSite is what is wrong with a setting that stands at the margin.
const forOneSite = " is for one site"

func unknownSetting(in, name string) string {
	if in == "the file" && slices.Contains(siteAlone, name) {
		return fmt.Sprintf("%q"+forOneSite+": write it into an entry of sites", name)
	}
	if said := ofPlan(name); said != "" {
		return fmt.Sprintf("unknown setting %q", name) + said
	}
	if in == "an item of sites" && slices.Contains(names(keysOf(reflect.TypeFor[Settings]())), name) {
		return fmt.Sprintf("%q is for all sites: write it at the margin, outside of sites", name)
	}
	if of := plainName(name); in == "the file" && (strings.HasPrefix(of, "x-") || slices.Contains([]string{"default", "defaults", "common", "global", "globals", "settings", "config"}, of)) {
		return fmt.Sprintf("unknown setting %q: write what all sites share at the margin, and an anchor (&) at the first of those that share more", name)
	}
	if name == "values" && (in == "the file" || in == "an item of sites") {
		return "values are said in a plan now: write questions: {controls: [{control: NAME-OR-LABEL, only: [...]}]} into the entry of the site"
	}
	return fmt.Sprintf("unknown setting %q", name) + foreign[plainName(name)]
}

// inProfile is where a person says how a site's pages are read.
const inProfile = ": how records are read stands in the site's profile: write profile: FILE.yaml here, and it there (docs/profiles.md)"

// foreign says what to write instead of settings that other programs have.
var foreign = map[string]string{
	"allowed-domains": ": no other site is asked than that of start: take it out",
	"robotstxt-obey":  ": robots.txt is obeyed: take it out",
	"respect-robots":  ": robots.txt is obeyed: take it out",
	"obey-robots":     ": robots.txt is obeyed: take it out",
	"concurrency":     ": a site is asked one request at a time: take it out, or write sites-at-once at the margin",
	"threads":         ": a site is asked one request at a time: take it out, or write sites-at-once at the margin",
	"wrapper":         inProfile,
	"endpoints":       inProfile,
	"key":             inProfile,
	"keys":            inProfile,
	"selector":        inProfile,
	"selectors":       inProfile,
	"output":          ": write nothing here, and give hadal export --out FILE",
	"format":          ": write nothing here, and give hadal export --format FORMAT",
	"username":        ": write login or basic-auth: {user: ..., password: 'env:NAME'}",
	"password":        ": write login or basic-auth: {user: ..., password: 'env:NAME'}",
	"user":            ": write login or basic-auth: {user: ..., password: 'env:NAME'}",
}

// The key delimiter keeps viper from splitting keys; none contains it.
const keyDelimiter = "::"

// merge returns the merged values that hold for a site's entry; nil gives those
// that hold for sites without one.
func (l *loader) merge(entry map[string]any) *viper.Viper {
	v := viper.NewWithOptions(viper.KeyDelimiter(keyDelimiter))
	t, defaults := reflect.TypeFor[Settings](), reflect.ValueOf(Defaults())
	if entry != nil {
		t, defaults = reflect.TypeFor[SiteSettings](), defaults.FieldByName("SiteSettings")
	}
	allowed := map[string]bool{}
	for _, name := range siteAlone {
		allowed[name] = entry != nil
	}
	for _, k := range keysOf(t) {
		if k.name == "sites" {
			continue
		}
		allowed[k.name] = true
		v.SetDefault(k.name, defaults.FieldByIndex(k.path).Interface())
		// Errors of the two binders report calls without a name only.
		_ = v.BindEnv(k.name, envName(k.name))
		if f := l.flag(k.name); f != nil {
			_ = v.BindPFlag(k.name, f)
		}
	}
	values := map[string]any{} // an entry's value stands in place of the file's, whatever it is made of
	for _, layer := range []map[string]any{l.top, entry} {
		for name, value := range layer {
			if allowed[name] && value != nil {
				values[name] = value
			}
		}
	}
	_ = v.MergeConfigMap(values) // fails for no map
	return v
}

// decoding makes viper use this package's tags and types.
func decoding(c *mapstructure.DecoderConfig) {
	c.TagName = "yaml"
	c.SquashTagOption = "inline"
	c.DecodeHook = mapstructure.ComposeDecodeHookFunc(
		mapstructure.StringToTimeDurationHookFunc(),
		mapstructure.TextUnmarshallerHookFunc(),
		mapstructure.StringToSliceHookFunc(","),
	)
}

// given checks the values of flags and of the environment one by one, so that
// whoever wrote them is told, and not the file.
func (l *loader) given() []Problem {
	var problems []Problem
	v := l.merge(nil)
	for _, k := range keysOf(reflect.TypeFor[Settings]()) {
		text, ok := os.LookupEnv(envName(k.name))
		if f := l.flag(k.name); f != nil {
			text, ok = f.Value.String(), true
			if list, isList := f.Value.(pflag.SliceValue); isList {
				text = strings.Join(list.GetSlice(), ", ")
			}
		}
		if !ok || text == "" || k.name == "sites" || k.name == "plans" {
			continue
		}
		if err := v.UnmarshalKey(k.name, reflect.New(k.typ).Interface(), decoding); err != nil {
			problems = append(problems, Problem{Message: fmt.Sprintf("%s: %s wants %s, not %q", l.origin(k.name), k.name, wanted(k.typ), text)})
		}
	}
	return problems
}

func envName(key string) string {
	return "HADAL_" + strings.ToUpper(strings.ReplaceAll(key, "-", "_"))
}

// flag returns the flag of a setting where the user gave it, else nil.
func (l *loader) flag(key string) *pflag.Flag {
	if l.flags == nil {
		return nil
	}
	if f := l.flags.Lookup(key); f != nil && f.Changed {
		return f
	}
	return nil
}

// fromEnvironment is the rank of what is given in the environment.
const fromEnvironment = 3

// rank tells how explicitly a setting was given: 0 by default, more by file,
// site entry, environment and flag.
func (l *loader) rank(key string, entry map[string]any) int {
	switch {
	case l.flag(key) != nil:
		return 4
	case os.Getenv(envName(key)) != "":
		return fromEnvironment
	case entry[key] != nil:
		return 2
	case l.top[key] != nil:
		return 1
	}
	return 0
}

// loopbackDelay is the delay for hosts on this machine: a delay that was given
// more explicitly than the loopback-delay means them as well.
func (l *loader) loopbackDelay(s SiteSettings, entry map[string]any) (d time.Duration) {
	if l.rank("delay", entry) > l.rank("loopback-delay", entry) {
		return s.Delay
	}
	return s.LoopbackDelay
}

// origin says where the value of a key came from where that is no file.
func (l *loader) origin(key string) string {
	if l.flag(key) != nil {
		return "flag --" + key
	}
	if os.Getenv(envName(key)) != "" {
		return "environment variable " + envName(key)
	}
	return ""
}

// problem returns a problem with the value of a key, in sites[site] or, where
// that has none or site is -1, at the top of the file.
func (l *loader) problem(key string, site int, message string) Problem {
	if where := l.origin(key); where != "" {
		return Problem{Message: where + ": " + message}
	}
	at := l.token(key, site)
	if at == nil && site >= 0 { // what is missing is missing from the entry
		at = tokenNear(l.tree, []string{"sites", strconv.Itoa(site)})
	}
	return problemAt(l.file, at, message)
}

func (l *loader) token(key string, site int) *token.Token {
	paths := []string{"$." + key}
	if site >= 0 {
		paths = append([]string{fmt.Sprintf("$.sites[%d].%s", site, key)}, paths...)
	}
	for _, path := range paths {
		if place := tokenAt(l.tree, path); place != nil {
			return place
		}
	}
	return nil
}

// readLists puts the lines of files in the place of "@file" in lists of texts,
// and "@" in that of "@@" at an item's beginning. Blank lines do not count.
func readLists(keys []key, values reflect.Value) (problems []misfit) {
	for _, k := range keys {
		list, ok := values.FieldByIndex(k.path).Interface().([]string)
		if !ok {
			continue
		}
		var out []string
		for _, item := range list {
			file, ok := strings.CutPrefix(item, "@")
			switch {
			case !ok:
				out = append(out, item)
			case strings.HasPrefix(file, "@"):
				out = append(out, file)
			default:
				lines, err := readLines(file)
				if err != nil {
					problems = append(problems, misfit{k.name, fmt.Sprintf("%s: %v (to mean the text %q itself, write %q)", k.name, err, item, "@"+item)})
				}
				out = append(out, lines...)
			}
		}
		values.FieldByIndex(k.path).Set(reflect.ValueOf(out))
	}
	return problems
}

// readLines returns the lines of a text file that are not blank and no comments, which begin
// with #, without the spaces around them.
func readLines(file string) ([]string, error) {
	if file == "" {
		return nil, fmt.Errorf("@ wants the name of a file behind it")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("%s is not in UTF-8: save it as UTF-8", file)
	}
	var out []string
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out, nil
}

// Blame returns an *Error that points at where a setting of a site got its
// value, for whoever finds out later that the value does not fit: at the flag,
// at the environment, or at a place in the file. Of a list of bindings it points
// at the first one of a control. The sources are read again.
func Blame(src Source, site, setting, control, message string) error {
	name := cmp.Or(src.File, FileName)
	data, err := os.ReadFile(name)
	if err != nil {
		data = nil
	}
	l, err := newLoader(name, data, src.Flags)
	if err != nil {
		return &Error{[]Problem{{Message: message}}}
	}
	index := slices.IndexFunc(l.sites, func(entry map[string]any) bool { return entry["name"] == site })
	entry := l.top
	if index >= 0 && l.sites[index][setting] != nil {
		entry = l.sites[index]
	}
	key := setting
	list, _ := entry[setting].([]any)
	if i := slices.IndexFunc(list, func(item any) bool {
		m, _ := item.(map[string]any)
		return m["name"] == control || m["label"] == control
	}); i >= 0 {
		key = fmt.Sprintf("%s[%d]", setting, i)
	}
	if where := l.origin(setting); where != "" {
		return &Error{[]Problem{{Message: where + ": " + message}}}
	}
	return &Error{[]Problem{problemAt(name, l.token(key, index), message)}}
}
