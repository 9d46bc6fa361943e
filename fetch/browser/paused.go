package browser

import (
	"net/http"
	"slices"
	"strings"

	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"

	"github.com/hadal-crawler/hadal/page"
)

// request returns a held request as a value.
func request(ev *cdpfetch.EventRequestPaused, u page.URL) page.Request {
	r := page.Request{Method: ev.Request.Method, URL: u}
	for _, part := range ev.Request.PostDataEntries {
		r.Body += string(part.Bytes)
	}
	h := header(ev.Request.Headers)
	r.ContentType = h.Get("Content-Type")
	r.Referer, _ = page.ParseURL(h.Get("Referer"))
	r.Header = scriptHeader(h)
	return r
}

// kindOf returns what a held request is for. A site's icon, which a whole browser shows and a
// headless shell does not, is a picture.
func kindOf(ev *cdpfetch.EventRequestPaused) network.ResourceType {
	if ev.ResourceType == network.ResourceTypeOther && strings.HasPrefix(header(ev.Request.Headers).Get("Accept"), "image/") {
		return network.ResourceTypeImage
	}
	return ev.ResourceType
}

func header(from network.Headers) http.Header {
	h := http.Header{}
	for name, value := range from {
		if s, ok := value.(string); ok {
			h.Set(name, s)
		}
	}
	return h
}

// scriptHeader returns the lines of a header that browsers do not send by themselves.
func scriptHeader(h http.Header) string {
	var lines []string
	for name, values := range h {
		switch name {
		case "User-Agent", "Accept-Language", "Accept-Encoding", "Content-Type", "Content-Length", "Referer", "Origin", "Cookie",
			"Host", "Connection", "Upgrade-Insecure-Requests", "Dnt", "Cache-Control", "Pragma", "Purpose", "Priority":
			continue
		case "Accept":
			if values[0] == "*/*" {
				continue
			}
		}
		if !strings.HasPrefix(name, "Sec-") {
			lines = append(lines, name+": "+values[0]+"\n")
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// fulfilment returns the answer to a held request that is what the client got.
func fulfilment(ev *cdpfetch.EventRequestPaused, p *page.Page) cdpfetch.FulfillRequestParams {
	answer := cdpfetch.FulfillRequestParams{RequestID: ev.RequestID, ResponseCode: int64(p.Status), Body: p.Body}
	data := ev.ResourceType == network.ResourceTypeScript && page.BringsData(p.Body)
	if data { // the tab keeps it in memory else, and nobody sees that a later page uses it
		answer.ResponseHeaders = append(answer.ResponseHeaders, &cdpfetch.HeaderEntry{Name: "Cache-Control", Value: "no-store"})
	}
	for name, values := range p.Header {
		if data && name == "Cache-Control" {
			continue
		}
		switch name {
		case "Content-Encoding", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Strict-Transport-Security", "Alt-Svc":
			continue // of the way here, not of the answer
		}
		for _, value := range values {
			answer.ResponseHeaders = append(answer.ResponseHeaders, &cdpfetch.HeaderEntry{Name: name, Value: value})
		}
	}
	return answer
}

// failure returns the answer to a held request that is not sent.
func failure(ev *cdpfetch.EventRequestPaused) cdpfetch.FailRequestParams {
	return cdpfetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: network.ErrorReasonBlockedByClient}
}

// emptyPicture is a transparent GIF of one pixel.
const emptyPicture = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01D\x00;"

// emptyPictureAnswer returns the answer to a held request for a picture.
func emptyPictureAnswer(ev *cdpfetch.EventRequestPaused) cdpfetch.FulfillRequestParams {
	return cdpfetch.FulfillRequestParams{RequestID: ev.RequestID, ResponseCode: 200, ResponseHeaders: []*cdpfetch.HeaderEntry{
		{Name: "Content-Type", Value: "image/gif"}, {Name: "Access-Control-Allow-Origin", Value: "*"}}, Body: []byte(emptyPicture)}
}

// preflight reports whether a request only asks whether another may be sent
// (CORS). We answer it ourselves: the other is judged by its own merits, and
// its answer says who may read it.
func preflight(ev *cdpfetch.EventRequestPaused) bool {
	return ev.Request.Method == "OPTIONS" && header(ev.Request.Headers).Get("Access-Control-Request-Method") != ""
}

func preflightAnswer(ev *cdpfetch.EventRequestPaused) cdpfetch.FulfillRequestParams {
	h := header(ev.Request.Headers)
	return cdpfetch.FulfillRequestParams{RequestID: ev.RequestID, ResponseCode: 204, ResponseHeaders: []*cdpfetch.HeaderEntry{
		{Name: "Access-Control-Allow-Origin", Value: h.Get("Origin")},
		{Name: "Access-Control-Allow-Credentials", Value: "true"},
		{Name: "Access-Control-Allow-Methods", Value: h.Get("Access-Control-Request-Method")},
		{Name: "Access-Control-Allow-Headers", Value: h.Get("Access-Control-Request-Headers")},
	}}
}
