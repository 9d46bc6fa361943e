package config

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// proxyURL holds what a proxy may be.
func proxyURL(v any) string {
	text := v.(string)
	if _, file, is := reference(text); text == "" || is {
		if file != "" {
			if err := private(file); err != nil {
				return err.Error()
			}
		}
		return ""
	}
	u, err := ParseProxy(text)
	if err != nil {
		return err.Error()
	}
	if _, has := u.User.Password(); has {
		return "must not have its password here: write env:NAME or file:PATH of the whole address"
	}
	return ""
}

// ParseProxy reads the address of a proxy.
func ParseProxy(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme) || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return nil, fmt.Errorf("must be an address such as http://host:port or socks5://host:port")
	}
	return u, nil
}
