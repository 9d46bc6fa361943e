// Package config knows every setting of hadal: its name, its default, what it
// may be, and where a value can come from.
//
// A setting has one name everywhere: `max-requests` in the YAML file,
// --max-requests as a flag, HADAL_MAX_REQUESTS in the environment. Flags win
// over the environment, the environment over the file's entry for a site, that
// over the rest of the file, and the file over the defaults.
//
// A file is read twice. First it is held against the settings' types, so that
// every unknown key and every impossible value is refused with file, line,
// column and a picture of the place; only then are the sources merged. The
// package knows nothing of the other packages and touches nothing but the
// file that it is asked to read and the environment.
package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/hadal-crawler/hadal/internal/questions"
)

// FileName is the configuration file that is read from the working directory
// when none is named.
const FileName = "hadal.yaml"

// Settings are all settings, merged and checked.
type Settings struct {
	DB           string `yaml:"db" help:"SQLite file that holds everything harvested"`
	SitesAtOnce  int    `yaml:"sites-at-once" min:"1" help:"sites harvested at the same time; each is still asked one request at a time"`
	Ordering     string `yaml:"ordering" help:"what hadal locate looks at first: form-first, or an ordering or a sum of them by name"`
	SiteSettings `yaml:",inline"`
	Plans        []questions.Named `yaml:"plans" help:"plans of questions known by a name, for several sites"`
	Sites        []Site            `yaml:"sites" help:"sites known by a name, each with its own settings"`

	Idle  []Problem `yaml:"-"` // what stands in the file and has no effect, as far as the file tells
	Older []Problem `yaml:"-"` // what stands there in an older way
}

// SiteSettings are the settings that a site may have for itself. The tags
// carry each setting's name and its one-line explanation, from which flags,
// help texts and the JSON schema are made, and the values that it may have: from
// min to max, or oneof a few. group begins a group of flags.
type SiteSettings struct {
	Agent          string        `yaml:"agent" also:"user-agent,useragent,ua" group:"Network and politeness" help:"product token and agent string sent with every request and looked up in robots.txt"`
	Contact        string        `yaml:"contact" help:"URL or e-mail address where a site's owner reaches you; part of the agent string"`
	AcceptLanguage string        `yaml:"accept-language" help:"Accept-Language header"`
	Proxy          string        `yaml:"proxy" help:"proxy that all requests go through: http, https or socks5://host:port; env:NAME or file:PATH where it has a password"`
	Delay          time.Duration `yaml:"delay" also:"pause,wait,sleep,download-delay,crawl-delay" min:"0s" help:"shortest wait between two requests to a host"`
	LoopbackDelay  time.Duration `yaml:"loopback-delay" min:"0s" help:"the same for hosts on this machine, unless delay is set more explicitly"`
	DelayFactor    float64       `yaml:"delay-factor" min:"0" help:"wait at least this many times the last response time"`
	MaxDelay       time.Duration `yaml:"max-delay" min:"0s" help:"longest wait that delay-factor may ask for"`
	Jitter         float64       `yaml:"jitter" min:"0" max:"1" help:"lengthen each wait at random by up to this share"`
	Timeout        time.Duration `yaml:"timeout" min:"1ms" help:"time limit of one request, body included"`
	MaxBody        Size          `yaml:"max-body" min:"1kB" help:"longest response body that is kept, after decompression"`
	MaxRedirects   int           `yaml:"max-redirects" min:"0" max:"50" help:"redirects that are followed in a row"`
	Rate           float64       `yaml:"rate" min:"0" help:"ceiling of requests per second over all hosts; 0: none"`
	RetryAfterCap  time.Duration `yaml:"retry-after-cap" min:"0s" help:"longest Retry-After that is believed"`
	Backoff        time.Duration `yaml:"backoff" min:"1ms" help:"first wait after a failure; doubled each time"`
	BreakerAfter   int           `yaml:"breaker-after" min:"1" help:"failures in a row after which a host is left alone for a while"`
	Cooldown       time.Duration `yaml:"cooldown" min:"1ms" help:"first such while; doubled each time"`
	MaxAttempts    int           `yaml:"max-attempts" min:"1" max:"100" help:"tries of one request before its answer counts as failed"`
	MaxWait        time.Duration `yaml:"max-wait" min:"1s" help:"longest wait for a host that asked to be left alone before the run ends"`
	IgnoreRobots   bool          `yaml:"ignore-robots" help:"do not obey robots.txt; only for sites that are yours"`
	AllowPrivate   bool          `yaml:"allow-private" help:"a site given by name may be on a private address, as in an intranet"`

	Browser        string        `yaml:"browser" group:"Browser" oneof:"auto,never,always" help:"show pages in headless Chrome: auto (where a site needs its scripts), never or always"`
	BrowserPath    string        `yaml:"browser-path" help:"Chrome to start; empty: the first that is found, chromium-headless-shell before others"`
	BrowserRemote  string        `yaml:"browser-remote" help:"address of a running Chrome to use instead, http://host:port or ws://..."`
	BrowserTimeout time.Duration `yaml:"browser-timeout" min:"1s" help:"time limit of one page in the browser, waits for the host left out"`

	Form         Several      `yaml:"form" group:"Form, questions and pages" help:"search form to use: its ID, index, name or action path; several: each is a source of its own; none: choose (may be repeated)"`
	Methods      []string     `yaml:"methods" help:"methods beside GET, HEAD and POST by which the site's scripts may send what is asked: PUT, PATCH, DELETE"`
	Roles        []Binding    `yaml:"roles" help:"roles of controls that were misjudged (flag: name=role, may be repeated)"`
	Fixed        []Binding    `yaml:"fixed" older:"{controls: [{control: NAME, always: VALUE}]}" help:"control values bound in every question, as always in a plan of questions (name=value, may be repeated)"`
	Capabilities []Capability `yaml:"capabilities" help:"what the interface can do, where the probe need not find out (flag: name=no, name=yes or name=value, may be repeated)"`
	Strategy     string       `yaml:"strategy" oneof:"auto,adaptive,correlated,drilldown,focused,frequency,glimpse,probe,random,setcover" help:"how queries are chosen, auto or a strategy by name"`
	SeedWords    []string     `yaml:"seed-words" help:"words to start from, best first"`
	Terms        []string     `yaml:"terms" older:"{words: {list: [...], nothing-else: true}}" help:"words to ask, and nothing else, as words in a plan of questions; of strategy focused: those to begin with"`
	Seed         uint64       `yaml:"seed" help:"of all random choices"`
	SurveyPages  int          `yaml:"survey-pages" min:"1" help:"pages looked at in search of a form"`
	Details      string       `yaml:"details" oneof:"auto,never,always" help:"read the pages of single records too: auto (of those that lack a field named in columns), never or always"`
	DetailsLinks []string     `yaml:"details-links" help:"patterns of the addresses of single records' pages, such as /book/*: no others are read as such"`
	Include      []string     `yaml:"include" also:"allow" help:"patterns of addresses that are looked at in search of a form, as further pages and as pages of single records, such as /catalogue/**; none: all"`
	Exclude      []string     `yaml:"exclude" also:"deny,disallow" help:"patterns of addresses that are never asked for, such as *?lang=*"`
	Pager        Pager        `yaml:"pager" help:"how further pages are had (flag: parameter=NAME,start=N,step=N, next=SELECTOR or off)"`
	Columns      []string     `yaml:"columns" also:"fields,attributes" help:"fields wanted of every record, by name"`
	Profile      string       `yaml:"profile" help:"site profile (hadal init writes one): what is known about the site"`
	KeepPages    string       `yaml:"keep-pages" oneof:"all,answers,none" help:"pages kept compressed in the database, for replay and WARC: all, answers or none"`

	MaxRequests    int           `yaml:"max-requests" also:"limit,requests" group:"Limits" min:"0" help:"requests a run; 0: no limit"`
	MaxRecords     int           `yaml:"max-records" min:"0" help:"records of a site; 0: no limit"`
	MaxDuration    time.Duration `yaml:"max-duration" min:"0s" help:"length of a run; 0s: no limit"`
	TargetCoverage float64       `yaml:"target-coverage" min:"0" max:"1" help:"share of the records that is wanted: the run ends once so much is held, as far as a total or an estimate good to 3 points says; 1: everything; 0: 98 %, and on while that costs little"`
	MinYield       float64       `yaml:"min-yield" help:"stop when fewer new records than this come per answer"`
	Patience       int           `yaml:"patience" min:"1" help:"answers over which min-yield is measured; of one question a few pages count"`

	Who       *Access         `yaml:"-"` // who asks the site of an entry; nil: nobody in particular
	Questions *questions.Plan `yaml:"-"` // what the site of an entry is asked; nil: nothing is said
	Secrets   Secrets         `yaml:"-"` // where the settings are another process's; nil: they are this one's
}

// Site is one entry of the list of sites.
type Site struct {
	Name         string          `yaml:"name" help:"short name, used on the command line and in the store"`
	Start        string          `yaml:"start" also:"url,urls,address,site,homepage,start-url,start-urls,seed-urls" help:"URL where the harvest begins"`
	Tags         []string        `yaml:"tags" help:"groups that the site is in, for harvest --tag"`
	Every        Period          `yaml:"every" also:"schedule,cron,interval" help:"how often the site is harvested anew, for harvest --due: 12h, 7d, 2w"`
	Plan         string          `yaml:"plan" help:"plan of questions: the name of one of plans"`
	Questions    *questions.Plan `yaml:"questions" also:"search,search-for,keywords,query,queries,ask,filters,parameters,params" help:"plan of questions: which values of which controls, in which order, how deep"`
	Access       `yaml:",inline"`
	SiteSettings `yaml:",inline"`
}

// Several are texts of which most people write one, without the brackets of a list.
type Several []string

// Binding is a control and what is said of it.
type Binding struct {
	Name  string `yaml:"name" help:"name of the control"`
	Value string `yaml:"value" help:"of fixed: its value, several entries of one name give it several; of roles: its role"`
}

// UnmarshalText reads "name=value", as flags and the environment give it.
func (b *Binding) UnmarshalText(text []byte) error {
	name, value, ok := strings.Cut(string(text), "=")
	if !ok || name == "" {
		return fmt.Errorf("%q is not name=value", text)
	}
	*b = Binding{Name: name, Value: value}
	return nil
}

// Capability is something that an interface can or cannot do.
type Capability struct {
	Name    string `yaml:"name" help:"of the capability, as hadal probe shows it"`
	Verdict string `yaml:"verdict" help:"yes or no"`
	Value   string `yaml:"value" help:"how or how much, where the verdict is yes"`
}

// UnmarshalText reads "name=no", "name=yes" or "name=value".
func (c *Capability) UnmarshalText(text []byte) error {
	name, value, ok := strings.Cut(string(text), "=")
	switch {
	case !ok || name == "":
		return fmt.Errorf("%q is not name=verdict", text)
	case value == "yes" || value == "no":
		*c = Capability{Name: name, Verdict: value}
	default:
		*c = Capability{Name: name, Verdict: "yes", Value: value}
	}
	return nil
}

// Size is a number of bytes. As text it is a number with or without a unit:
// 10MB, 512KiB, 1000.
type Size int64

// UnmarshalText reads "10MB", "512KiB" or "1000".
func (s *Size) UnmarshalText(text []byte) error {
	n, err := humanize.ParseBytes(string(text))
	if err != nil || n > 1<<62 {
		return fmt.Errorf("%q is not a size such as 10MB", text)
	}
	*s = Size(n)
	return nil
}

// MarshalText writes s so that UnmarshalText reads it back.
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// String returns s with the largest decimal unit that divides it.
func (s Size) String() string {
	for _, u := range []struct {
		size Size
		name string
	}{{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if s != 0 && s%u.size == 0 {
			return fmt.Sprintf("%d%s", s/u.size, u.name)
		}
	}
	return fmt.Sprint(int64(s))
}

// Defaults returns the settings that hold where nothing else was said.
func Defaults() Settings {
	return Settings{
		DB:          "hadal.db",
		SitesAtOnce: 4,
		Ordering:    "form-first",
		SiteSettings: SiteSettings{
			Agent:          "hadal",
			AcceptLanguage: "en,*;q=0.5",
			Delay:          time.Second,
			DelayFactor:    1,
			MaxDelay:       time.Minute,
			Jitter:         0.1,
			Timeout:        30 * time.Second,
			MaxBody:        10e6,
			MaxRedirects:   10,
			RetryAfterCap:  24 * time.Hour,
			Backoff:        2 * time.Second,
			BreakerAfter:   5,
			Cooldown:       time.Minute,
			MaxAttempts:    4,
			MaxWait:        15 * time.Minute,
			Strategy:       "auto",
			Browser:        "auto",
			BrowserTimeout: 30 * time.Second,
			SurveyPages:    40,
			Details:        "auto",
			KeepPages:      "all",
			MinYield:       0.01,
			Patience:       150,
		},
	}
}

// Site returns the entry called name.
func (s Settings) Site(name string) (Site, bool) {
	i := slices.IndexFunc(s.Sites, func(e Site) bool { return e.Name == name })
	if i < 0 {
		return Site{}, false
	}
	return s.Sites[i], true
}

// ForSite returns the settings that hold for the site called name: those of its
// entry merged with all others, or the common ones where it has no entry.
func (s Settings) ForSite(name string) SiteSettings {
	if e, ok := s.Site(name); ok {
		return e.SiteSettings
	}
	return s.SiteSettings
}
