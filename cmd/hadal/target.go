package main

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/page"
)

// A target is one site that the user wants, with its settings.
type target struct {
	site     harvest.Site
	settings config.SiteSettings
	profile  *harvest.Profile // what a person says about the site; nil: nothing
}

// parseTarget reads a TARGET of the command line: the name of a site in the
// configuration, a URL, a URL whose scheme was left out, or a site profile.
func parseTarget(s config.Settings, arg string) (target, error) {
	if isProfile(arg) {
		site, profile, err := readProfile(arg)
		if err != nil {
			return target{}, err
		}
		return target{site, s.ForSite(site.Name), &profile}, nil
	}
	t, err := findTarget(s, arg)
	if err != nil || t.settings.Profile == "" {
		return t, err
	}
	site, profile, err := readProfile(t.settings.Profile)
	if err == nil && site.Start.Site() != t.site.Start.Site() {
		err = &settingsError{fmt.Errorf("%s is the profile of %s, not of %s", t.settings.Profile, site.Start, t.site.Start)}
	}
	t.profile = &profile
	return t, err
}

// findTarget is parseTarget for anything but a site profile.
func findTarget(s config.Settings, arg string) (target, error) {
	if entry, ok := s.Site(arg); ok {
		u, err := page.ParseURL(entry.Start)
		if err != nil {
			return target{}, &settingsError{fmt.Errorf("site %s: %w", entry.Name, err)}
		}
		return target{site: harvest.Site{Name: entry.Name, Start: u}, settings: entry.SiteSettings}, nil
	}
	raw := arg
	if !strings.Contains(raw, "://") {
		if !looksLikeHost(raw) {
			return target{}, &usageError{fmt.Errorf("%q is neither a URL nor a site of the configuration (did you mean https://%s/?)", arg, strings.Trim(arg, "/"))}
		}
		raw = scheme(raw) + "://" + raw
	}
	u, err := page.ParseURL(raw)
	if err != nil {
		return target{}, &usageError{err}
	}
	for _, entry := range s.Sites { // a known site, however it is called
		if start, err := page.ParseURL(entry.Start); err == nil && start == u {
			return target{site: harvest.Site{Name: entry.Name, Start: u}, settings: entry.SiteSettings}, nil
		}
	}
	_, name, _ := strings.Cut(u.Origin(), "://")
	return target{site: harvest.Site{Name: name, Start: u}, settings: s.SiteSettings}, nil
}

func hostOf(raw string) string {
	host, _, _ := strings.Cut(raw, "/")
	return host
}

// looksLikeHost tells "some.site/path" and "localhost:8080" from a mistyped name.
func looksLikeHost(raw string) bool {
	host := hostOf(raw)
	return strings.ContainsAny(host, ".:") && !strings.ContainsAny(host, "@ ") && !strings.HasPrefix(host, ".") ||
		host == "localhost" && host != raw
}

// scheme is what a browser would try first: https but for this machine.
func scheme(raw string) string {
	host, _, _ := strings.Cut(hostOf(raw), ":")
	if a, err := netip.ParseAddr(host); host == "localhost" || err == nil && a.IsLoopback() {
		return "http"
	}
	return "https"
}

// bySite groups targets that are one registrable site: these are harvested one
// after the other, so that no host is asked twice at a time.
func bySite(targets []target) [][]target {
	var groups [][]target
	index := map[string]int{}
	for _, t := range targets {
		key := t.site.Start.Site()
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
