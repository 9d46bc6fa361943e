package config

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// Access is who asks a site: what its requests carry, to the origin of its start alone.
// It stands in entries of sites only, as what is sent to one site is not for all.
type Access struct {
	Headers    []Carried `yaml:"headers" help:"lines of the header of each request to the site's origin; a value may be env:NAME or file:PATH"`
	Cookies    []Carried `yaml:"cookies" help:"cookies sent to the site's origin; a value may be env:NAME or file:PATH"`
	CookieFile string    `yaml:"cookie-file" help:"file of cookies in Netscape's format, readable by you only; those of the site's origin are sent"`
	BasicAuth  Account   `yaml:"basic-auth" help:"user and password of HTTP basic authentication"`
	Login      Login     `yaml:"login" help:"login form that is filled in once, before anything else is asked"`

	Start string `yaml:"-"` // of the site's entry
}

// Carried is what requests carry by a name.
type Carried struct {
	Name  string `yaml:"name" help:"of the line, the cookie or the control"`
	Value string `yaml:"value" help:"text, env:NAME (of the environment) or file:PATH (readable by you only)"`
}

// Account is a user name and where its password is.
type Account struct {
	User     string `yaml:"user" also:"username,name,login" help:"user name"`
	Password string `yaml:"password" help:"where the password is: env:NAME or file:PATH, never itself"`
}

// Login is a login form and what to fill it with.
type Login struct {
	Page     string    `yaml:"page" also:"url,address" help:"address of the page with the form, on the site's origin"`
	Form     string    `yaml:"form" help:"where the page has several: the form's ID, name or action path"`
	User     string    `yaml:"user" also:"username,name,login" help:"user name; may be env:NAME or file:PATH"`
	Password string    `yaml:"password" help:"where the password is: env:NAME or file:PATH, never itself"`
	Fields   []Carried `yaml:"fields" help:"further controls of the form and their values, such as a tenant"`
}

// IsZero reports whether nothing is said of who asks.
func (a Access) IsZero() bool {
	return len(a.Headers) == 0 && len(a.Cookies) == 0 && a.CookieFile == "" && a.BasicAuth == (Account{}) && a.Login.IsZero()
}

// IsZero reports whether there is no login.
func (l Login) IsZero() bool {
	return l.Page == "" && l.Form == "" && l.User == "" && l.Password == "" && len(l.Fields) == 0
}

// reference returns where a value stands that is not written out: in a variable of the
// environment or in a file.
func reference(value string) (env, file string, is bool) {
	if name, ok := strings.CutPrefix(value, "env:"); ok {
		return name, "", true
	}
	if name, ok := strings.CutPrefix(value, "file:"); ok {
		return "", name, true
	}
	return "", "", false
}

// Reveal returns what a value stands for, and whether it is to be hidden: what stands in
// the environment or in a file, without the end of its last line.
func Reveal(value string) (text string, hidden bool, err error) {
	env, file, is := reference(value)
	switch {
	case !is:
		return value, false, nil
	case file == "":
		text, ok := os.LookupEnv(env)
		if !ok || text == "" {
			return "", true, fmt.Errorf("the environment has no %s: set it, or write file:PATH", env)
		}
		return text, true, oneLiner(text, "the environment's "+env)
	}
	data, err := readPrivate(file)
	if err != nil {
		return "", true, err
	}
	text = strings.TrimRight(string(data), "\r\n")
	return text, true, oneLiner(text, file)
}

// Secrets is what references stand for, by the reference, and the text of files of cookies,
// by their name: read by another process, which gave its settings to this one.
type Secrets map[string]string

// Reveal returns what a value of the settings stands for: see Reveal.
func (s SiteSettings) Reveal(value string) (text string, hidden bool, err error) {
	if _, _, is := reference(value); !is || s.Secrets == nil {
		return Reveal(value)
	}
	text, ok := s.Secrets[value]
	if !ok {
		return "", true, fmt.Errorf("whoever gave the settings did not say what %s is", value)
	}
	return text, true, nil
}

// CookieText returns the text of the settings' file of cookies.
func (s SiteSettings) CookieText(file string) ([]byte, error) {
	if text, ok := s.Secrets[file]; ok {
		return []byte(text), nil
	}
	return readPrivate(file)
}

// Collect reads all that the settings refer to. An error is a *SettingError.
func (s SiteSettings) Collect() (Secrets, error) {
	all := Secrets{}
	var failed error
	add := func(setting string, values ...string) {
		for _, v := range values {
			text, hidden, err := s.Reveal(v)
			if err != nil && failed == nil {
				failed = &SettingError{Setting: setting, Err: err}
			}
			if hidden {
				all[v] = text
			}
		}
	}
	add("proxy", s.Proxy)
	if w := s.Who; w != nil {
		for setting, carried := range map[string][]Carried{"headers": w.Headers, "cookies": w.Cookies, "login": w.Login.Fields} {
			for _, c := range carried {
				add(setting, c.Value)
			}
		}
		add("basic-auth", w.BasicAuth.Password)
		add("login", w.Login.User, w.Login.Password)
		if w.CookieFile != "" {
			text, err := s.CookieText(w.CookieFile)
			if err != nil && failed == nil {
				failed = &SettingError{Setting: "cookie-file", Err: err}
			}
			all[w.CookieFile] = string(text)
		}
	}
	return all, failed
}

func oneLiner(text, where string) error {
	if text == "" || strings.ContainsAny(text, "\r\n\x00") {
		return fmt.Errorf("%s must have one line", where)
	}
	return nil
}

// readPrivate reads a file with secrets, which nobody but the user may read.
func readPrivate(file string) ([]byte, error) {
	if err := private(file); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(file)
	return bytes.TrimPrefix(data, []byte("\ufeff")), err // by which editors begin a file
}

// private returns why a file is not one that only the user may read.
func private(file string) error {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("there is no file %s", file)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no file", file)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s may be read by others (mode %04o): chmod 600 %[1]s", file, info.Mode().Perm())
	}
	return nil
}

// wrong returns what is wrong with who asks, and where that stands in the entry.
func (a Access) wrong(start string) (problems []misfit) {
	say := func(place, format string, args ...any) {
		problems = append(problems, misfit{place, fmt.Sprintf(format, args...)})
	}
	value := func(place, what, text string) {
		env, file, is := reference(text)
		switch {
		case !is && strings.ContainsAny(text, "\r\n\x00"):
			say(place, "%s must be one line", what)
		case is && env == "" && file == "":
			say(place, "%s lacks the name behind %q: write env:NAME or file:PATH", what, text)
		case file != "":
			if err := private(file); err != nil {
				say(place, "%s: %v", what, err)
			}
		}
	}
	password := func(place, what, text string) {
		if _, _, is := reference(text); !is && text != "" {
			say(place, "%s must not stand here: write env:NAME, or file:PATH of a file that you alone may read", what)
			return
		}
		if text == "" {
			say(place, "%s is missing: write env:NAME or file:PATH", what)
			return
		}
		value(place, what, text)
	}
	seen := map[string]bool{}
	for i, h := range a.Headers {
		place, name := fmt.Sprintf("headers[%d]", i), http.CanonicalHeaderKey(h.Name)
		switch instead, ours := ownHeaders[name]; {
		case !httpguts.ValidHeaderFieldName(h.Name):
			say(place, "headers: %q cannot be the name of a line of a header", h.Name)
		case ours:
			say(place, "headers: %s is not to be set here%s", name, instead)
		case seen[name]:
			say(place, "headers has %s twice: take one of them out", name)
		case h.Value == "":
			say(place, "headers: %s has no value: write value beside its name", name)
		case name == "Authorization" && a.BasicAuth != (Account{}):
			say(place, "headers: Authorization and basic-auth exclude each other: take one of them out")
		default:
			value(place, "headers: "+name, h.Value)
		}
		seen[name] = true
	}
	for i, k := range a.Cookies {
		place := fmt.Sprintf("cookies[%d]", i)
		if slices.ContainsFunc(a.Cookies[:i], func(o Carried) bool { return o.Name == k.Name }) {
			say(place, "cookies: %s stands there twice: take one of them out", k.Name)
			continue
		}
		switch _, _, is := reference(k.Value); {
		case !httpguts.ValidHeaderFieldName(k.Name):
			say(place, "cookies: %q cannot be the name of a cookie", k.Name)
		case k.Value == "":
			say(place, "cookies: %s has no value: write value beside its name", k.Name)
		case !is && strings.ContainsFunc(k.Value, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`";\`, r) }):
			say(place, "cookies: the value of %s has what no cookie may have (spaces, semicolons, quotes): write each cookie as an item of its own", k.Name)
		default:
			value(place, "cookies: "+k.Name, k.Value)
		}
	}
	if a.CookieFile != "" {
		if err := private(a.CookieFile); err != nil {
			say("cookie-file", "cookie-file: %v", err)
		}
	}
	if b := a.BasicAuth; b != (Account{}) {
		switch {
		case b.User == "":
			say("basic-auth", "basic-auth: user is missing: write user: NAME")
		case strings.Contains(b.User, ":"):
			say("basic-auth", "basic-auth: user must be a name without a colon, not %q", b.User)
		}
		password("basic-auth", "basic-auth: the password", b.Password)
	}
	if l := a.Login; !l.IsZero() {
		if why := offOrigin(l.Page, start); why != "" {
			say("login", "login: page %s", why)
		}
		if l.User == "" {
			say("login", "login: user is missing: write user: NAME, or env:NAME")
		}
		value("login", "login: user", l.User)
		password("login", "login: the password", l.Password)
		for i, f := range l.Fields {
			if f.Name == "" {
				say(fmt.Sprintf("login.fields[%d]", i), "login: fields has an item without a name: write name and value")
				continue
			}
			if f.Value == "" {
				say(fmt.Sprintf("login.fields[%d]", i), "login: %s has no value: write value beside its name", f.Name)
			}
			if slices.ContainsFunc(l.Fields[:i], func(o Carried) bool { return o.Name == f.Name }) {
				say(fmt.Sprintf("login.fields[%d]", i), "login: fields has %s twice: take one of them out", f.Name)
			}
			value(fmt.Sprintf("login.fields[%d]", i), "login: "+f.Name, f.Value)
		}
	}
	return problems
}

// LoginPage returns the address of the login's page of a site that starts at an address.
func (a Access) LoginPage(start string) string {
	base, err := url.Parse(start)
	if err != nil {
		return a.Login.Page
	}
	u, err := base.Parse(a.Login.Page)
	if err != nil {
		return a.Login.Page
	}
	return u.String()
}

// offOrigin returns why an address is not one of the origin of start.
func offOrigin(address, start string) string {
	base, err := url.Parse(start)
	if err != nil || address == "" {
		return "is missing: write its address, such as /login"
	}
	u, err := base.Parse(address)
	switch {
	case err != nil || u.User != nil:
		return fmt.Sprintf("%q is no address", address)
	case u.Scheme != base.Scheme || !strings.EqualFold(u.Host, base.Host):
		return fmt.Sprintf("must be on %s://%s, where the site starts: to other origins nothing is sent; log in with a browser and give the cookies", base.Scheme, base.Host)
	}
	return ""
}

// ownHeaders are lines that are set elsewhere, or belong to the connection.
var ownHeaders = map[string]string{
	"User-Agent": ": write agent and contact", "Accept-Language": ": write accept-language", "Cookie": ": write cookies or cookie-file",
	"Host": "", "Content-Length": "", "Content-Type": "", "Accept-Encoding": "", "Connection": "", "Transfer-Encoding": "", "Upgrade": "", "Te": "", "Trailer": "",
	"Referer": "", "Origin": "", "Expect": "", "Keep-Alive": "", "Proxy-Connection": "", "Proxy-Authorization": ": write proxy", "Range": "", "If-None-Match": "", "If-Modified-Since": "",
}

// SettingError is a setting that was found to be of no use only when it was needed.
type SettingError struct {
	Setting string
	Err     error
}

func (e *SettingError) Error() string { return fmt.Sprintf("%s: %v", e.Setting, e.Err) }
func (e *SettingError) Unwrap() error { return e.Err }

// ForPage returns the settings that hold for a page by its address: those of the site that
// starts on its origin, the common ones where there is none.
func (s Settings) ForPage(address string) SiteSettings {
	u, err := url.Parse(address)
	if err != nil {
		return s.SiteSettings
	}
	for _, site := range s.Sites {
		if start, err := url.Parse(site.Start); err == nil && start.Scheme == u.Scheme && strings.EqualFold(start.Host, u.Host) {
			return site.SiteSettings
		}
	}
	return s.SiteSettings
}
