package forms

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// RefuseRequest says why a request that a page's script makes must not be sent,
// "" where it only reads as far as can be seen. It is the side-effect guard
// behind RefuseClick, for what a control does that does not say so: a deed in
// the path, a mutation of GraphQL, and, for other methods than GET, what keeps
// books on visitors and, where a step acted, what does not say that it reads.
func RefuseRequest(r page.Request, acted bool) string {
	path, _, _ := strings.Cut(r.URL.PathQuery(), "?")
	words := lexicon.Split(path)
	if word := firstOf(lexicon.Deeds.Find(words), lastDeed(path)); word != "" {
		return fmt.Sprintf("its address says %q", word)
	}
	if r.Method == "GET" || r.Method == "HEAD" {
		return ""
	}
	if word := bookkeeping.Find(words); word != "" && !searchWords.Within(words) {
		return fmt.Sprintf("%s of %q is no search", r.Method, word)
	}
	if mutates(r.Body) {
		return "it is a mutation of GraphQL"
	}
	if asks := lexicon.Split(strings.Join(keys(r.Body), " ")); acted && !readingWords.Within(words) && !readingWords.Within(asks) && !pagingWords.Within(asks) {
		return r.Method + " after a click, which does not say that it reads"
	}
	return ""
}

// keys returns the names in a body: of a form's fields or a JSON object's members.
func keys(body string) []string {
	var object map[string]any
	if json.Unmarshal([]byte(body), &object) == nil {
		return slices.Sorted(maps.Keys(object))
	}
	values, err := url.ParseQuery(body)
	if err != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(values))
}

// readingWords stand in the paths and fields of requests that ask.
var readingWords = lexicon.New(`
	search*, query, queries, find, find all, finder, filter, filters, facet, facets, list, listing, lookup, look up, browse, results, hits, suggest*, autocomplete, fetch, load, load more, loadmore, read, feed, graphql, gql
`)

// pagingWords stand in the fields of such requests.
var pagingWords = lexicon.New(`
	q, page, pagination, page number, page size, per page, paged, offset, cursor, after, limit, from, size, rows, start, skip, take, sort, sort by, order by, aggregations, aggs, operation name
`)

// lastDeed returns the deed that the last part of a path names which is no
// number: /items/7/remove, /cart/add/7. Elsewhere such words name things
// (/reports/2020/list).
func lastDeed(path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if strings.Trim(parts[i], "0123456789") == "" {
			continue
		}
		words := lexicon.Split(parts[i])
		if lexicon.LinkDeeds.Matches(words) || requestDeeds.Matches(words) || harmfulActions.Matches(words) {
			return words
		}
		break
	}
	return ""
}

// requestDeeds name, alone, what a request of a script does.
var requestDeeds = lexicon.New(`
	create, update, insert, upsert, store, add, add item, save item, favorite, favourite, favorites add, login, log in, signin, sign in, signup, sign up, register, send, submit comment, comment, reply, accept, confirm, order, reserve, book now, invite, share, import, mutate, write
`)

// bookkeeping names what is noted about visitors and their things, not read.
var bookkeeping = lexicon.New(`
	track, tracking, tracker, log, logs, logging, analytics, telemetry, metrics, beacon, collect, pixel, pageview, page view, pageviews, ping, impression, impressions, heartbeat, rum, consent, cart, basket, wishlist, favorites, favourites, history, preferences, settings, login, newsletter, feedback, contact, comments, likes, votes, ratings
`)

// mutates reports whether a body is a mutation of GraphQL.
func mutates(body string) bool {
	var one struct {
		Query string `json:"query"`
	}
	var many []struct {
		Query string `json:"query"`
	}
	texts := []string{body}
	if json.Unmarshal([]byte(body), &one) == nil {
		texts = []string{one.Query}
	} else if json.Unmarshal([]byte(body), &many) == nil {
		texts = nil
		for _, q := range many {
			texts = append(texts, q.Query)
		}
	}
	for _, t := range texts {
		for line := range strings.Lines(t) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "mutation") && (len(line) == len("mutation") || strings.ContainsAny(line[len("mutation"):][:1], " {(")) {
				return true
			}
		}
	}
	return false
}
