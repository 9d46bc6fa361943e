package deeds

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Asks returns what an attribute of a link, form or button has visitors asked before they
// get on, as onsubmit="return confirm('All of them?')" and data-confirm="..." do. A request
// that a harvester sends is not asked about: it must know by itself.
func Asks(attribute, value string) (question string, ok bool) {
	switch {
	case attribute == "onsubmit", attribute == "onclick":
		if m := confirms.FindStringSubmatch(value); m != nil {
			return m[1], true
		}
	case strings.HasSuffix(attribute, "-confirm"):
		return value, value != "" && !off(value)
	}
	return "", false
}

var confirms = regexp.MustCompile(`\bconfirm\s*\(([^)]*)`)

// MethodOf returns the method by which scripts send what has this attribute, whatever
// method it has in HTML, and the address where they send it, if the attribute says it:
// hx-delete="/row/7", data-method="put", x-on:submit="$post('/like')". "" is no other than GET.
func MethodOf(attribute, value string) (method, address string) {
	parts := strings.Split(attribute, "-")
	switch last := parts[len(parts)-1]; {
	case len(parts) > 1 && (last == "method" || last == "formmethod"):
		method = value
	case slices.Contains(parts[:min(2, len(parts)-1)], "hx"), parts[0] == "ic" && last == "to": // htmx, intercooler
		method, address = strings.TrimSuffix(attribute, "-to"), value
		method = method[strings.LastIndexByte(method, '-')+1:]
	default:
		if m := scripted.FindStringSubmatch(value); m != nil { // Alpine, Datastar
			method = m[1]
		}
	}
	switch method = strings.ToUpper(strings.TrimSpace(method)); method {
	case "POST", "PUT", "PATCH", "DELETE":
		return method, address
	}
	return "", ""
}

var scripted = regexp.MustCompile(`[$@](post|put|patch|delete)\(`)

// asks judges by what visitors are asked to confirm, also by the code that runs. Nobody asks that of those who read, in
// whatever language: the question is at least a doubt.
func (j *Judging) asks(a *Act) Verdict {
	worst, questions := Verdict{}, slices.Clone(a.Asks)
	for _, code := range a.Says {
		if question, ok := Asks("onclick", code); ok {
			questions = append(questions, question)
		}
	}
	for _, question := range questions {
		if word := known.strong.Find(lexicon.Fold(question)); word != "" {
			return deed(fmt.Sprintf("visitors are asked to confirm it, which says %q", word))
		}
		worst = doubt("visitors are asked to confirm it", a.allow())
	}
	return worst
}
