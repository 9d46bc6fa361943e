package record

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page/dates"
)

var (
	moneyWord = wording.Compile(`\b(?:usd|eur|gbp|chf|jpy|cny|aud|cad|nzd|sek|nok|dkk|pln|czk|huf|brl|inr|rub|zar|kr|euros?|dollars?)\b|\b(?:zł|kč)`) // \b knows ASCII words only
	moneyMark = regexp.MustCompile(`[` + moneySigns + `]|` + moneyWord.Expr)                                                                          // in lower case
	codeText  = regexp.MustCompile(`\p{L}-\p{Nd}`)                                                                                                    // "KR-11" is no sum in kroner
	urlText   = regexp.MustCompile(`(?i)^(?:https?://|www\.)\S+$`)
)

// A time of day, and a duration in two units at least: of one it is a number.
var (
	timeText     = regexp.MustCompile(`(?i)^(?:[01]?\d|2[0-4])[:h][0-5]\d(?::[0-5]\d)?(?:\s*(?:[ap]\.?m?\.?|uhr))?$`)
	durationText = regexp.MustCompile(`(?i)^(?:\d+\s*(?:d|h|m|s|y|w|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|weeks?|std|stunden|tage|jours?|heures?)\.?,?\s*){2,}$`)
)

const moneySigns = "$€£¥₹₽₩₺฿₫₴₪"

// Typed returns a field of a value, with the kind that the value shows.
func Typed(name, value string) Field {
	f := Field{Name: name, Value: value}
	if f.Kind, f.Number = KindOf(value); f.Kind == "money" {
		f.Currency = currencyOf(value)
	}
	return f
}

// currencySigns are those that stand for one currency only.
var currencySigns = map[string]string{"€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "฿": "THB", "₫": "VND", "₴": "UAH", "₪": "ILS",
	"EURO": "EUR", "EUROS": "EUR", "ZŁ": "PLN", "KČ": "CZK", "DOLLAR": "$", "DOLLARS": "$", "KR": "kr"}

// currencyOf returns the currency of a money value.
func currencyOf(value string) string {
	mark := strings.ToUpper(moneyMark.FindString(strings.ToLower(value)))
	if code := currencySigns[mark]; code != "" {
		return code
	}
	return mark
}

// KindOf types a value; number is set for numbers and money.
func KindOf(value string) (kind string, number float64) {
	if len(value) > 80 {
		return "", 0
	}
	if IsURL(value) {
		return "url", 0
	}
	if !strings.ContainsFunc(value, wording.IsDigit) {
		return "", 0 // the usual case, without the searches below
	}
	if dates.Is(value) {
		return "date", 0
	}
	if timeText.MatchString(value) {
		return "time", 0
	}
	if durationText.MatchString(value) {
		return "duration", 0
	}
	run, only := oneNumber(value)
	if !only {
		return "", 0
	}
	n, ok := wording.ParseNumber(run)
	if !ok {
		return "", 0
	}
	rest := strings.Replace(value, strings.TrimRight(run, " .,"), "", 1)
	lower := strings.ToLower(rest)
	if codeText.MatchString(value) {
		return "", 0
	}
	if (moneyWord.May(lower) || strings.ContainsAny(lower, moneySigns)) && moneyMark.MatchString(lower) && len(wording.Words(moneyMark.ReplaceAllString(lower, ""))) <= 1 {
		return "money", n
	}
	if !strings.ContainsFunc(rest, unicode.IsLetter) {
		return "number", n
	}
	return "", 0
}

// IsURL reports whether a value is an address; its first letter tells most that are none.
func IsURL(value string) bool {
	return value != "" && strings.IndexByte("hHwW", value[0]) >= 0 && urlText.MatchString(value)
}

// OnlyNumber returns the number in a value that has but one, whatever stands around it.
func OnlyNumber(value string) (float64, bool) {
	run, only := oneNumber(value)
	if !only {
		return 0, false
	}
	return wording.ParseNumber(strings.TrimRight(run, " .,"))
}

// oneNumber returns the number in a value, its sign and all that may part its
// digits included, and whether it is the only one.
func oneNumber(value string) (run string, only bool) {
	start, end, sign := -1, -1, false
	for i, r := range value {
		digit := wording.IsDigit(r)
		switch {
		case start < 0 && digit:
			start = i
			if sign {
				_, n := utf8.DecodeLastRuneInString(value[:i])
				start -= n
			}
		case start >= 0 && end < 0 && !digit && !strings.ContainsRune(".,'’ \u00a0\u202f\u066b\u066c", r):
			end = i
		case end >= 0 && digit:
			return "", false
		}
		sign = r == '-' || r == '−' || r == '+'
	}
	if start < 0 {
		return "", false
	}
	if end < 0 {
		end = len(value)
	}
	return value[start:end], true
}
