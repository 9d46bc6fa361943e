package page

import (
	"regexp"
	"strconv"
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
	m := refreshSays.FindStringSubmatch(value)
	if m == nil {
		return 0, "", false
	}
	seconds, err := strconv.Atoi(m[1])
	if err != nil && m[1] != "" {
		seconds = maxRefreshSeconds
	}
	ref = m[2]
	if ref != "" && (ref[0] == '"' || ref[0] == '\'') {
		ref, _, _ = strings.Cut(ref[1:], ref[:1])
	}
	return time.Duration(min(seconds, maxRefreshSeconds)) * time.Second, strings.TrimRight(ref, " \t\r\n\f"), true
}

// refreshSays takes such a value apart: seconds, whatever fraction they have, and what stands
// behind these, white space, a sign and "url=".
var refreshSays = regexp.MustCompile(`^[ \t\r\n\f]*(?:(\d+)[\d.]*|\.[\d.]*)(?:[ \t\r\n\f]*[;, \t\r\n\f][ \t\r\n\f]*(?:(?i:url)[ \t\r\n\f]*=[ \t\r\n\f]*)?((?s).*))?$`)
