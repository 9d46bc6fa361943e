package network

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/page"
)

// who has the client told what the settings say of who asks. Here secrets are read, from
// the environment and from files, and nowhere else; the error is a *config.SettingError.
func who(s config.SiteSettings) (proxy *url.URL, a *fetch.Access, err error) {
	if s.Proxy != "" {
		text, _, err := s.Reveal(s.Proxy)
		if err == nil {
			proxy, err = config.ParseProxy(text)
		}
		if err != nil {
			return nil, nil, &config.SettingError{Setting: "proxy", Err: err}
		}
	}
	if s.Who == nil {
		return proxy, nil, nil
	}
	start, err := page.ParseURL(s.Who.Start)
	if err != nil {
		return nil, nil, &config.SettingError{Setting: "start", Err: err}
	}
	a = &fetch.Access{Origin: start.Origin(), User: s.Who.BasicAuth.User}
	var failed error
	reveal := func(setting, value string) string {
		text, hidden, err := s.Reveal(value)
		if err != nil && failed == nil {
			failed = &config.SettingError{Setting: setting, Err: err}
		}
		if hidden {
			a.Hidden = append(a.Hidden, fetch.NewSecret(text))
		}
		return text
	}
	for _, h := range s.Who.Headers {
		n := len(a.Hidden)
		text := reveal("headers", h.Value)
		a.Header = append(a.Header, fetch.Line{Name: h.Name, Value: fetch.NewSecret(text)})
		if len(a.Hidden) > n {
			a.Hidden = append(a.Hidden, bare(text)...)
		}
	}
	for _, k := range s.Who.Cookies {
		n := len(a.Hidden)
		cookie := &http.Cookie{Name: k.Name, Value: reveal("cookies", k.Value), Path: "/"}
		cookie.HttpOnly = len(a.Hidden) > n // a script that read it would write it into pages and requests
		a.Cookies = append(a.Cookies, cookie)
	}
	cookies, err := Cookies(s)
	if err != nil {
		return nil, nil, err
	}
	a.Cookies = append(a.Cookies, cookies...)
	a.Hidden = append(a.Hidden, tellingWho(cookies)...)
	if b := s.Who.BasicAuth; b.Password != "" {
		a.Password = fetch.NewSecret(reveal("basic-auth", b.Password))
		a.Hidden = append(a.Hidden, fetch.NewSecret(base64.StdEncoding.EncodeToString([]byte(b.User+":"+a.Password.Reveal()))))
	}
	if l := s.Who.Login; !l.IsZero() {
		c := forms.Credentials{Form: l.Form, User: reveal("login", l.User), Password: reveal("login", l.Password), More: forms.Values{}}
		for _, f := range l.Fields {
			c.More[f.Name] = append(c.More[f.Name], reveal("login", f.Value))
		}
		at, err := page.ParseURL(s.Who.LoginPage(s.Who.Start))
		if err != nil {
			return nil, nil, &config.SettingError{Setting: "login", Err: err}
		}
		a.Login = &fetch.Login{Page: at, Fill: func(p *page.Page) (page.Request, error) {
			doc, err := p.Document()
			if err != nil {
				return page.Request{}, err
			}
			return forms.LogIn(doc, c)
		}}
	}
	return proxy, a, failed
}

// Cookies returns those of the settings' file that are sent to the site, and are still good; the
// error is a *config.SettingError.
func Cookies(s config.SiteSettings) (cookies []*http.Cookie, err error) {
	if s.Who == nil || s.Who.CookieFile == "" {
		return nil, nil
	}
	file := s.Who.CookieFile
	start, err := page.ParseURL(s.Who.Start)
	if err != nil {
		return nil, &config.SettingError{Setting: "start", Err: err}
	}
	data, err := s.CookieText(file)
	cookies, ok := fetch.ReadCookies(data, start, time.Now())
	switch {
	case err == nil && !ok:
		err = fmt.Errorf("%s is no file of cookies in Netscape's format: seven fields a line, tabs between", file)
	case err == nil && len(cookies) == 0:
		err = fmt.Errorf("%s has no cookie for %s that is still good", file, start.Origin())
	}
	if err != nil {
		return nil, &config.SettingError{Setting: "cookie-file", Err: err}
	}
	return cookies, nil
}

// bare returns what a line of a header says behind its scheme, as in "Bearer TOKEN", and the
// password of basic authentication: pages show them without the scheme.
func bare(line string) (out []fetch.Secret) {
	scheme, rest, has := strings.Cut(line, " ")
	if !has {
		return nil
	}
	out = append(out, fetch.NewSecret(strings.TrimSpace(rest)))
	if decoded, err := base64.StdEncoding.DecodeString(strings.TrimSpace(rest)); err == nil && strings.EqualFold(scheme, "Basic") {
		_, password, _ := strings.Cut(string(decoded), ":")
		out = append(out, fetch.NewSecret(password))
	}
	return out
}

// tellingWho returns the values of a file's cookies that say who asks: those that scripts may
// not read, which no page has a reason to show, where the file marks any, else all. What has
// no digit may be a setting, and a word of any page.
func tellingWho(cookies []*http.Cookie) (out []fetch.Secret) {
	marked := slices.ContainsFunc(cookies, func(k *http.Cookie) bool { return k.HttpOnly })
	for _, k := range cookies {
		if (k.HttpOnly || !marked) && strings.ContainsAny(k.Value, "0123456789") {
			out = append(out, fetch.NewSecret(k.Value))
		}
	}
	return out
}
