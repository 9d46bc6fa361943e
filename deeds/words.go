package deeds

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// The words are data: a file a language, in sections. Spellings without
// diacritics, and those that write ö as oe, are added when they are read.

//go:embed words/*.txt
var files embed.FS

// words are the sections of all languages.
type words struct {
	strong   *lexicon.List // verbs that are deeds wherever a command stands: delete, log out
	wreck    *lexicon.List // verbs that name things as well, and that destroy where another button of a form says them
	verb     *lexicon.List // that are deeds as the last part of a path, and as a command's value: add, save
	thing    *lexicon.List // that name a thing as often: /items/7/report, and not /report/7
	button   *lexicon.List // found on buttons, unless they speak of searching
	alone    *lexicon.List // that are all that a button says
	purpose  *lexicon.List // what everyday forms are for that do not search
	tool     *lexicon.List // what forms compute that neither search nor do harm
	secret   *lexicon.List // controls that take a password, a PIN, a one-time code
	email    *lexicon.List // controls that take an e-mail address
	payment  *lexicon.List // controls that take a means of payment
	consent  *lexicon.List // boxes by which a person agrees
	visitors *lexicon.List // what is noted about visitors, not read
	own      *lexicon.List // things that belong to a visitor: account, cart
	plain    *lexicon.List // what commands are made of beside the verb: item, all, confirm
	article  *lexicon.List // words before nouns
	decline  *lexicon.List // buttons by which visitors keep what a banner wants
	accept   *lexicon.List // buttons that grant it
	command  *lexicon.List // parameters whose value says what to do
	whole    *lexicon.List // what makes a command of a verb that names a thing, too: close all, sync now
	send     *lexicon.List // what sends what was typed, whatever for
	show     *lexicon.List // buttons that show what there is
	mute     *lexicon.List // all that a button says that says nothing: go, OK
	apply    *lexicon.List // the same, on buttons that set what was chosen, too
	wish     *lexicon.List // by which a box asks what visitors want to find
	state    *lexicon.List // choices of what something shall be: on, off
	destroy  *lexicon.List // verbs that destroy, cancel or merge what stands beside them, whatever it is
	saves    *lexicon.List // verbs of which a search is the object: save, subscribe, replace
	sought   *lexicon.List // forms of the word for a search that are the object of a verb
	redraw   *lexicon.List // verbs of buttons that show anew what was chosen
	code     *lexicon.List // boxes that take what a program runs
	keep     *lexicon.List // a search word as the object of a deed: save search, clear history

	nouns map[string]map[string]bool // by language, those that are spelt like a deed in another one

	names *lexicon.List // all that judgeName looks for, so that of most names one look says that it is harmless
}

// sections returns the lists by the names of their sections.
func (w *words) sections() map[string]**lexicon.List {
	return map[string]**lexicon.List{
		"strong": &w.strong, "wreck": &w.wreck, "verb": &w.verb, "thing": &w.thing, "button": &w.button, "alone": &w.alone,
		"purpose": &w.purpose, "tool": &w.tool, "secret": &w.secret, "email": &w.email, "payment": &w.payment, "consent": &w.consent,
		"visitors": &w.visitors, "own": &w.own, "plain": &w.plain, "article": &w.article, "decline": &w.decline, "accept": &w.accept,
		"command": &w.command, "whole": &w.whole, "send": &w.send, "show": &w.show, "go": &w.mute, "apply": &w.apply, "state": &w.state, "wish": &w.wish, "keep": &w.keep, "code": &w.code,
		"destroy": &w.destroy, "saves": &w.saves, "redraw": &w.redraw, "sought": &w.sought,
	}
}

var known = read()

// read makes one list of the sections of that name of all languages.
func read() *words {
	w := &words{}
	sections := w.sections()
	entries := map[string][]string{}
	for name, words := range lexicon.AllLanguages(files) {
		if name == "noun" { // it matters which language it is of
			continue
		}
		if sections[name] == nil {
			panic(fmt.Sprintf("deeds: no section is called %q", name))
		}
		for _, word := range words {
			entries[name] = append(entries[name], spellings(word)...)
		}
	}
	for name, list := range sections {
		*list = lexicon.New(strings.Join(entries[name], ","))
	}
	// What one section excepts is to be found where another has it.
	named := slices.Concat(entries["strong"], entries["button"], entries["verb"], entries["thing"], entries["own"])
	named = slices.DeleteFunc(named, func(word string) bool { return strings.HasPrefix(word, "!") })
	w.names = lexicon.New(strings.Join(named, ","))
	w.nouns = map[string]map[string]bool{}
	for language, of := range lexicon.Languages(files) {
		for _, noun := range of["noun"] {
			if w.nouns[language] == nil {
				w.nouns[language] = map[string]bool{}
			}
			w.nouns[language][lexicon.Fold(noun)] = true
		}
	}
	w.nouns["nb"], w.nouns["nn"] = w.nouns["no"], w.nouns["no"]
	return w
}

// digraphs are how letters are written where a keyboard or an address has none.
var digraphs = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "å", "aa", "ø", "oe", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "Å", "Aa", "Ø", "Oe")

// spellings returns the ways in which an entry is written.
func spellings(entry string) []string {
	if strings.Contains(entry, " ") {
		entry = strings.TrimSuffix(entry, "*") // a phrase is found wherever it stands
	}
	if other := digraphs.Replace(entry); other != entry {
		return []string{entry, other}
	}
	return []string{entry}
}
