package page

import (
	"strings"
	"time"
)

// maxRefreshSeconds keeps absurd delays in the range of a time.Duration.
const maxRefreshSeconds = 1 << 31

// parseRefresh parses the value of a Refresh header or of a <meta
// http-equiv=refresh>, by the "shared declarative refresh steps" of the HTML
// standard: "5", "0;/x", "5; url='x'", "1, URL = x". ref is "" where the page
// is to be loaded again; ok is false where browsers ignore the value.
func parseRefresh(value string) (after time.Duration, ref string, ok bool) {
	const space = " \t\r\n\f"
	s := strings.TrimLeft(value, space)
	seconds, digits := 0, 0
	for digits < len(s) && s[digits] >= '0' && s[digits] <= '9' {
		seconds = min(seconds*10+int(s[digits]-'0'), maxRefreshSeconds)
		digits++
	}
	if digits == 0 && !strings.HasPrefix(s, ".") {
		return 0, "", false
	}
	after = time.Duration(seconds) * time.Second
	s = strings.TrimLeft(s[digits:], "0123456789.")
	if s == "" {
		return after, "", true
	}
	if !strings.ContainsAny(s[:1], ";,"+space) {
		return 0, "", false
	}
	s = strings.TrimLeft(s, space)
	if s != "" && (s[0] == ';' || s[0] == ',') {
		s = strings.TrimLeft(s[1:], space)
	}
	if len(s) >= 3 && strings.EqualFold(s[:3], "url") {
		if rest := strings.TrimLeft(s[3:], space); strings.HasPrefix(rest, "=") {
			s = strings.TrimLeft(rest[1:], space)
		}
	}
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		s, _, _ = strings.Cut(s[1:], s[:1])
	}
	return after, strings.TrimRight(s, space), true
}
