package page

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Pair is one name and value, in the order in which a form sends them.
type Pair struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Request is one HTTP request as a value: what a browser would send. The zero
// Method means GET. Requests are comparable.
type Request struct {
	Method      string `json:"method,omitempty"`       // GET (default) or POST
	URL         URL    `json:"url"`                    // for GET with the form data as its query
	ContentType string `json:"content_type,omitempty"` // of Body
	Body        string `json:"body,omitempty"`         // encoded form data of a POST
	Referer     URL    `json:"referer,omitzero"`       // the page that the link or form stands on
	Render      bool   `json:"render,omitempty"`       // needs a browser
	Script      string `json:"script,omitempty"`       // what the browser does on the page: []Step as JSON, see Rendered
	Header      string `json:"header,omitempty"`       // lines "Name: value" that a page's script adds, sorted, ended by \n
}

// Get returns the GET request for u.
func Get(u URL) Request { return Request{Method: "GET", URL: u} }

// Key identifies what r asks for: equal for requests that differ only in
// Referer, Render, Header (tokens are renewed) or parameters that URL.Canonical
// drops. It is 32 hexadecimal digits, stable over runs and versions.
func (r Request) Key() string {
	method := r.Method
	if method == "" {
		method = "GET"
	}
	h := sha256.New()
	parts := []string{method, r.URL.Canonical().String(), r.ContentType, r.Body}
	if r.Script != "" {
		parts = append(parts, r.Script)
	}
	for _, s := range parts {
		fmt.Fprintf(h, "%d:%s\n", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// plain is Request without its methods.
type plain Request

// MarshalJSON writes a body that is not UTF-8 (a multipart form in a legacy
// encoding) as base64 under another name, since JSON strings cannot hold it.
func (r Request) MarshalJSON() ([]byte, error) {
	w := struct {
		plain
		BodyBytes []byte `json:"body_bytes,omitempty"`
	}{plain: plain(r)}
	if !utf8.ValidString(r.Body) {
		w.Body, w.BodyBytes = "", []byte(r.Body)
	}
	return json.Marshal(w)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (r *Request) UnmarshalJSON(b []byte) error {
	var w struct {
		plain
		BodyBytes []byte `json:"body_bytes"`
	}
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	*r = Request(w.plain)
	if len(w.BodyBytes) > 0 {
		r.Body = string(w.BodyBytes)
	}
	return nil
}
