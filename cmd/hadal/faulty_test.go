package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
)

// faulty are files of which each has one mistake: what stands in an entry of sites, or, where
// it begins with a key at the margin, the whole file. at is what the caret points at.
var faulty = []struct{ text, at, want string }{
	{"dealy: 2s", "dealy", "did you mean delay?"},
	{"delay: soon", "soon", "a duration such as 500ms, 2s or 1h30m"},
	{"delay: -1s", "-1s", "must be at least 0s"},
	{"jitter: 3", "3", "between 0 and 1"},
	{"max-body: huge", "huge", "a size such as 10MB"},
	{"max-requests: many", "many", "a whole number"},
	{"max-requests: 1.5", "1.5", "a whole number"},
	{"ignore-robots: maybe", "maybe", "true or false"},
	{"strategy: freqency", "freqency", "did you mean frequency?"},
	{"browser: sometimes", "sometimes", "auto, never, always"},
	{"details: all", "all", "auto, never, always"},
	{"seed-words: history", "history", "wants a list"},
	{"form: {a: b}", "{a", "wants a list"},
	{"form: [/a, /a]", "/a]", "stands there twice"},
	{"form: [/a, /b]\n    roles: [{name: q, value: query}]", "[{name", "write an entry of sites for each of them"},
	{"form: [/a, /b]\n    questions: {controls: [{control: m, leave: true}]}", "[/a", "write an entry of sites for each of them"},
	{"roles: [{name: q, value: qurey}]", "[{", "did you mean query?"},
	{"capabilities: [{name: top-k, verdict: yes, value: many}]", "[{", "a whole number above 0"},
	{"tags: [a b]", "[a b]", "a tag is one word"},
	{"every: often", "often", "12h, 7d or 2w"},
	{"plan: subjects", "subjects", "there is no plan"},
	{"include: ['[a']", "['[a']", "include"},
	{"exclude: [/]", "[/]", "leaves out where the site starts"},
	{"pager: {parameter: page, next: a.next}", "{", "one of parameter, next and off"},
	{"pager: {next: 'a['}", "{", "a CSS selector"},
	{"pager: {start: 1}", "{", "parameter"},
	{"pager: {parameter: page, step: -1}", "{", "at least 1"},
	{"proxy: ftp://x:1", "ftp", "socks5"},
	{"headers: [{name: Host, value: x}]", "{name", "not to be set here"},
	{"headers: [{name: User-Agent, value: x}]", "{name", "write agent"},
	{"headers: [{name: X-Key, value: 'env:'}]", "{name", "env:NAME or file:PATH"},
	{"cookies: [{name: a, value: 'b; c=d'}]", "{name", "each cookie as an item"},
	{"cookie-file: none.txt", "none.txt", "there is no file"},
	{"basic-auth: {user: me, password: secret}", "{user", "env:NAME"},
	{"login: {page: /in, user: me, password: secret}", "{page", "env:NAME"},
	{"login: {page: 'https://other.example/in', user: me, password: 'env:P'}", "{page", "must be on https://a.example"},
	{"login: {page: /in, password: 'env:P'}", "{page", "user is missing"},
	{"questions: {controls: [{only: [a]}]}", "{only", "write control: NAME-OR-LABEL"},
	{"questions: {controls: [{control: m}]}", "{control", "write only, except, range, always or leave"},
	{"questions: {controls: [{control: m, onyl: [a]}]}", "onyl", "did you mean only?"},
	{"questions: {controls: [{control: m, only: [a], except: [b]}]}", "[b]", "take out except, or only"},
	{"questions: {controls: [{control: m, only: [a, a]}]}", "a]", "stands there twice"},
	{"questions: {controls: [{control: m, only: ['']}]}", "''", "an empty value"},
	{"questions: {controls: [{control: m, only: {file: none.txt}}]}", "none.txt", "none.txt"},
	{"questions: {controls: [{control: m, only: {column: x}}]}", "x}", "write file beside it"},
	{"questions: {controls: [{control: m, only: {from: books}}]}", "books", "SITE.COLUMN"},
	{"questions: {then: {pages: 1}}", "{pages", "write controls with that choice beside it"},
	{"questions: {controls: [{control: m, range: {from: 1, to: 2}}], then: {pages: 1}}", "{control", "write only or except of it"},
	{"questions: {controls: [{control: m, only: [a]}], pages: 2, then: {pages: 1}}", "2", "write it into then"},
	{"questions: {controls: [{control: m, only: [a]}], then: {controls: [{control: n, only: [b, b]}]}}", "b]", "stands there twice"},
	{"questions: {controls: [{control: m, leave: true, only: [a]}]}", "true", "take out one of them"},
	{"questions: {controls: [{control: m, always: a, only: [a]}]}", "a, only", "or write only"},
	{"questions: {controls: [{control: m, always: {file: none.txt}}]}", "{file", "write always: VALUE"},
	{"questions: {controls: [{control: m, except: [a], in-order: true}]}", "true", "write only, or take it out"},
	{"questions: {controls: [{control: m, range: {from: 9, to: 1}}]}", "9", "nothing lies between them"},
	{"questions: {controls: [{control: m, range: {from: low, to: 9}}]}", "low", "a number such as 5000"},
	{"questions: {controls: [{control: m, range: {from: 2020-01, to: 2020-06, step: 1 mounth}}]}", "1 mounth", "did you mean month?"},
	{"questions: {controls: [{control: m, range: {from: 2020-01, to: 2020-06, step: 3}}]}", "3", "write 3 days, months or years"},
	{"questions: {controls: [{control: m, range: {to: 9, step: 3}}]}", "{to", "needs from and to"},
	{"questions: {controls: [{control: m, only: [a]}], combine: [n]}", "n]}", "write an item of controls"},
	{"questions: {controls: [{control: m, only: [a]}], depth: 3}", "3", "more cannot be bound"},
	{"questions: {controls: [{control: m, only: [a]}], split: allways}", "allways", "did you mean always?"},
	{"questions: {split: always}", "always", "write only, except or range"},
	{"questions: {words: {nothing-else: true}}", "true", "write list or file"},
	// What people write who have read the docs once.
	{"questions: {controls: [{control: m, range: {from: 5k, to: 50k}}]}", "5k", "a number such as 5000"},
	{"questions: {controls: [{control: m, range: 0-5000}]}", "0-5000", "write {from: ..., to: ...}"},
	{"questions: {controls: [{control: m, range: {min: 1, to: 5}}]}", "min", "write from"},
	{"questions: {controls: {Make: [a]}}", "{Make", "- {control: ..., only: ...}"},
	{"questions: {controls: [{Make: [a]}]}", "Make", "write control: Make"},
	{"questions: {controls: [{name: m, only: [a]}]}", "name", "write control"},
	{"questions: {order: [m]}", "order", "write combine"},
	{"questions: {words: some.txt}", "some.txt", "write {file: some.txt}"},
	{"questions: {words: ['@some.txt']}", "'@some.txt", "write {file: some.txt}"},
	{"questions: {words: {file: some.csv}}", "some.csv", "write column: id beside it, or another of id, author"},
	{"headers: {X-Key: a}", "{X", "- {name: ..., value: ...}"},
	{"login: {url: /in, user: me, password: 'env:P'}", "url", "write page"},
	{"user-agent: x", "user-agent", "write agent"},
	{"pages: 3", "pages", "write it into questions, as questions: {pages: ...}"},
	{"questions: {pages: -1}", "-1", "above 0"},
	{"questions: {controls: [{control: m, only: [a], stop-after-empty: -1}]}", "-1", "above 0"},
	{"strategy: drilldown\n    questions: {controls: [{control: m, only: [a]}]}", "drilldown", "take out strategy, or the plan's values"},
	{"name: b", "name", "name"},
	{"sites:\n  - {name: a, start: ''}", "''", "write start: https://..."},
	{"sites:\n  - name: a", "name", "start is missing"},
	{"sites:\n  - {start: a.example}", "{start", "name is missing"},
	{"sites:\n  - {name: a, start: somewhere}", "somewhere", "an http or https URL"},
	{"sites:\n  - {name: a, start: 'https://me:pw@a.example/'}", "'https", "write basic-auth"},
	{"sites:\n  - {name: a/b, start: a.example}", "a/b", "without spaces, colons and slashes"},
	{"sites:\n  - {name: a, start: a.example}\n  - {name: a, start: b.example}", "a, start: b", "is taken by another site"},
	{"sites:\n\t- name: a", "\t", "indent with blanks"},
	{"sites: [", "[", "f.yaml:1:"},
	{"questions: {pages: 1}\n#", "questions", "write it into an entry of sites"},
	{"values: [{label: m, list: [a]}]", "values", "write questions: {controls: [{control: NAME-OR-LABEL, only: [...]}]}"},
	{"plans: [{name: cars}]\nsites: []", "{name", "write controls or words into it"},
	// What other people wrote, each as they are used to.
	{"columns: [title, title]", "title]", "stands there twice"},
	{"seed-words: ['']", "''", "take it out"},
	{"max-requests:", "max", "write a value, or take it out"},
	{"pager: {}", "pager", "write a value, or take it out"},
	{"include: ['https://other.example/*']", "[", "on another site than start"},
	{"cookies: [{name: a, value: b}, {name: a, value: c}]", "{name: a, value: c", "take one of them out"},
	{"roles: [{name: q, value: query}, {name: q, value: other}]", "[{", "has control q twice"},
	{"form: /a, /b", "/a, /b", "write [/a, /b] for several"},
	{"ordering: form-first", "ordering", "write it at the margin"},
	{"browser-remote: nonsense", "nonsense", "http://host:port"},
	{"allowed_domains: [a.example]", "allowed", "take it out"},
	{"Download delay: 2s", "Download", "write delay"},
	{"search for: [history]", "search", "write questions"},
	{"questions: {controls: [{control: “Make”, only: [a]}]}", "“Make", "write \"Make\""},
	{"questions: {controls: [{control: m, only: [Eco: Umberto]}]}", ":", "in quotes"},
	{"questions: {controls: [{control: m, range: {from: 1.000, to: 5.000}}]}", "1.000", "write one of these"},
	{"questions: {controls: [{control: m, range: {from: 01.01.2020, to: 31.12.2020, step: 1 month}}]}", "01.01", "a day such as 2020-01-31"},
	{"questions:\n      controls:\n        - control: m\n          only: Audi, BMW", "Audi", "write [Audi, BMW] for several"},
	{"questions:\n      controls:\n        - control: m\n          only:\n            - a\n            -", "a", "write a value, or take it out"},
	{"questions:\n      controls:\n        - control: m\n        only: [a]", "only", "begin it below what it is about"},
	{"delay: 2s\n    delay: 3s", "delay", "take one of them out"},
	{"delay 2s", "delay 2s", "write it as `key: value`"},
	{"name: 'a", "'a", "write another one where the text ends"},
	{"sites:\n  - {name: a, start: a.example", "{", "write } where it ends"},
	{"sites:\n  - {name: a, start: 'https://a.example/?q={query}'}", "'https", "write the address of the page that has the form"},
	{"sites:\n  - {name: a, start: https://a.example/ https://b.example/}", "https", "write an entry of sites for each"},
	{"sites:\n  - {name: a, start: 'a.example:99999'}", "'a", "hosts have 1 to 65535"},
	{"sites:\n  -", "-", "write a value, or take it out"},
	{"sites: a.example", "a", "one `- {name: ..., start: ...}` a line"},
	{"sites:\n  a:\n    start: a.example", ":", "one `- {name: ..., start: ...}` a line"},
	{"sites:\n  - {name: a, start: 'https://a.example:/'}", "'https", "write the port, or take the colon out"},
	{"sites:\n  - {name: a, start: 'https://a.example\\x'}", "'https", "an http or https URL"},
	// What a further stranger wrote.
	{"exclude: ['/logout|/delete']", "['/logout", "an item for each of several"},
	{"include: ['/book/.*']", "['/book", "** for anything"},
	{"columns: [{name: price, select: .p}]", "{name", "write profile: FILE.yaml here"},
	{"wrapper: {columns: [{name: price, select: .p}]}", "wrapper", "write profile: FILE.yaml here"},
	{"key: isbn", "key", "write profile: FILE.yaml here"},
	{"questions: {controls: [{control: m, range: {from: 0, to: '€5.000'}}]}", "'€5.000", "5000 or 5: write one of these"},
	{"questions: {controls: [{control: m, only: [a], when: 3 empty}]}", "when", "write stop-after-empty"},
	{"questions: {words: {file: none.txt}}", "none.txt", "there is no file none.txt: write its path"},
	// What journalists and engineers write as they are used to elsewhere.
	{"questions: {controls: [{control: m, only: [1..5]}]}", "1..5", "write range: {from: 1, to: 5}"},
	{"questions: {controls: [{control: m, only: 1990 ... 1999}]}", "1990", "write range: {from: 1990, to: 1999}"},
	{"questions: {controls: [{control: m, only: [a, b, ..., z]}]}", "...", "write each of them"},
	{"questions: {controls: [{control: m, except: [A..F]}]}", "A..F", "write each of them"},
	{"questions: {words: [1..5]}", "1..5", "write each of them"},
	{"questions:\n      controls:\n        - control: m\n          only: |\n            Audi\n            BMW", "|", "write one `- value` a line"},
	{"questions: {controls: [{control: m, range: {from: 31.12.2020, to: 31.12.2021}}]}", "31.12", "write 2020-12-31"},
	{"questions: {controls: [{control: m, range: {from: 03/04/2020, to: 12/31/2020}}]}", "03/04", "write 2020-03-04 or 2020-04-03"},
	{"questions: {controls: [{control: m, range: {from: Jan 2020, to: Dec 2020}}]}", "Jan", "write 2020-01"},
	{"questions: {controls: [{control: m, range: {from: 2020年1月, to: 2020年12月, step: 1 month}}]}", "2020年", "write 2020-01"},
	{"questions: {controls: [{control: m, range: {from: '1,000', to: '5,000'}}]}", "'1,000", "1000 or 1: write one of these"},
	{"questions: {controls: [{control: m, range: {from: 0 km, to: 100 km, step: 10 miles}}]}", "10 miles", "step knows days"},
	{"questions: {pages: '3'}", "'3'", "write it without the quotes"},
	{"questions:\n      controls:\n        - control: Price: max\n          only: [a]", "Price", "put quotes around the text"},
	{"questions: {controls: [{control: m, only: [C #, F]}]}", "[C", "# begins a comment"},
	{"questions: {controls: [{control: m, only: {file: some.xlsx, column: make}}]}", "some.xlsx", "save its table as CSV"},
	{"basic-auth: {user: me, password: !env PW}", "***", "write env:NAME"},
	{"include: ['/book/{a,b}']", "['/book", "an item for each of several"},
	{"include: ['/book/[0-9]*']", "['/book", "an item for each of several"},
	{"questions: {words: [K\xf6ln]}", "?", "save the file as UTF-8"},
	{"cookie-file: cookies.json", "cookies.json", "seven fields a line"},
	{"cookie-file: others.txt", "others.txt", "no cookie for https://a.example"},
	{"\u3000delay: 2s", "\u3000", "indent with those of the space bar"},
	// What says nothing, or the same twice, and would be taken for something.
	{"questions: {pages: 0}", "0", "pages: 0 says nothing: write a number above 0"},
	{"pager: {parameter: page, step: 0}", "0", "step: 0 says nothing: write a number above 0"},
	{"pager: {off: false}", "false", "off: false says nothing: write true"},
	{"pager: {next: ''}", "''", "next: '' says nothing: write a value"},
	{"pager: off", "off", "write {parameter: ..., start: ...}"},
	{"fixed: [{name: lang}]", "[{name", "has no value for lang: write value beside its name"},
	{"fixed: [{value: en}]", "[{value", "write name and value"},
	{"questions: {controls: [{control: m, only: [a], stop-after-empty: 0}]}", "0", "write a number above 0"},
	{"questions: {controls: [{control: m, only: [a]}], depth: 0}", "0", "write a number above 0"},
	{"questions: {controls: [{control: m, leave: false}]}", "false", "write true"},
	{"questions: {controls: [{control: m, only: [a, b], in-order: false}]}", "false", "write true"},
	{"questions: {words: {list: [a], nothing-else: false}}", "false", "write true"},
	{"questions: {words: {list: []}}", "[]", "write a value"},
	{"questions: {controls: []}", "[]", "write a value"},
	{"questions: {controls: [{control: m, only: [a]}], combine: []}", "[]", "write a value"},
	{"questions: {controls: [{control: m, only: [a]}], combine: [m, m]}", "m]}", "twice: take one of them out"},
	{"questions: {controls: [{control: m, range: {from: 0, to: 10, step: 50}}]}", "50", "write a smaller one, or take it out"},
	{"questions: {controls: [{control: m, range: {from: 5, to: 5, step: 1}}]}", "1}", "write a smaller one, or take it out"},
	{"questions: {controls: [{control: m, range: {from: 2020-01, to: 2020-06, step: 1 year}}]}", "1 year", "write a smaller one, or take it out"},
	{"questions: {controls: [{control: m, range: {from: 2020-13, to: 2021-01, step: 1 month}}]}", "2020-13", "a day such as 2020-01-31"},
	{"questions: {then: {}}", "then", "says nothing: write a value"},
	{"tags: []", "[]", "says nothing: write a value"},
	{"tags: [a, a]", "a]", "take one of them out"},
	{"tags: a, b", "a, b", "write [a, b]"},
	{"every: 0d", "0d", "12h, 7d or 2w"},
	{"every: 7", "7", "12h, 7d or 2w"},
	{"include: ['/a/*', '/a/*']", "'/a/*']", "take one of them out"},
	{"include: ['/a/*']\n    exclude: ['/a/*']", "['/a/*']", "take it out of one of them"},
	{"details-links: ['']", "''", "take it out"},
	{"columns: []", "[]", "says nothing: write a value"},
	{"form: ['']", "''", "take it out"},
	{"profile: ''", "''", "says nothing: write a value"},
	{"plan: ''", "''", "says nothing: write a value"},
	{"accept-language: german!", "german", "languages such as de or en-GB"},
	{"cookies: [{name: a}]", "{name", "has no value: write value beside its name"},
	{"cookies: a=b", "a=b", "- {name: ..., value: ...}"},
	{"headers: [{name: X-A, value: b}, {name: x-a, value: c}]", "{name: x-a", "take one of them out"},
	{"basic-auth: {password: 'env:P'}", "{password", "user is missing: write user"},
	{"basic-auth: {user: '', password: 'env:P'}", "''", "write a value"},
	{"login: {page: /in, user: me, password: 'env:P', fields: [{name: t}]}", "{name: t", "write value beside its name"},
	{"login: {page: /in, user: me, password: 'env:P', fields: [{name: t, value: a}, {name: t, value: b}]}", "{name: t, value: b", "take one of them out"},
	{"sites:\n# none\nname: x\nstart: https://x.example/", "name", "write it into an entry of sites"},
	{"strategy: terms\nsites: []", "terms", "write questions: {words: {list: [...], nothing-else: true}}"},
}

// strangers are ten files, each as somebody writes it who comes from elsewhere, and what is told
// of it: line, column and what to write.
var strangers = []struct{ who, text, want string }{
	{"a journalist", "# companies\nsites:\n  - name: Company register\n    start: www.register.example\n    questions:\n      words: Mueller, Schmidt\n", "6:14|write [Mueller, Schmidt] for several"},
	{"and her editor", "sites:\n  - name: Company register\n    start: www.register.example\n    questions: {words: {list: [Mueller], nothing-else: true}}\n", "2:11|a name without spaces"},
	{"a data engineer", "version: 2\ndefaults: &d\n  delay: 2s\nsites:\n  - <<: *d\n    name: cars\n    start: ${CARS_URL}\n", "1:1|take it out|2:1|at the margin"},
	{"somebody from Scrapy", "sites:\n  - name: books\n    start_urls: [https://books.example/]\n    allowed_domains: [books.example]\n    DOWNLOAD_DELAY: 2\n    ROBOTSTXT_OBEY: true\n", "3:5|write start|4:5|take it out|5:5|write delay|6:5|take it out"},
	{"a German", "sites:\n  - name: wohnungen\n    start: https://wohnungen.example/\n    questions:\n      controls:\n        - {control: Miete, range: {from: 1.000, to: 2.500, step: 100}}\n        - {control: Bezug, range: {from: 01.01.2020, to: 31.12.2020, step: 1 Monat}}\n", "6:42|write one of these|7:76|step knows days"},
	{"a librarian at Windows", "\ufeffsites:\r\n  - name: library\r\n    start: https://library.example/\r\n    questions:\r\n      controls:\r\n        - {control: “Author”, only: [Eco]}\r\n", "6:21|write \"Author\""},
	{"somebody with tabs", "sites:\n  - name: a\n    start: https://a.example/\n    questions:\n\t  pages: 3\n", "5:1|indent with blanks"},
	{"a friend of anchors", "sites:\n  - &one\n    name: a\n    start: https://a.example/\n    questions: *plan\n  - <<: *one\n    start: https://b.example/\n", "5:16|an anchor that is not above it"},
	{"a programmer in JSON", "{\"sites\": [{\"name\": \"a\", \"start\": \"https://a.example/\", \"headers\": {\"Authorization\": \"Bearer x\"}, \"delay\": \"500\"}]}\n", "1:68|- {name: ..., value: ...}|1:108|a duration such as 500ms"},
	{"somebody in a hurry", "sites:\n  - name: a\n    start:\n    max-requests:\n  - name: a\n    start: b.example\n    browser: yes\n", "3:5|write a value|4:5|write a value"},
	{"a copier of an address", "sites:\n  - name: a\n    start: https://a.example/search?q={query}\n    exclude: https://other.example/*\n", "4:14|one `- https://other.example/*` a line"},
}

var place = regexp.MustCompile(`(?m)f\.yaml:\d+:\d+: `)

// validated is what `hadal config validate` says of a file in this directory, and whether it is valid.
func validated(t *testing.T, text string) (said string, valid bool) {
	t.Helper()
	write(t, "f.yaml", text)
	var out strings.Builder
	status := run([]string{"config", "validate", "f.yaml"}, &out, &out)
	return out.String(), status == exit.Done
}

// A whole file has what is wrong with it told, each with its place: what no setting can be at
// first, then what no value of one can be.
func TestFilesOfStrangers(t *testing.T) {
	if len(strangers) < 10 {
		t.Errorf("%d files, want 10", len(strangers))
	}
	t.Chdir(t.TempDir())
	for _, c := range strangers {
		said, valid := validated(t, c.text)
		want := strings.Split(c.want, "|")
		if n := len(place.FindAllString(said, -1)); valid || n != len(want)/2 || strings.Count(said, "^\n") != n {
			t.Errorf("%s: %d messages, want %d, valid: %t\n%s", c.who, n, len(want)/2, valid, said)
		}
		for i := 0; i < len(want); i += 2 {
			if _, of, found := strings.Cut(said, "f.yaml:"+want[i]+": "); !found || !strings.Contains(strings.SplitN(of, "\n", 2)[0], want[i+1]) {
				t.Errorf("%s: nothing at %s says %q:\n%s", c.who, want[i], want[i+1], said)
			}
		}
	}
}

// Each mistake in a file is told once, with its line, a caret under what is meant and what to
// write, and none is accepted in silence.
func TestFaultyFiles(t *testing.T) {
	if len(faulty) < 60 {
		t.Errorf("%d faulty files, want 60", len(faulty))
	}
	t.Chdir(t.TempDir())
	write(t, "some.txt", "a\n")
	write(t, "some.csv", "id,author\n1,b\n")
	write(t, "some.xlsx", "PK\x03\x04")
	write(t, "cookies.json", `[{"name": "sid"}]`)
	write(t, "others.txt", "other.example\tFALSE\t/\tFALSE\t0\tsid\t1\n")
	for _, c := range faulty {
		text := "sites:\n  - name: a\n    start: https://a.example/\n    " + c.text + "\n"
		if strings.HasPrefix(c.text, "sites:") || strings.Contains(c.text, "\nsites: []") || strings.HasSuffix(c.text, "\n#") {
			text = c.text + "\n"
		}
		said, valid := validated(t, text)
		if valid {
			t.Errorf("%s\nis accepted:\n%s", text, said)
			continue
		}
		if n := len(place.FindAllString(said, -1)); n != 1 || !strings.Contains(said, c.want) {
			t.Errorf("%s\n%d messages, which say\n%s\nwant one that says %s", text, n, said, c.want)
			continue
		}
		lines := strings.Split(said, "\n")
		for i, line := range lines {
			if strings.TrimSpace(line) != "^" {
				continue
			}
			if under := lines[i-1]; len(under) < strings.Index(line, "^") || !strings.HasPrefix(under[strings.Index(line, "^"):], c.at) && strings.TrimSpace(c.at) != "" {
				t.Errorf("%s\nthe caret does not point at %q:\n%s", text, c.at, said)
			}
		}
		if !strings.Contains(said, "^\n") {
			t.Errorf("%s\nthere is no caret:\n%s", text, said)
		}
	}
}
