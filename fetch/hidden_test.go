package fetch

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/internal/cputime"
	"github.com/hadal-crawler/hadal/page"
)

// However a site writes what it was told, it does not come back.
func TestHidden(t *testing.T) {
	const secret = `pa<s>"wörd&/ 7%f+3a\9`
	h := newHidden([]Secret{NewSecret(secret), NewSecret("short"), NewSecret("key-7f3a9c55e1")})
	quoted, _ := json.Marshal(secret)
	var entities, utf16 strings.Builder
	for _, r := range secret {
		fmt.Fprintf(&entities, "&#x%x;", r)
	}
	for _, c := range "key-7f3a9c55e1" {
		utf16.WriteString(string(c) + "\x00")
	}
	for name, written := range map[string]string{
		"as it is": secret, "HTML": html.EscapeString(secret), "entities": entities.String(), "query": url.QueryEscape(secret),
		"path": url.PathEscape(secret), "lower case": strings.ToLower(url.PathEscape(secret)), "JSON": strings.Trim(string(quoted), `"`), "a script's slash": strings.ReplaceAll(secret[:len(secret)-2], "/", `\/`) + `\\9`,
		"base64": base64.StdEncoding.EncodeToString([]byte(secret)), "with a name": base64.StdEncoding.EncodeToString([]byte("me:" + secret)),
		"within": base64.RawURLEncoding.EncodeToString([]byte(`{"p":"` + secret + `"}`)), "elements": `key-7f<b class="x">3a9c</b>55e1`, "UTF-16": utf16.String(),
	} {
		said := string(h.withhold([]byte("before " + written + " after short")))
		if !strings.HasPrefix(said, "before ") || !strings.Contains(said, withheld) || !strings.HasSuffix(said, " after short") {
			t.Errorf("%s: %q is left as %q", name, written, said)
		}
		for _, part := range []string{secret[6:12], "3a9c", base64.StdEncoding.EncodeToString([]byte(secret))[4:16]} {
			if strings.Contains(said, part) {
				t.Errorf("%s: %q still has %q", name, said, part)
			}
		}
	}
	for _, other := range []string{"", "&", "%", `\`, "a & b; 7%f+3a\\9", "key-7f3a9c55e", "<", strings.Repeat("key-7f", 3)} {
		if said := h.withhold([]byte(other)); string(said) != other {
			t.Errorf("%q became %q", other, said)
		}
	}
}

// A page that guesses how a secret begins, and goes on with what may stand within one, is read
// in time with its length and not in depth.
func TestHiddenAtHostilePages(t *testing.T) {
	const longest = 10 << 20 // of a page, as config.yaml has it
	h := newHidden([]Secret{NewSecret("key-7f3a9c55e1")})
	for name, page := range map[string]string{
		"zeros": "k" + strings.Repeat("\x00", longest), "tags": "k" + strings.Repeat("<b>", longest/3), "both, often": strings.Repeat("k\x00<b>", longest/5), "beginnings": strings.Repeat("key-7f3a9c55e", longest/13),
	} {
		before, err := cputime.Used()
		if err != nil {
			t.Fatal(err)
		}
		if said := h.withhold([]byte(page)); string(said) != page {
			t.Errorf("%s: something was taken out", name)
		}
		after, err := cputime.Used()
		if err != nil {
			t.Fatal(err)
		}
		if took := after - before; took > 5*time.Second {
			t.Errorf("%s: it took %s of the processor", name, took)
		}
	}
}

// A server that writes what it was told where no text is to stand has it in no error, and in
// the answer of no other origin.
func TestErrorsTellNoSecrets(t *testing.T) {
	const key = "key-0123456789"
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			r, err := http.ReadRequest(bufio.NewReader(conn))
			if err == nil && r.URL.Path == "/robots.txt" {
				fmt.Fprint(conn, "HTTP/1.1 404 none\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
			} else if err == nil {
				fmt.Fprintf(conn, "HTTP/1.1 %s\r\n\r\n", r.Header.Get("X-Key"))
			}
			conn.Close()
		}
	}()
	other := guardedSite(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "leaked %s", key) })
	origin := "http://" + l.Addr().String()
	c := newClient(t, Options{Access: &Access{Origin: origin, Header: []Line{{"X-Key", NewSecret(key)}}, Hidden: []Secret{NewSecret(key)}}}, origin, other.URL)
	_, err = c.Fetch(t.Context(), page.Get(page.MustParseURL(origin+"/x")))
	if err == nil || strings.Contains(err.Error(), key) || !strings.Contains(err.Error(), withheld) {
		t.Errorf("the error is %v, want one that withholds", err)
	}
	p, err := c.Fetch(t.Context(), page.Get(page.MustParseURL(other.URL+"/x")))
	if err != nil || string(p.Body) != "leaked "+withheld {
		t.Errorf("another origin says %s, %v", p.Body, err)
	}
}
