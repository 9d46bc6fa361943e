package page

import (
	"net/http"
	"time"
)

// Page is the answer to one Request.
type Page struct {
	Request   Request
	Sent      Request     // of the final answer: Request, or the one that redirects led to
	SentHead  http.Header // header sent with it
	Final     URL         // after redirects
	Status    int         // HTTP status of the final answer
	Header    http.Header // of the final answer
	Body      []byte      // content encoding undone
	Truncated bool        // Body was cut at the size limit
	Most      int64       // longest body that is read, bytes, which bounds what Document makes of it; 0: DefaultMost
	FetchedAt time.Time   // when the answer was complete
	Elapsed   time.Duration
	Private   bool // it is of an origin that the user has access to: cookies that it sets are not kept
	Requests  int  // HTTP requests that the call which brought it cost: redirects, robots.txt and what a browser asked for included

	// Of a rendered page: Body is the document as its scripts left it, and
	// Exchanges is what they asked for on the way, in the order of the answers.
	Exchanges []Exchange

	// Sockets are the addresses of the WebSockets that a rendered page tried to open, each
	// once. None is opened: what would come by it is not seen.
	Sockets []string

	// Leads is what an Explore step of a rendered page found.
	Leads []Lead

	// Unfinished says of a rendered page that its last More step stopped at its
	// bound: there is more.
	Unfinished bool
}
