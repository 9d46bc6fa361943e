package browser

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// giveCookies puts the site's cookies, as the client has them, in its
// browsing context in place of those left there.
func (s *site) giveCookies(ctx context.Context) error {
	if _, err := chromedp.CallBrowser(ctx, storage.ClearCookies, storage.ClearCookiesParams{BrowserContextID: s.context}); err != nil {
		return err
	}
	var give []*network.CookieParam
	for _, k := range s.chrome.net.Cookies(s.name) {
		c := &network.CookieParam{Name: k.Cookie.Name, Value: k.Cookie.Value, URL: k.URL.String(),
			Domain: k.Cookie.Domain, Path: k.Cookie.Path, Secure: k.Cookie.Secure, HTTPOnly: k.Cookie.HttpOnly}
		if !k.Cookie.Expires.IsZero() {
			if k.Cookie.Expires.Before(time.Now()) {
				continue
			}
			c.Expires = cdp.TimeSinceEpoch(k.Cookie.Expires.Unix())
		}
		give = append(give, c)
	}
	if len(give) == 0 {
		return nil
	}
	_, err := chromedp.CallBrowser(ctx, storage.SetCookies, storage.SetCookiesParams{Cookies: give, BrowserContextID: s.context})
	if err != nil {
		// One that Chrome does not take must not cost the others.
		for _, c := range give {
			chromedp.CallBrowser(ctx, storage.SetCookies, storage.SetCookiesParams{Cookies: []*network.CookieParam{c}, BrowserContextID: s.context})
		}
	}
	return ctx.Err()
}

// takeCookies gives the client the cookies that the scripts of a page set, and
// tells it of those that they deleted. Those that answers set it has already.
func (s *site) takeCookies(ctx context.Context, from page.URL) {
	net := s.chrome.net
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	got, err := chromedp.CallBrowser(ctx, storage.GetCookies, storage.GetCookiesParams{BrowserContextID: s.context})
	if err != nil {
		return
	}
	type key struct{ name, value string }
	known, there := map[key]bool{}, map[string]bool{}
	for _, k := range net.Cookies(s.name) {
		known[key{k.Cookie.Name, k.Cookie.Value}] = true
	}
	var take []fetch.SetCookie
	for _, c := range got.Cookies {
		there[c.Name] = true
		if c.HTTPOnly || known[key{c.Name, c.Value}] {
			continue
		}
		cookie := &http.Cookie{Name: c.Name, Value: c.Value, Path: c.Path, Secure: c.Secure}
		host := c.Domain
		if bare, ok := strings.CutPrefix(c.Domain, "."); ok {
			host, cookie.Domain = bare, bare
		}
		if c.Expires > 0 {
			cookie.Expires = time.Unix(int64(c.Expires), 0)
		}
		u := &url.URL{Scheme: "http", Host: host, Path: c.Path}
		if from.Host() == host {
			u.Scheme, _, _ = strings.Cut(from.String(), ":")
			u.Host = strings.TrimPrefix(from.Origin(), u.Scheme+"://")
		} else if c.Secure {
			u.Scheme = "https"
		}
		take = append(take, fetch.SetCookie{URL: u, Cookie: cookie})
	}
	for _, k := range net.Cookies(s.name) {
		// Scripts see no HttpOnly ones; secure ones Chrome may not have taken.
		if !there[k.Cookie.Name] && !k.Cookie.HttpOnly && !k.Cookie.Secure {
			k.Cookie.MaxAge = -1
			take = append(take, k)
		}
	}
	net.TakeCookies(s.name, take)
}
