// Command score runs package robots over a file of cases, one JSON object a
// line with the fields name, robots, agent, url, allowed and kind, and prints
// how many it judges as they say, by kind, and those that it judges otherwise.
//
//	go run ./fetch/robots/score cases.jsonl
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/page"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: score FILE.jsonl")
		os.Exit(2)
	}
	if err := score(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "score:", err)
		os.Exit(1)
	}
}

func score(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	right, all := map[string]int{}, map[string]int{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var c struct {
			Name, Robots, Agent, URL, Kind string
			Allowed                        bool
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return err
		}
		target := c.URL // as given where it is no absolute URL
		if u, err := page.ParseURL(c.URL); err == nil {
			target = u.PathQuery()
		}
		v := robots.Parse([]byte(c.Robots)).Test(c.Agent, target)
		all[c.Kind]++
		if v.Allowed == c.Allowed {
			right[c.Kind]++
			continue
		}
		fmt.Printf("%s (%s): %.80s for %q is %t here, %t there, by %q\n", c.Name, c.Kind, c.URL, c.Agent, v.Allowed, c.Allowed, v.Rule)
	}
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		fmt.Printf("%-16s %d of %d right\n", kind, right[kind], all[kind])
	}
	return lines.Err()
}
