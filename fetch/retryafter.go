package fetch

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// parseRetryAfter reads a Retry-After header: seconds or an HTTP date (RFC
// 9110, section 10.2.3). A date in the past is 0; more than a year is a year.
func parseRetryAfter(s string, now time.Time) (time.Duration, bool) {
	const most = 365 * 24 * time.Hour
	s = strings.TrimSpace(s)
	if s == "" {
		return 0, false
	}
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		if !(n >= 0) {
			return 0, false
		}
		return time.Duration(min(n, most.Seconds()) * float64(time.Second)), true
	}
	t, err := http.ParseTime(s)
	if err != nil {
		return 0, false
	}
	return min(max(t.Sub(now), 0), most), true
}
