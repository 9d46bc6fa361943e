package deeds

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// takes says why a form with this control is never filled in, "" where the
// control is harmless.
func takes(f Field) string {
	why := ""
	switch {
	case f.Kind == "password", Secret(f):
		why = "it has a password field"
	case f.Kind == "file":
		why = "it takes a file"
	case Email(f):
		why = "it asks for an e-mail address"
	case Payment(f):
		why = "it asks for a means of payment"
	case Consent(f):
		why = "it asks for consent"
	case Code(f) && (f.Kind == "textarea" || f.Value != "" && !f.Asked):
		why = "it takes what a program runs"
	default:
		return ""
	}
	label := f.Label
	for _, other := range []string{f.Name, f.ID, f.Placeholder} {
		if label == "" {
			label = other
		}
	}
	return fmt.Sprintf("%s %q", why, label)
}

// Secret reports whether a box takes a password, a PIN or a one-time code.
func Secret(f Field) bool {
	switch f.Kind {
	case "text", "search", "tel", "number", "textarea", "url", "":
	default:
		return false
	}
	return strings.HasSuffix(f.Autocomplete, "-password") || f.Autocomplete == "one-time-code" || f.Autocomplete == "webauthn" ||
		known.secret.Within(lexicon.Split(f.Name)) || known.secret.Within(lexicon.Split(f.ID)) || known.secret.Within(lexicon.Fold(f.Label+" "+f.Placeholder))
}

// Email reports whether a box takes an e-mail address: by its type, by the
// keyboard that it wants, by the example that stands in it, by what it must
// match, or by its name.
func Email(f Field) bool {
	switch f.Kind {
	case "email":
		return true
	case "text", "search", "tel", "url", "textarea", "":
	default:
		return false
	}
	if f.Autocomplete == "email" || strings.EqualFold(f.InputMode, "email") || exampleMail.MatchString(f.Placeholder) || patternOfMail(f.Pattern) {
		return true
	}
	label := lexicon.Fold(f.Label + " " + f.Placeholder)
	if lexicon.Search.Within(label) && f.Kind != "text" {
		return false
	}
	if known.email.Within(lexicon.Split(f.Name)) || known.email.Within(lexicon.Split(f.ID)) {
		return true
	}
	return known.email.Within(label) && !lexicon.Search.Within(label)
}

var exampleMail = regexp.MustCompile(`[\p{L}\d._-]+[@＠][\p{L}\d-]+(\.|$)`)

// patternOfMail reports whether what a box must match has an @ in it that is
// not one of many characters allowed.
func patternOfMail(pattern string) bool {
	within := false // one of many characters
	for i := range len(pattern) {
		switch pattern[i] {
		case '[':
			within = true
		case ']':
			within = false
		case '@':
			if !within && i >= 2 && len(pattern)-i >= 3 {
				return true
			}
		}
	}
	return false
}

// Payment reports whether a control takes a means of payment.
func Payment(f Field) bool {
	if strings.HasPrefix(f.Autocomplete, "cc-") {
		return true
	}
	switch f.Kind {
	case "hidden", "submit", "button", "image", "reset":
		return false
	}
	label := lexicon.Fold(f.Label + " " + f.Placeholder)
	return known.payment.Within(lexicon.Split(f.Name)) || known.payment.Within(lexicon.Split(f.ID)) || len(label) < 60 && known.payment.Within(label)
}

// Consent reports whether ticking a box agrees to something. In a list of
// subjects "Privacy" may be one.
func Consent(f Field) bool {
	if f.Kind != "checkbox" && f.Kind != "radio" || len(f.Options) > 3 {
		return false
	}
	if known.consent.Within(lexicon.Split(f.Name)) || known.consent.Within(lexicon.Fold(f.Label)) {
		return true
	}
	for _, o := range f.Options {
		if known.consent.Within(lexicon.Fold(o.Label)) {
			return true
		}
	}
	return false
}

// Declines reports whether pressing a button of a banner declines what it asks.
func Declines(label string) bool {
	words := lexicon.Fold(label)
	return shortLabel(label) && known.decline.Within(words) && !known.accept.Within(words) && (Label(label) == "" || known.decline.Within(Label(label)))
}

// Speaks reports whether a folded text speaks of passwords or codes.
func Speaks(folded string) bool { return known.secret.Within(folded) }
