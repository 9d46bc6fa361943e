package deeds

import (
	"embed"
	"fmt"
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
	keep     *lexicon.List // a search word as the object of a deed: save search, clear history

	names *lexicon.List // all that judgeName looks for, so that of most names one look says that it is harmless
}

func (w *words) section(name string) **lexicon.List {
	switch name {
	case "strong":
		return &w.strong
	case "wreck":
		return &w.wreck
	case "verb":
		return &w.verb
	case "thing":
		return &w.thing
	case "button":
		return &w.button
	case "alone":
		return &w.alone
	case "purpose":
		return &w.purpose
	case "tool":
		return &w.tool
	case "secret":
		return &w.secret
	case "email":
		return &w.email
	case "payment":
		return &w.payment
	case "consent":
		return &w.consent
	case "visitors":
		return &w.visitors
	case "own":
		return &w.own
	case "plain":
		return &w.plain
	case "article":
		return &w.article
	case "decline":
		return &w.decline
	case "accept":
		return &w.accept
	case "command":
		return &w.command
	case "whole":
		return &w.whole
	case "send":
		return &w.send
	case "keep":
		return &w.keep
	}
	return nil
}

var sections = []string{"strong", "wreck", "verb", "thing", "button", "alone", "purpose", "tool", "secret", "email", "payment", "consent", "visitors", "own", "plain", "article", "decline", "accept", "keep", "command", "whole", "send"}

var known = read()

// read makes one list of the sections of that name of all languages.
func read() *words {
	entries := map[string]*strings.Builder{}
	for _, name := range sections {
		entries[name] = &strings.Builder{}
	}
	all, err := languages()
	if err != nil {
		panic(err) // the files are part of the program
	}
	for _, of := range all {
		for name, text := range of {
			if entries[name] == nil {
				panic(fmt.Sprintf("deeds: no section is called %q", name))
			}
			entries[name].WriteString(text)
		}
	}
	w := &words{}
	for _, name := range sections {
		*w.section(name) = lexicon.New(entries[name].String())
	}
	w.names = lexicon.New(withoutExceptions(entries["strong"], entries["button"], entries["verb"], entries["thing"], entries["own"]))
	return w
}

// withoutExceptions joins entries, so that what one section excepts is found where
// another has it.
func withoutExceptions(sections ...*strings.Builder) string {
	var all strings.Builder
	for _, of := range sections {
		for entry := range strings.FieldsFuncSeq(of.String(), func(r rune) bool { return r == ',' || r == '\n' }) {
			if !strings.HasPrefix(entry, "!") {
				all.WriteString(entry + ",")
			}
		}
	}
	return all.String()
}

// languages returns the sections of each language.
func languages() (map[string]map[string]string, error) {
	found, err := files.ReadDir("words")
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]string{}
	for _, f := range found {
		text, err := files.ReadFile("words/" + f.Name())
		if err != nil {
			return nil, err
		}
		of, section := map[string]string{}, ""
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			switch {
			case line == "", strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "["):
				section = strings.Trim(line, "[]")
				of[section] += ""
			case strings.HasPrefix(line, "none:"): // why the language has none
				of[section] += "\n"
			default:
				of[section] += spellings(line) + "\n"
			}
		}
		out[strings.TrimSuffix(f.Name(), ".txt")] = of
	}
	return out, nil
}

// digraphs are how letters are written where a keyboard or an address has none.
var digraphs = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "å", "aa", "ø", "oe", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "Å", "Aa", "Ø", "Oe")

// spellings adds to a line of entries those that are also written otherwise.
func spellings(line string) string {
	out := ""
	for entry := range strings.SplitSeq(line, ",") {
		if entry = strings.TrimSpace(entry); strings.Contains(entry, " ") {
			entry = strings.TrimSuffix(entry, "*") // a phrase is found wherever it stands
		}
		out += "," + entry
		if other := digraphs.Replace(entry); other != entry {
			out += "," + other
		}
	}
	return out
}
