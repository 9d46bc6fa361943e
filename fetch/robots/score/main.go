// Command score judges the robots parser by cases written by others: one JSON
// object a line with name, robots (the file), agent, url, allowed and kind.
//
//	go run ./fetch/robots/score FILE
//
// It prints the cases that it judges otherwise and the totals by kind. The
// exit status is 1 where a case of kind "standard" is judged otherwise.
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
		fmt.Fprintln(os.Stderr, "usage: score FILE.jsonl")
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
	type total struct{ right, all int }
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
			if v.Allowed == c.Allowed {
				t.right++
			} else {
				fmt.Fprintf(w, "%s %s: %s as %q: allowed=%v by line %d %q, the case says %v\n",
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
		fmt.Fprintf(w, "%-16s %d/%d\n", kind, totals[kind].right, totals[kind].all)
	}
	return totals["standard"].right == totals["standard"].all, nil
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
