// Command robots judges the robots parser by cases written by others: one JSON
// object a line with name, robots (the file), agent, url, allowed and kind.
//
//	go run ./eval/robots FILE
//
// It prints the cases that it judges otherwise and the totals by kind. Cases
// that forbid /robots.txt itself contradict RFC 9309, section 2.2.2; they are
// printed and counted apart. The exit status is 1 where another case of kind
// "standard" is judged otherwise.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/fetch/robots"
)

type testCase struct {
	Name, Robots, Agent, URL, Kind string
	Allowed                        bool
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: robots FILE.jsonl")
		os.Exit(2)
	}
	f, err := os.Open(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer f.Close()
	ok, err := score(os.Stdout, f)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

func score(w io.Writer, r io.Reader) (ok bool, err error) {
	type total struct{ right, contradict, all int }
	totals := map[string]total{}
	lines := bufio.NewReader(r)
	for {
		line, readErr := lines.ReadBytes('\n')
		if len(strings.TrimSpace(string(line))) > 0 {
			var c testCase
			if err := json.Unmarshal(line, &c); err != nil {
				return false, err
			}
			t := totals[c.Kind]
			t.all++
			v := robots.Parse([]byte(c.Robots)).Test(c.Agent, pathQuery(c.URL))
			switch {
			case v.Allowed == c.Allowed:
				t.right++
			case pathQuery(c.URL) == "/robots.txt":
				t.contradict++
				fmt.Fprintf(w, "%s %s: forbids %s, which section 2.2.2 always allows\n", c.Kind, c.Name, c.URL)
			default:
				fmt.Fprintf(w, "%s %s: %.120s as %q: allowed=%v by line %d %.120q, the case says %v\n",
					c.Kind, c.Name, c.URL, c.Agent, v.Allowed, v.Line, v.Rule, c.Allowed)
			}
			totals[c.Kind] = t
		}
		if readErr == io.EOF {
			break
		}
		if readErr != nil {
			return false, readErr
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(totals)) {
		t := totals[kind]
		fmt.Fprintf(w, "%-16s %d of %d right, %d contradict the RFC\n", kind, t.right, t.all, t.contradict)
	}
	standard := totals["standard"]
	return standard.right+standard.contradict == standard.all, nil
}

// pathQuery cuts scheme and host off, without touching how the rest is written.
func pathQuery(url string) string {
	if _, rest, ok := strings.Cut(url, "://"); ok {
		url = rest
	}
	if i := strings.IndexAny(url, "/?#"); i >= 0 {
		return url[i:]
	}
	return "/"
}
