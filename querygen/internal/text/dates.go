package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// withoutDates returns a text with blanks in place of the days, months and hours of its
// dates and times as numbers: "2021-08-31 10:15 am" becomes "2021". Sites rarely search for
// such a piece, and where they do, it leads to records that have nothing in common. The year
// stays: people ask for it, and sites answer.
func withoutDates(text string) string {
	var out []byte // nil until something is blanked out
	blank := func(from, end int) {
		if out == nil {
			out = []byte(text)
		}
		for i := from; i < end; i++ {
			out[i] = ' '
		}
	}
	for i := 0; i < len(text); {
		if !digit(text, i) {
			i++
			continue
		}
		n := digits(text, i)
		if before, _ := utf8.DecodeLastRuneInString(text[:i]); unicode.IsLetter(before) || inNumber(text, i-1) {
			i += n
			continue
		}
		if end, from, to := dateAt(text, i); end > 0 {
			blank(i, from)
			blank(to, end)
			if i = end; digit(text, end+1) && (text[end] == 'T' || text[end] == 't') {
				i = max(timeAt(text, end+1), end+1)
				blank(end, i)
			}
		} else if end := timeAt(text, i); end > 0 {
			blank(i, end)
			i = end
		} else {
			i += n
		}
	}
	if out == nil {
		return text
	}
	return string(out)
}

func digit(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }

// digits returns how many digits stand at s[i:].
func digits(s string, i int) (n int) {
	for digit(s, i+n) {
		n++
	}
	return n
}

// inNumber reports whether s[i] joins what stands before it to a number behind it.
func inNumber(s string, i int) bool {
	return i > 0 && strings.IndexByte("-/.:,", s[i]) >= 0 && digit(s, i-1)
}

// upTo returns the number that the n digits at s[i:] write, and whether it is from 1 to most.
func upTo(s string, i, n, most int) bool {
	x, err := strconv.Atoi(s[i : i+n])
	return err == nil && x >= 1 && x <= most
}

// dateAt returns where the date at s[i:] ends, and its year from year to yearEnd; 0 where
// there is no date: 2021-08-31, 31.8.2021, 8/31/2021, 2021-08.
func dateAt(s string, i int) (end, year, yearEnd int) {
	var at, n [3]int
	parts, sep := 0, byte(0)
	for i < len(s) && parts < 3 {
		at[parts], n[parts] = i, digits(s, i)
		i += n[parts]
		parts++
		if i >= len(s) || strings.IndexByte("-/.", s[i]) < 0 || sep != 0 && s[i] != sep || !digit(s, i+1) {
			break
		}
		if parts < 3 {
			sep = s[i]
			i++
		}
	}
	if next, _ := utf8.DecodeRuneInString(s[i:]); digit(s, i+1) && i < len(s) && strings.IndexByte("-/.", s[i]) >= 0 ||
		unicode.IsLetter(next) && !(digit(s, i+1) && (next == 'T' || next == 't')) {
		return 0, 0, 0
	}
	short := func(k int) bool { return n[k] <= 2 }
	switch {
	case parts == 3 && n[0] == 4 && short(1) && short(2) && upTo(s, at[1], n[1], 12) && upTo(s, at[2], n[2], 31),
		parts == 2 && n[0] == 4 && n[1] == 2 && sep == '-' && upTo(s, at[1], 2, 12):
		return i, at[0], at[0] + 4
	case parts == 3 && n[2] == 4 && short(0) && short(1) && upTo(s, at[0], n[0], 31) && upTo(s, at[1], n[1], 31) && (upTo(s, at[0], n[0], 12) || upTo(s, at[1], n[1], 12)):
		return i, at[2], at[2] + 4
	}
	return 0, 0, 0
}

// timeAt returns where the time of a day at s[i:] ends, 0 where there is none: 9:05,
// 21:05:30, 9:05 pm, 9 p.m.
func timeAt(s string, i int) (end int) {
	n := digits(s, i)
	if hour, err := strconv.Atoi(s[i : i+n]); err != nil || n > 2 || hour > 24 {
		return 0
	}
	end = i + n
	for range 2 {
		if end < len(s) && s[end] == ':' && digits(s, end+1) == 2 && s[end+1] < '6' {
			end += 3
		}
	}
	clock := end > i+n
	half := strings.ToLower(s[end:min(end+6, len(s))])
	trimmed := strings.TrimLeft(half, " \u00a0")
	for _, h := range []string{"a.m.", "p.m.", "am", "pm", "z"} {
		rest, found := strings.CutPrefix(trimmed, h)
		next, _ := utf8.DecodeRuneInString(rest)
		if found && (clock || h != "z") && !unicode.IsLetter(next) && !unicode.IsNumber(next) {
			return end + len(half) - len(rest)
		}
	}
	if next, _ := utf8.DecodeRuneInString(s[end:]); !clock || unicode.IsLetter(next) || digit(s, end) {
		return 0
	}
	return end
}
