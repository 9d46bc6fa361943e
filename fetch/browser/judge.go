package browser

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/network"

	"github.com/hadal-crawler/hadal/fetch/browser/internal/stage"
	"github.com/hadal-crawler/hadal/page"
)

// asked is a request that a page wants to make.
type asked struct {
	request page.Request
	kind    network.ResourceType
	main    bool     // the tab's own document
	step    int      // steps begun
	words   []string // texts of those steps
}

// What is done about a request that a page wants to make.
type verdict int

const (
	send   verdict = iota // through the client and its guards
	absent                // it fails, as where a reader's program blocks it
	stay                  // no new document: the old one stays
	pixel                 // it is answered by an empty picture
)

// refusal is what is done about a request that may not be sent.
func refusal(a asked) verdict {
	if a.main {
		return stay
	}
	return absent
}

// judge says what is done about a request before any guard is asked, and why
// it is not sent.
func judge(a asked) (verdict, string) {
	switch a.kind {
	case network.ResourceTypeDocument, network.ResourceTypeXHR, network.ResourceTypeFetch:
	case network.ResourceTypeScript, network.ResourceTypeStylesheet, network.ResourceTypeOther: // Other: the script of a worker
		if a.request.Method != "GET" {
			return absent, "a part of a page is asked for by GET"
		}
		if tracker(a.request.URL) {
			return absent, "a known tracker"
		}
		return send, ""
	case network.ResourceTypeImage:
		return pixel, "pictures are not loaded"
	default: // Media, Font, Ping, EventSource, WebSocket, Prefetch, Manifest, CSPViolationReport...
		return absent, fmt.Sprintf("%s is not loaded", a.kind)
	}
	switch {
	case a.request.Method == "GET", a.request.Method == "HEAD":
		return send, ""
	case len(a.words) == 0:
		return refusal(a), a.request.Method + " before anything was typed or chosen"
	}
	return send, ""
}

// refuse says why a request that this package would send is not sent, by what
// is said in it and by what is known of the form that it comes from.
func (a asked) refuse(j stage.Judge, s page.Sending) string {
	if program(a) {
		return "" // its name is its author's business
	}
	if j.Send != nil {
		return j.Send(s)
	}
	switch method := a.request.Method; {
	case method == "GET", method == "HEAD", method == "POST" && a.carries():
		return ""
	default:
		return method + " is not the search"
	}
}

// program reports whether a request is for a script or a style by its name:
// remove-item.js removes nothing.
func program(a asked) bool {
	if a.kind != network.ResourceTypeScript && a.kind != network.ResourceTypeStylesheet {
		return false
	}
	switch path.Ext(withoutQuery(a.request.URL)) {
	case ".js", ".mjs", ".css":
		return true
	}
	return false
}

// carries reports whether the request carries a text that a step gave as it
// is: then it is the search itself.
func (a asked) carries() bool {
	for _, w := range a.words {
		for _, place := range []string{a.request.URL.String(), a.request.Body} {
			if strings.Contains(place, w) || strings.Contains(place, url.QueryEscape(w)) || strings.Contains(place, url.PathEscape(w)) {
				return true
			}
		}
	}
	return false
}

// trackers are registrable domains whose scripts no page needs for its content.
var trackers = []string{
	"google-analytics.com", "googletagmanager.com", "googlesyndication.com", "doubleclick.net", "googleadservices.com",
	"facebook.net", "hotjar.com", "matomo.cloud", "clarity.ms", "scorecardresearch.com", "quantserve.com", "newrelic.com",
	"nr-data.net", "segment.com", "segment.io", "mixpanel.com", "amplitude.com", "criteo.com", "criteo.net", "taboola.com", "outbrain.com",
}

func tracker(u page.URL) bool { return slices.Contains(trackers, u.Site()) }

func withoutQuery(u page.URL) string {
	path, _, _ := strings.Cut(u.PathQuery(), "?")
	return u.Origin() + path
}
