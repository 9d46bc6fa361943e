package fetch

import (
	"net/http"
	"testing"
	"time"
)

func TestParseRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		header string
		want   time.Duration
		ok     bool
	}{
		{"", 0, false},
		{"0", 0, true},
		{" 120 ", 2 * time.Minute, true},
		{"1.5", 1500 * time.Millisecond, true},
		{"-5", 0, false},
		{"NaN", 0, false},
		{"soon", 0, false},
		{"120 seconds", 0, false},
		{"1e99", 365 * 24 * time.Hour, true},
		{"Inf", 365 * 24 * time.Hour, true},
		{"Sun, 01 Mar 2026 12:30:00 GMT", 30 * time.Minute, true},
		{"Sunday, 01-Mar-26 12:30:00 GMT", 30 * time.Minute, true},
		{"Sun Mar  1 12:30:00 2026", 30 * time.Minute, true},
		{"Sun, 01 Mar 2026 11:30:00 GMT", 0, true},
		{"Fri, 31 Dec 9999 23:59:59 GMT", 365 * 24 * time.Hour, true},
	}
	for _, tt := range tests {
		got, ok := parseRetryAfter(tt.header, now)
		if got != tt.want || ok != tt.ok {
			t.Errorf("%q: %s, %t; want %s, %t", tt.header, got, ok, tt.want, tt.ok)
		}
	}
}

func FuzzRetryAfter(f *testing.F) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, s := range []string{"120", "-1", "1e400", "0x10p3", now.Format(http.TimeFormat)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, ok := parseRetryAfter(s, now)
		if d < 0 || d > 365*24*time.Hour || !ok && d != 0 {
			t.Errorf("%q: %s, %t", s, d, ok)
		}
	})
}
