package config

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// siteWith is a file with one site, whose entry has these lines from its fourth on.
func siteWith(lines string) string {
	return "sites:\n  - name: a\n    start: https://a.example/search\n    " + strings.ReplaceAll(lines, "\n", "\n    ") + "\n"
}

func TestFaultyAccessIsTold(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, mode := range map[string]os.FileMode{"open.txt": 0o644, "group.txt": 0o640, "mine.txt": 0o600} {
		if err := os.WriteFile(name, []byte("secret\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ lines, want string }{
		{"headers: [{name: X Key, value: a}]", `f.yaml:4:15: headers: "X Key" cannot be the name of a line of a header`},
		{"headers: [{name: '', value: a}]", `name: '' says nothing`},
		{"headers:\n  - {name: X-Key, value: a}\n  - {name: user-agent, value: a}", "f.yaml:6:9: headers: User-Agent is not to be set here: write agent and contact"},
		{"headers: [{name: Accept-Language, value: de}]", "is not to be set here: write accept-language"},
		{"headers: [{name: Cookie, value: a=b}]", "is not to be set here: write cookies or cookie-file"},
		{"headers: [{name: Host, value: b.example}]", "headers: Host is not to be set here\n"},
		{"headers: [{name: X-Key, value: a}, {name: x-key, value: b}]", "headers has X-Key twice"},
		{"headers: [{name: X-Key}]", "headers: X-Key has no value"},
		{"headers: [{name: X-Key, value: \"a\\nX-Other: b\"}]", "headers: X-Key must be one line"},
		{"headers: [{name: X-Key, value: 'env:'}]", `headers: X-Key lacks the name behind "env:": write env:NAME or file:PATH`},
		{"headers: [{name: X-Key, value: 'file:none.txt'}]", "headers: X-Key: there is no file none.txt"},
		{"headers: [{name: X-Key, value: 'file:open.txt'}]", "headers: X-Key: open.txt may be read by others (mode 0644): chmod 600 open.txt"},
		{"headers: [{name: Authorization, value: Bearer x}]\nbasic-auth: {user: me, password: 'env:P'}", "Authorization and basic-auth exclude each other"},
		{"headers: {X-Key: a}", "headers wants a list"},
		{"headers: [X-Key=a]", "an item of headers wants `key: value` lines"},
		{"cookies: [{name: 'a b', value: c}]", `f.yaml:4:15: cookies: "a b" cannot be the name of a cookie`},
		{"cookies: [{name: session, value: 'a; other=b'}]", "write each cookie as an item of its own"},
		{"cookies: [{name: session, value: 'file:group.txt'}]", "group.txt may be read by others (mode 0640)"},
		{"cookie-file: none.txt", "f.yaml:4:18: cookie-file: there is no file none.txt"},
		{"cookie-file: open.txt", "open.txt may be read by others"},
		{"cookie-file: .", ". is no file"},
		{"basic-auth: {user: me}", "basic-auth: the password is missing: write env:NAME or file:PATH"},
		{"basic-auth: {user: me, password: hunter2}", "basic-auth: the password must not stand here: write env:NAME, or file:PATH"},
		{"basic-auth: {password: 'env:P'}", "basic-auth: user is missing: write user: NAME"},
		{"basic-auth: {user: 'a:b', password: 'env:P'}", "basic-auth: user must be a name without a colon"},
		{"basic-auth: me", "basic-auth wants `key: value` lines, not \"me\""},
		{"basic-auth: {user: me, pasword: 'env:P'}", `f.yaml:4:28: unknown setting "pasword" (did you mean password?)`},
		{"login: {user: me, password: 'env:P'}", "f.yaml:4:12: login: page is missing: write its address, such as /login"},
		{"login: {page: 'https://sso.example/login', user: me, password: 'env:P'}", "login: page must be on https://a.example, where the site starts"},
		{"login: {page: 'http://a.example/login', user: me, password: 'env:P'}", "login: page must be on https://a.example"},
		{"login: {page: 'https://me:x@a.example/login', user: me, password: 'env:P'}", "is no address"},
		{"login: {page: /login, password: 'env:P'}", "login: user is missing"},
		{"login: {page: /login, user: me}", "login: the password is missing"},
		{"login: {page: /login, user: me, password: hunter2}", "login: the password must not stand here"},
		{"login: {page: /login, user: me, password: 'file:open.txt'}", "chmod 600 open.txt"},
		{"login: {page: /login, user: me, password: 'file:mine.txt', fields: [{value: x}]}", "login: fields has an item without a name"},
		{"proxy: 127.0.0.1:8080", "f.yaml:4:12: proxy must be an address such as http://host:port or socks5://host:port"},
		{"tags: books", "f.yaml:4:11: tags wants a list"},
		{"tags: [a b]", `f.yaml:4:11: tags has "a b": a tag is one word, without commas`},
		{"every: weekly", `f.yaml:4:12: every: "weekly" is no time such as 12h, 7d or 2w`},
		{"every: 7", `every: "7" is no time such as 12h, 7d or 2w`},
		{"every: 0d", "is no time such as"},
		{"every: -1d", "is no time such as"},
		{"proxy: ftp://host:21", "proxy must be an address such as"},
		{"proxy: http://me:hunter2@host:80", "proxy must not have its password here: write env:NAME or file:PATH"},
		{"proxy: file:open.txt", "chmod 600 open.txt"},
	} {
		_, err := load("f.yaml", []byte(siteWith(c.lines)), nil)
		var e *Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%s: error %v, want an *Error", c.lines, err)
		case len(e.Problems) != 1 || !strings.Contains(err.Error()+"\n", c.want) || !strings.Contains(e.Problems[0].Picture, "^"):
			t.Errorf("%s: got\n%v\nwant %s", c.lines, err, c.want)
		case strings.Contains(err.Error(), "hunter2"):
			t.Errorf("%s: the password is told:\n%v", c.lines, err)
		}
	}
	for text, want := range map[string]string{
		"cookies: []\n": `f.yaml:1:1: "cookies" is for one site: write it into an entry of sites`,
		"sites:\n  - {name: a, start: 'https://me:x@a.example/'}\n": "start must have no user name and password in it: write basic-auth",
	} {
		if _, err := load("f.yaml", []byte(text), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestPeriod(t *testing.T) {
	at := time.Date(2026, 5, 1, 3, 0, 5, 0, time.UTC)
	for text, want := range map[string]time.Duration{"7d": 168 * time.Hour, "2w": 336 * time.Hour, "12h": 12 * time.Hour, "0.5h": 30 * time.Minute, "1.5d": 36 * time.Hour} {
		var p Period
		if err := p.UnmarshalText([]byte(text)); err != nil || time.Duration(p) != want {
			t.Errorf("%s is %v, %v", text, time.Duration(p), err)
		}
		// A job that begins some seconds early does not skip a turn.
		if !p.Due(at, at.Add(want-time.Minute)) || p.Due(at, at.Add(want/2)) {
			t.Errorf("%s is due at the wrong time", text)
		}
		// A clock that was ahead once keeps no site from its turn for years.
		if !p.Due(at.AddDate(70, 0, 0), at) || p.Due(at.Add(time.Second), at) {
			t.Errorf("%s: a beginning in the future is taken for one", text)
		}
		var back Period
		if err := back.UnmarshalText([]byte(p.String())); err != nil || back != p {
			t.Errorf("%s is written as %s", text, p)
		}
	}
}

// A month is not harvested each minute.
func TestPeriodsOfMinutesOrMonthsAreTold(t *testing.T) {
	var p Period
	if err := p.UnmarshalText([]byte("1m")); err == nil || !strings.Contains(err.Error(), `"1m" may be minutes or months: write hours, days or weeks, such as 1h or 30d`) {
		t.Errorf("it says %v", err)
	}
}

func TestPicturesHavePasswordsHidden(t *testing.T) {
	for line, want := range map[string]string{
		"start: http://127.0.0.1:80/": "start: http://127.0.0.1:80/", "proxy: http://me:x@y:80": "proxy: http://me:***@y:80", "{user: a, password: b}": "{user: a, password: ***}",
		`password: "b c"`: `password: ***`, "password: b c": "password: ***", "value: Bearer b-1": "value: Bearer ***", "{name: X-Api-Key, value: b}": "{name: X-Api-Key, value: ***}",
		"{name: sid, value: 'env:S'}": "{name: sid, value: 'env:S'}", "{name: make, value: other}": "{name: make, value: other}", `{name: Authorization, value: "Bearer b"}`: `{name: Authorization, value: ***}`, "password: 'env:P'": "password: 'env:P'", "password: file:p": "password: file:p",
	} {
		if got := withoutPasswords(line); got != want {
			t.Errorf("%s is shown as %s, want %s", line, got, want)
		}
	}
}

func TestSecretsAreRevealed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "secret")
	if err := os.WriteFile(file, []byte("\ufefffrom a file\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("A_SECRET", "from the environment")
	for value, want := range map[string]string{"plain": "plain", "env:A_SECRET": "from the environment", "file:" + file: "from a file"} {
		if got, hidden, err := Reveal(value); err != nil || got != want || hidden == (value == "plain") {
			t.Errorf("%s: %q, hidden %v, %v", value, got, hidden, err)
		}
	}
	if err := os.Chmod(file, 0o604); err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{"env:NOT_THERE", "file:" + file, "file:" + dir} {
		if _, _, err := Reveal(value); err == nil {
			t.Errorf("%s is revealed", value)
		}
	}
}

// The settings of who asks are no flags, whose values others see in the list of processes.
func TestAccessIsOfSitesAlone(t *testing.T) {
	text, err := os.ReadFile("../../config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range siteAlone {
		if !regexp.MustCompile(`(?m)^#  +(- )?` + name + `:`).Match(text) {
			t.Errorf("config.yaml does not show %s of a site", name)
		}
	}
	s, err := load("f.yaml", []byte(siteWith("cookies: [{name: a, value: b}]")), nil)
	if err != nil {
		t.Fatal(err)
	}
	who := s.ForSite("a").Who
	if who == nil || who.Start != "https://a.example/search" || len(who.Cookies) != 1 || s.Who != nil {
		t.Errorf("site a is asked by %+v, others by %+v", who, s.Who)
	}
}

// What the documents show of a configuration is one.
func TestExamplesOfTheDocuments(t *testing.T) {
	docs, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatal(docs, err)
	}
	var examples []string
	for _, doc := range docs {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile(`(?m)(?:^    (?:[a-z-]+:| ).*\n)*^    sites:\n(?:^     .*\n)+`).FindAllString(string(text), -1) {
			examples = append(examples, regexp.MustCompile(`(?m)^    `).ReplaceAllString(block, ""))
		}
	}
	t.Chdir(t.TempDir())
	for _, name := range []string{"session.txt", "cookies.txt"} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, example := range examples {
		if _, err := load("example.yaml", []byte(example), nil); err != nil {
			t.Errorf("%v in\n%s", err, example)
		}
	}
	if len(examples) < 4 {
		t.Errorf("only %d examples were found", len(examples))
	}
}
