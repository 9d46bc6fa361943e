package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Period is a length of time such as people plan with: 12h, 7d, 2w. The zero Period is none.
type Period time.Duration

var periodUnits = []struct {
	name string
	long time.Duration
}{{"w", 7 * 24 * time.Hour}, {"d", 24 * time.Hour}, {"h", time.Hour}}

// UnmarshalText reads "7d".
func (p *Period) UnmarshalText(text []byte) error {
	for _, unit := range periodUnits {
		if count, ok := strings.CutSuffix(string(text), unit.name); ok {
			if n, err := strconv.ParseFloat(count, 64); err == nil && n > 0 && n < 1e5 {
				*p = Period(n * float64(unit.long))
				return nil
			}
		}
	}
	if strings.HasSuffix(string(text), "m") {
		return fmt.Errorf("%q may be minutes or months: write hours, days or weeks, such as 1h or 30d", text)
	}
	return fmt.Errorf("%q is no time such as 12h, 7d or 2w", text)
}

// MarshalText writes p so that UnmarshalText reads it back.
func (p Period) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// String returns p in the largest unit that divides it.
func (p Period) String() string {
	for _, unit := range periodUnits {
		if p > 0 && time.Duration(p)%unit.long == 0 {
			return fmt.Sprintf("%d%s", time.Duration(p)/unit.long, unit.name)
		}
	}
	return strconv.FormatFloat(time.Duration(p).Hours(), 'f', -1, 64) + "h"
}

// Due reports whether so much time has passed since that a site is to be harvested again:
// a twentieth less, so that what runs at one time of the day finds it due each day. What
// began in the future began by a clock that went wrong, and says nothing.
func (p Period) Due(since, now time.Time) bool {
	slack := time.Duration(p) / 20
	return !now.Before(since.Add(19*slack)) || since.After(now.Add(slack))
}

// tags holds what groups of sites may be called.
func tags(v any) string {
	for _, tag := range v.([]string) {
		if tag == "" || strings.ContainsAny(tag, ", \t\r\n") {
			return fmt.Sprintf("has %q: a tag is one word, without commas", tag)
		}
	}
	return ""
}

// Tags returns the tags of all sites.
func (s Settings) Tags() (all []string) {
	for _, site := range s.Sites {
		for _, tag := range site.Tags {
			if !slices.Contains(all, tag) {
				all = append(all, tag)
			}
		}
	}
	return all
}
