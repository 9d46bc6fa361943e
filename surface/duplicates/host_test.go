package duplicates_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/surface/duplicates"
)

// A site that gives each visitor without a session a new one is left with few
// pages fetched twice; one whose users each have a folder loses nothing.
func TestHostWithSessions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	var h duplicates.Host
	fetched, skipped := 0, 0
	for i := range 40 { // pages asked for without a session, whose links have a new one
		var links []string
		session := fmt.Sprintf("%x", rnd.Uint64())
		for j := range 10 {
			links = append(links, fmt.Sprintf("/%s/item/%d", session, j))
		}
		h.Observe(fmt.Sprintf("/front/%d", i), duplicates.Sign(words(fmt.Sprint("front", i), 30)), links)
		for j, l := range links {
			if why := h.Against(l); why != "" {
				skipped++
				if !strings.HasPrefix(why, "duplicate: ") {
					t.Errorf("%s: %s", l, why)
				}
				continue
			}
			fetched++
			h.Observe(l, duplicates.Sign(words(fmt.Sprint("item", j), 30)), links)
		}
	}
	if fetched > 80 || skipped+fetched != 400 {
		t.Errorf("10 items fetched %d times, skipped %d times", fetched, skipped)
	}

	var users duplicates.Host
	for i := range 60 {
		user := fmt.Sprintf("%x", rnd.Uint64())
		var links []string
		for j := range 5 {
			links = append(links, fmt.Sprintf("/%s/photos/%d", user, j))
		}
		users.Observe(fmt.Sprintf("/profile?n=%d", i), duplicates.Sign(words(fmt.Sprint("profile", i), 30)), links)
		for _, l := range links {
			if why := users.Against(l); why != "" {
				t.Fatalf("%s: %s", l, why)
			}
			users.Observe(l, duplicates.Sign(words(l, 30)), links)
		}
	}
}
