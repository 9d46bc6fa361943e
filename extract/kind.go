package extract

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	moneyWord = compile(`\b(?:usd|eur|gbp|chf|jpy|cny|aud|cad|nzd|sek|nok|dkk|pln|czk|huf|brl|inr|rub|zar|kr|euros?|dollars?)\b|\b(?:zł|kč)`) // \b knows ASCII words only
	moneyMark = regexp.MustCompile(`[` + moneySigns + `]|` + moneyWord.expr)                                                                  // in lower case
	codeText  = regexp.MustCompile(`\p{L}-\p{Nd}`)                                                                                            // "KR-11" is no sum in kroner
	urlText   = regexp.MustCompile(`(?i)^(?:https?://|www\.)\S+$`)
	dateText  = regexp.MustCompile(`(?i)^(?:\p{L}{2,12}\.?,?\s+)?(?:` +
		`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?` +
		`|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?:,?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?)?` +
		`|\d{1,2}(?:\.|st|nd|rd|th)?[\s-]+(?:de\s+|of\s+)?\p{L}{3,12}\.?,?[\s-]+(?:de\s+)?\d{4}(?:,?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?(?:\s*(?:Z|[A-Z]{3,4}|[+-]\d{2}:?\d{2}))?)?` +
		`|\p{L}{3,12}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}(?:,?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?)?` +
		`|\d{4}\s*年\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*日)?` +
		`)$`)
)

const moneySigns = "$€£¥₹₽₩₺฿₫₴₪"

// typed returns a field of a value, with the kind that the value shows.
func typed(name, value string) Field {
	f := Field{Name: name, Value: value}
	if f.Kind, f.Number = kindOf(value); f.Kind == "money" {
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

// kindOf types a value; number is set for numbers and money.
func kindOf(value string) (kind string, number float64) {
	if len(value) > 80 {
		return "", 0
	}
	if isURL(value) {
		return "url", 0
	}
	if !strings.ContainsFunc(value, isDigit) {
		return "", 0 // the usual case, without the searches below
	}
	if isDate(value) {
		return "date", 0
	}
	run, only := oneNumber(value)
	if !only {
		return "", 0
	}
	n, ok := parseNumber(run)
	if !ok {
		return "", 0
	}
	rest := strings.Replace(value, strings.TrimRight(run, " .,"), "", 1)
	lower := strings.ToLower(rest)
	if codeText.MatchString(value) {
		return "", 0
	}
	if (moneyWord.may(lower) || strings.ContainsAny(lower, moneySigns)) && moneyMark.MatchString(lower) && len(words(moneyMark.ReplaceAllString(lower, ""))) <= 1 {
		return "money", n
	}
	if !strings.ContainsFunc(rest, unicode.IsLetter) {
		return "number", n
	}
	return "", 0
}

// isURL reports whether a value is an address; its first letter tells most that are none.
func isURL(value string) bool {
	return value != "" && strings.IndexByte("hHwW", value[0]) >= 0 && urlText.MatchString(value)
}

// isDate reports whether a value is a date; these have four digits at least,
// in several numbers.
func isDate(value string) bool {
	digits, numbers, in := 0, 0, false
	for i := range len(value) {
		digit := value[i] >= '0' && value[i] <= '9'
		if digit {
			digits++
			if !in {
				numbers++
			}
		}
		in = digit
	}
	return digits >= 4 && numbers >= 2 && dateText.MatchString(value)
}

// oneNumber returns the number in a value, its sign and all that may part its
// digits included, and whether it is the only one.
func oneNumber(value string) (run string, only bool) {
	start, end, sign := -1, -1, false
	for i, r := range value {
		digit := isDigit(r)
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

// parseNumber reads a number as people write it: with the digits of any
// script, thousands parted by comma, point, space or apostrophe, and a
// decimal comma or point. "1,234" and "1.234" are taken as thousands, as
// counts and prices on result pages are; "1,23" and "1.5" as decimals.
func parseNumber(s string) (float64, bool) {
	var b strings.Builder
	var seps []rune
	var group []int // digits behind each separator
	for _, r := range strings.TrimSpace(s) {
		switch {
		case unicode.Is(unicode.Nd, r):
			b.WriteByte(byte('0' + digit(r)))
			if len(group) > 0 {
				group[len(group)-1]++
			}
		case r == '-' || r == '−':
			b.WriteByte('-')
		case r == '+':
		case r == '.' || r == ',' || r == '\u066b' || r == '\u066c' || r == '\'' || r == '’' || unicode.IsSpace(r):
			seps = append(seps, r)
			group = append(group, 0)
			b.WriteByte('|')
		default:
			return 0, false
		}
	}
	text := b.String()
	for strings.HasSuffix(text, "|") {
		text, seps, group = text[:len(text)-1], seps[:len(seps)-1], group[:len(group)-1]
	}
	decimal := -1
	if n := len(seps); n > 0 {
		last := seps[n-1]
		switch {
		case last == '\u066b':
			decimal = n - 1
		case last != '.' && last != ',':
		case n > 1 && seps[n-2] != last:
			decimal = n - 1 // 1.234,5
		case n == 1 && group[0] != 3:
			decimal = 0
		case n == 1 && strings.HasPrefix(strings.TrimPrefix(text, "-"), "0|"):
			decimal = 0 // 0.125
		}
		groups := group
		if decimal >= 0 {
			groups = group[:decimal]
		}
		for i, g := range groups {
			if g != 3 && !(g == 2 && i < len(groups)-1) { // 12,34,567 of India
				return 0, false
			}
		}
	}
	var out strings.Builder
	at := 0
	for _, r := range text {
		if r == '|' {
			if at == decimal {
				out.WriteByte('.')
			}
			at++
			continue
		}
		out.WriteRune(r)
	}
	n, err := strconv.ParseFloat(out.String(), 64)
	return n, err == nil
}

// digit returns the value of a decimal digit of any script: the Nd runs of
// Unicode are all contiguous and start at zero.
func digit(r rune) int {
	n := 0
	for n < 9 && unicode.Is(unicode.Nd, r-rune(n)-1) && !zeroDigit(r-rune(n)) {
		n++
	}
	return n
}

// zeroDigit reports whether r is a zero; needed where two runs of digits touch.
func zeroDigit(r rune) bool {
	return r == '0' || r >= 0x1D7CE && r <= 0x1D7FF && (r-0x1D7CE)%10 == 0 || r == 0x1A90
}
