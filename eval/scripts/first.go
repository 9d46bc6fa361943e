package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
)

// firstRecord counts the questions until a harvest has its first record: those of its
// planner, and those before them by which the ways to ask were compared.
type firstRecord struct {
	compared, brought int
	end               func() // called once it is there
}

// see takes an event of the harvest and returns the number of the question that brought
// the first record, 0 while there is none.
func (c *firstRecord) see(e harvest.Event) int {
	if e.Kind == "visit" && strings.HasPrefix(e.Message, `tried "`) {
		c.compared++
		if c.brought == 0 && strings.HasSuffix(e.Message, " records") && !strings.HasSuffix(e.Message, ": 0 records") {
			c.brought = c.compared
		}
	}
	if e.Progress.Records == 0 {
		return 0
	}
	c.end()
	return cmp.Or(c.brought, c.compared+e.Progress.Queries)
}

// firsts harvests sites to their first records, and prints how many questions that took.
func (m *measure) firsts(sites []*fixtures.Site, atOnce int) (deeds int) {
	fmt.Printf("%-20s %9s %8s  %s\n", "site", "questions", "requests", "end")
	var mu sync.Mutex
	var running sync.WaitGroup
	slots := make(chan bool, max(atOnce, 1))
	var asked []int
	for _, site := range sites {
		slots <- true
		running.Go(func() {
			defer func() { <-slots }()
			r := m.harvest(site)
			end := "a record"
			if r.first == 0 {
				end = "no record: " + r.sum.Stop.Reason
			}
			mu.Lock()
			defer mu.Unlock()
			deeds += r.deeds
			asked = append(asked, r.first)
			fmt.Printf("%-20s %9d %8d  %s\n", site.Name, r.first, r.requests, end)
		})
	}
	running.Wait()
	slices.Sort(asked)
	fmt.Println("questions to the first record, and how many sites took so many:")
	early := 0
	for i := 0; i < len(asked); {
		n := len(asked[i:]) - len(slices.DeleteFunc(slices.Clone(asked[i:]), func(k int) bool { return k == asked[i] }))
		says := fmt.Sprint(asked[i])
		switch {
		case asked[i] == 0:
			says = "none"
		case asked[i] <= 10:
			early += n
		}
		fmt.Printf("%6s %4d  %s\n", says, n, strings.Repeat("#", n))
		i += n
	}
	fmt.Printf("within ten questions on %d of %d sites (%.0f %%); %d deeds\n", early, len(asked), 100*float64(early)/float64(max(len(asked), 1)), deeds)
	return deeds
}
