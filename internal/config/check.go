package config

import (
	"cmp"
	"fmt"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/internal/visible"
)

// Roles are those that a control of a search form may have.
var Roles = []string{
	"query", "category", "range-min", "range-max", "date", "place", "number", "sort", "page-size", "view", "operator", "token", "submit", "other",
}

// capabilities are those that can be probed for.
var capabilities = []string{
	"list-all", "page-size", "top-k", "total", "and", "or", "not", "phrase", "prefix", "substring", "min-length", "stop-words", "stemming",
	"sort", "stable-order", "partition", "range", "empty-submit",
}

// A rule returns what is wrong with a merged value, "" where nothing is.
type rule func(value any) string

// rules has the settings of which neither their type nor their tags say all that they
// may be.
var rules = map[string]rule{
	"db":              notEmpty,
	"agent":           agentString,
	"contact":         headerText,
	"browser-remote":  remote,
	"accept-language": languages,
	"min-yield":       positive,
	"form":            formNames,
	"methods":         writingMethods,
	"roles":           roleBindings,
	"fixed":           fixedValues,
	"capabilities":    capabilityList,
	"proxy":           proxyURL,
	"include":         globs,
	"exclude":         globs,
	"details-links":   globs,
	"pager":           pager,
	"tags":            tags,
	"start":           startURL,
	"name":            siteName,
}

// wrong returns what is wrong with a merged value of a setting, "" where nothing is.
func (k key) wrong(value any) string {
	switch r := rules[k.name]; {
	case r != nil:
		return r(value)
	case k.oneOf != nil:
		return oneOf(k.oneOf)(value)
	case k.min == "":
		return ""
	}
	low, high, n := k.bound(k.min), k.bound(k.max), number(value)
	switch {
	case k.max != "" && (n < number(low) || n > number(high)):
		return fmt.Sprintf("must be between %v and %v, not %v", low, high, value)
	case n < number(low):
		return fmt.Sprintf("must be at least %v, not %v", low, value)
	}
	return ""
}

// bound reads a bound as a value of the setting.
func (k key) bound(text string) any {
	v := reflect.New(k.typ)
	switch into := v.Interface().(type) {
	case *time.Duration:
		*into, _ = time.ParseDuration(text)
	case *Size:
		_ = into.UnmarshalText([]byte(text))
	default:
		_, _ = fmt.Sscan(text, into)
	}
	return v.Elem().Interface()
}

func number(value any) float64 {
	v := reflect.ValueOf(value)
	if v.CanInt() {
		return float64(v.Int())
	}
	return v.Float()
}

// A misfit is a merged value of a setting that cannot be used.
type misfit struct{ setting, message string }

// check holds merged values against the rules and against each other.
func check(keys []key, values reflect.Value) (problems []misfit) {
	for _, k := range keys {
		if wrong := k.wrong(values.FieldByIndex(k.path).Interface()); wrong != "" {
			problems = append(problems, misfit{k.name, k.name + " " + wrong})
		}
	}
	if site, ok := values.Interface().(Site); ok {
		for name, list := range map[string][]string{"include": site.Include, "exclude": site.Exclude, "details-links": site.DetailsLinks} {
			for _, g := range list {
				if u, err := url.Parse(g); err == nil && u.Host != "" && apart(u.Hostname(), site.Start) {
					problems = append(problems, misfit{name, fmt.Sprintf("%s has %s, which is on another site than start: no such address is ever asked for, so take it out", name, g)})
				}
			}
		}
		for _, g := range site.Include {
			if slices.Contains(site.Exclude, g) {
				problems = append(problems, misfit{"include", fmt.Sprintf("include has %s, and so has exclude, by which it has no effect: take it out of one of them", g)})
			}
		}
		problems = append(problems, site.Access.wrong(site.Start)...)
		if g, is := leavesOut(site.Exclude, site.Start); is {
			problems = append(problems, misfit{"exclude", fmt.Sprintf("exclude has %s, which leaves out where the site starts: %s", g, site.Start)})
		}
		if g, is := leavesOut(site.Exclude, site.Access.LoginPage(site.Start)); is && !site.Login.IsZero() {
			problems = append(problems, misfit{"exclude", fmt.Sprintf("exclude has %s, which leaves out the page of the login", g)})
		}
	}
	s := values.FieldByName("SiteSettings").Interface().(SiteSettings)
	if site, _ := values.Interface().(Site); s.Strategy == "focused" && len(s.Terms) == 0 && site.Questions == nil && site.Plan == "" {
		problems = append(problems, misfit{"strategy", "strategy focused needs words: write questions: {words: [...]}, or give --terms"})
	}
	for name, says := range map[string]bool{"roles": len(s.Roles) > 0, "fixed": len(s.Fixed) > 0, "capabilities": len(s.Capabilities) > 0, "profile": s.Profile != ""} {
		if len(s.Form) > 1 && says {
			problems = append(problems, misfit{name, name + " " + OfOneForm})
		}
	}
	return problems
}

// OfOneForm is what is wrong with what is said of one form where several are named.
const OfOneForm = "says something of one form, and form names several: write an entry of sites for each of them"

func formNames(v any) string {
	s := v.(Several)
	for i, item := range s {
		if item == "" && len(s) > 1 || slices.Contains(s[:i], item) {
			return fmt.Sprintf("has the item %q, which is empty or stands there twice: take it out", item)
		}
	}
	return ""
}

// writingMethods refuses what is no method that scripts may be allowed.
func writingMethods(v any) string {
	for _, m := range v.([]string) {
		if !slices.Contains([]string{"PUT", "PATCH", "DELETE"}, m) {
			return fmt.Sprintf("has %q; it may have PUT, PATCH and DELETE", m)
		}
	}
	return ""
}

func positive(v any) string {
	if v.(float64) > 0 {
		return ""
	}
	return fmt.Sprintf("must be more than 0, not %v", v)
}

func oneOf(values []string) rule {
	return func(v any) string {
		if slices.Contains(values, v.(string)) {
			return ""
		}
		wrong := fmt.Sprintf("must be one of %s, not %q", strings.Join(values, ", "), v)
		wrong += nearest.Hint(v.(string), values)
		return wrong
	}
}

func remote(v any) string {
	u, err := url.Parse(v.(string))
	if v != "" && (err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "ws", "wss"}, u.Scheme)) {
		return fmt.Sprintf("must be the address of a running Chrome, http://host:port or ws://..., not %q", v)
	}
	return ""
}

func notEmpty(v any) string {
	if v.(string) == "" {
		return "must not be empty"
	}
	return ""
}

// agentString keeps the header intact and the product token, by which
// robots.txt knows us, recognisable (RFC 9309, section 2.2.1).
func agentString(v any) string {
	token, _, _ := strings.Cut(v.(string), "/")
	ok := token != "" && strings.IndexFunc(token, func(r rune) bool {
		return r != '-' && r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
	if !ok || !oneLine(v) {
		return fmt.Sprintf("must begin with a product token of letters, - and _, such as hadal/1.0, not %q", v)
	}
	return ""
}

func headerText(v any) string {
	if !oneLine(v) {
		return "must be one line"
	}
	return ""
}

// language is one of an Accept-Language header (RFC 9110, section 12.5.4).
var language = regexp.MustCompile(`^(\*|[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*)(\s*;\s*q=[01](\.\d{0,3})?)?$`)

func languages(v any) string {
	for one := range strings.SplitSeq(v.(string), ",") {
		if v != "" && !language.MatchString(strings.TrimSpace(one)) {
			return fmt.Sprintf("must be languages such as de or en-GB, de;q=0.5, not %q", v)
		}
	}
	return ""
}

func oneLine(v any) bool { return !strings.ContainsAny(v.(string), "\r\n") }

func bindings(v any) string {
	if slices.ContainsFunc(v.([]Binding), func(b Binding) bool { return b.Name == "" }) {
		return "has an item without a name: write name and value"
	}
	return ""
}

// fixedValues are values to bind.
func fixedValues(v any) string {
	for _, b := range v.([]Binding) {
		if b.Name != "" && b.Value == "" {
			return fmt.Sprintf("has no value for %s: write value beside its name", b.Name)
		}
	}
	return bindings(v)
}

func roleBindings(v any) string {
	if wrong := bindings(v); wrong != "" {
		return wrong
	}
	seen := map[string]bool{}
	for _, b := range v.([]Binding) {
		if seen[b.Name] {
			return fmt.Sprintf("has control %s twice: take one of them out", b.Name)
		}
		seen[b.Name] = true
		if wrong := oneOf(Roles)(b.Value); wrong != "" {
			return fmt.Sprintf("of control %s %s", b.Name, wrong)
		}
	}
	return ""
}

func capabilityList(v any) string {
	seen := map[string]bool{}
	for _, c := range v.([]Capability) {
		if wrong := oneOf(capabilities)(c.Name); wrong != "" {
			return "item: name " + wrong
		}
		if wrong := oneOf([]string{"yes", "no"})(c.Verdict); wrong != "" {
			return fmt.Sprintf("item %s: verdict %s", c.Name, wrong)
		}
		k, err := strconv.Atoi(c.Value)
		switch number := c.Name == "top-k" || c.Name == "min-length"; {
		case seen[c.Name]:
			return fmt.Sprintf("has %s twice: take one of them out", c.Name)
		case c.Verdict == "no" && c.Value != "":
			return fmt.Sprintf("item %s: a value needs the verdict yes", c.Name)
		case number && c.Verdict == "yes" && (err != nil || k < 1):
			return fmt.Sprintf("item %s: value must be a whole number above 0, not %q", c.Name, c.Value)
		}
		seen[c.Name] = true
	}
	return ""
}

func startURL(v any) string {
	if v == "" {
		return "is missing: write start: https://..., the page to begin at"
	}
	if strings.ContainsAny(v.(string), "{}") {
		return fmt.Sprintf("has a place for something else in it, %q: write the address of the page that has the form", v)
	}
	if strings.ContainsFunc(v.(string), unicode.IsSpace) {
		return fmt.Sprintf("must be one address, without blanks, not %q: write an entry of sites for each, or an argument", v)
	}
	u, err := url.Parse(v.(string))
	if err != nil {
		return fmt.Sprintf("must be an http or https URL, not %q", v)
	}
	if n, bad := strconv.Atoi(cmp.Or(u.Port(), "1")); bad != nil || n < 1 || n > 65535 {
		return fmt.Sprintf("has the port %s, and hosts have 1 to 65535", u.Port())
	}
	if strings.HasSuffix(u.Host, ":") {
		return fmt.Sprintf("has a colon and no port behind it, %q: write the port, or take the colon out", v)
	}
	if u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return fmt.Sprintf("must be an http or https URL, not %q", v)
	}
	if u.User != nil {
		return "must have no user name and password in it: write basic-auth into its entry of sites"
	}
	return ""
}

// CheckStart returns what is wrong with the address at which a site begins, wherever a person
// wrote it; nil where nothing is.
func CheckStart(raw string) error {
	if wrong := startURL(raw); wrong != "" {
		return fmt.Errorf("start %s", wrong)
	}
	return nil
}

// apart reports whether a host, without a wildcard, shares not even its last two labels with a
// site that starts elsewhere.
func apart(host, start string) bool {
	u, err := url.Parse(start)
	if err != nil || strings.Contains(host, "*") {
		return false
	}
	last := func(host string) string {
		labels := strings.Split(strings.ToLower(host), ".")
		return strings.Join(labels[max(len(labels)-2, 0):], ".")
	}
	return last(host) != last(u.Hostname())
}

// WithScheme returns an address whose scheme was left out with what a browser would try first:
// https but for this machine.
func WithScheme(raw string) string {
	host, _, _ := strings.Cut(raw, "/")
	host, _, _ = strings.Cut(host, ":")
	if a, err := netip.ParseAddr(host); host == "localhost" || err == nil && a.IsLoopback() {
		return "http://" + raw
	}
	return "https://" + raw
}

// hostAlone is a host as people write it: letters and a dot, perhaps a path.
var hostAlone = regexp.MustCompile(`^(localhost|[^/:?#@\s]+\.[^/:?#@\s]+)(:\d+)?(/\S*)?$`)

func siteName(v any) string {
	s := v.(string)
	if s == "" {
		return "is missing: write name: a short one, by which the site is harvested"
	}
	if strings.Trim(s, ".") == "" || strings.ContainsAny(s, "/: ") || strings.ContainsFunc(s, visible.Hostile) { // one of dots has no address
		return fmt.Sprintf("must be a name without spaces, colons and slashes, not %q", s)
	}
	return ""
}

// Check holds one value against what a setting may be. It is for packages that
// want to know that their own lists agree with the settings.
func Check(setting string, value any) error {
	for _, k := range keysOf(reflect.TypeFor[Settings]()) {
		if k.name == setting {
			if wrong := k.wrong(value); wrong != "" {
				return fmt.Errorf("%s %s", setting, wrong)
			}
		}
	}
	return nil
}
