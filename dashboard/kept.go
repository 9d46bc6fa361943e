package dashboard

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

type stepPage struct {
	Harvest int64           `json:"harvest"`
	Step    int64           `json:"step"`
	Method  string          `json:"method"`
	URL     string          `json:"url"` // requested
	Body    string          `json:"body,omitempty"`
	Rows    []storage.Shown `json:"rows"`
	Kept    *keptHead       `json:"kept"` // the page as it was answered; null where it was not kept
}

type keptHead struct {
	Final  string    `json:"final"` // URL after redirects
	Status int       `json:"status"`
	Type   string    `json:"type"`
	Bytes  int       `json:"bytes"`
	At     time.Time `json:"at"`
	Took   float64   `json:"took_seconds"`
}

const rowsShown = 500

// step shows one answer: what was sent, the page as it was kept, the rows read from it.
func (s *Server) step(r *http.Request) (view, error) {
	name := r.PathValue("site")
	h, n, err := s.stepOf(r)
	if err != nil {
		return view{}, err
	}
	d := stepPage{Harvest: h, Step: n}
	rows, request, err := s.Store.ShownAt(r.Context(), name, h, n)
	if err != nil {
		return view{}, err
	}
	d.Rows = append([]storage.Shown{}, rows[:min(len(rows), rowsShown)]...)
	p, err := s.Store.Page(r.Context(), h, n)
	if err != nil {
		return view{}, err
	}
	if p != nil {
		if request.URL.IsZero() {
			request = p.Request
		}
		d.Kept = &keptHead{p.Final.String(), p.Status, p.Header.Get("Content-Type"), len(p.Body), p.FetchedAt, p.Elapsed.Seconds()}
	}
	d.Method, d.URL, d.Body = request.Method, request.URL.String(), string(request.Body)
	return view{name: "step", title: fmt.Sprintf("Step %d of harvest %d", n, h), site: name, data: d}, nil
}

// stepOf reads a step of the address, which must be of a harvest of the site.
func (s *Server) stepOf(r *http.Request) (h, n int64, err error) {
	if h, err = number(r, "harvest"); err == nil {
		n, err = number(r, "step")
	}
	if err != nil {
		return h, n, err
	}
	list, err := s.Store.Harvests(r.Context(), r.PathValue("site"))
	for _, one := range list {
		if one.ID == h {
			return h, n, err
		}
	}
	if err == nil {
		err = status{http.StatusNotFound, "this site has no such harvest"}
	}
	return h, n, err
}

// framePolicy is what a kept page may do: be looked at, as it says itself that it looks.
const framePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

const keptShown = 2 << 20 // bytes

// keptPage is a kept page for a frame, with boxes around the records that are read there. Of
// what a stranger wrote, nothing runs and nothing is asked for: what could is taken out, the
// policy forbids it, and the frame is a sandbox.
func (s *Server) keptPage(w http.ResponseWriter, r *http.Request) error {
	h, n, err := s.stepOf(r)
	if err != nil {
		return err
	}
	p, err := s.Store.Page(r.Context(), h, n)
	if err != nil {
		return err
	}
	if p == nil {
		return status{http.StatusNotFound, "this page was not kept"}
	}
	profile, err := s.Store.Profile(r.Context(), r.PathValue("site"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", framePolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	text := inert(p, boxes(profile))
	_, err = w.Write(text)
	s.gone(err)
	return nil
}

// running are the elements that do something, or have something fetched.
var running = map[atom.Atom]bool{atom.Script: true, atom.Iframe: true, atom.Frame: true, atom.Frameset: true, atom.Object: true, atom.Embed: true, atom.Applet: true,
	atom.Link: true, atom.Base: true, atom.Meta: true, atom.Video: true, atom.Audio: true, atom.Source: true, atom.Track: true, atom.Noscript: true, atom.Template: true}

// fetching are the attributes by which something is fetched or run.
var fetching = map[string]bool{"src": true, "srcset": true, "href": true, "xlink:href": true, "action": true, "formaction": true, "background": true, "poster": true,
	"data": true, "ping": true, "manifest": true, "srcdoc": true}

// inert returns a page's document without what could do something.
func inert(p *page.Page, style string) []byte {
	var b bytes.Buffer
	b.WriteString("<!doctype html>")
	doc, err := p.Document()
	if err != nil || !strings.Contains(p.Header.Get("Content-Type"), "html") && !bytes.Contains(p.Body[:min(len(p.Body), 1000)], []byte("<")) {
		fmt.Fprintf(&b, "<pre>%s</pre>", html.EscapeString(strings.ToValidUTF8(string(p.Body[:min(len(p.Body), keptShown)]), "\ufffd")))
		return b.Bytes()
	}
	var write func(*html.Node)
	write = func(n *html.Node) {
		if b.Len() > keptShown {
			return
		}
		switch n.Type {
		case html.TextNode:
			if n.Parent != nil && n.Parent.DataAtom == atom.Style {
				b.WriteString(strings.ReplaceAll(n.Data, "<", ""))
				return
			}
			b.WriteString(html.EscapeString(n.Data))
			return
		case html.CommentNode, html.DoctypeNode:
			return
		case html.ElementNode:
			if running[n.DataAtom] || n.DataAtom == 0 && strings.ContainsAny(n.Data, " <>\"'/=") {
				return
			}
			b.WriteString("<" + n.Data)
			for _, a := range n.Attr {
				name := strings.ToLower(a.Key)
				if fetching[name] || strings.HasPrefix(name, "on") || strings.ContainsAny(name, " <>\"'/=") || strings.HasPrefix(name, "data-hadal") {
					continue
				}
				fmt.Fprintf(&b, ` %s="%s"`, a.Key, html.EscapeString(a.Val))
			}
			b.WriteByte('>')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			write(c)
		}
		if n.Type == html.ElementNode && !empty[n.DataAtom] {
			b.WriteString("</" + n.Data + ">")
		}
	}
	write(doc.Root)
	b.WriteString(style)
	return b.Bytes()
}

// empty are the elements without an end tag.
var empty = map[atom.Atom]bool{atom.Area: true, atom.Br: true, atom.Col: true, atom.Hr: true, atom.Img: true, atom.Input: true, atom.Wbr: true, atom.Param: true}

// boxes draws what is believed of a page's records around them, by the selectors themselves.
func boxes(p harvest.Profile) string {
	w := p.Wrapper
	usable := func(selector string) bool { return !strings.ContainsAny(selector, "<{};@/\\") }
	if w.Record == "" || !usable(w.Region) || !usable(w.Record) {
		return ""
	}
	within := strings.TrimSpace(w.Region + " " + w.Record)
	var b strings.Builder
	fmt.Fprintf(&b, "<style>%s { outline: 2px solid #0072b2 !important; outline-offset: -1px }\n", within)
	for _, c := range w.Columns {
		if c.Select != "" && usable(c.Select) {
			fmt.Fprintf(&b, "%s %s { outline: 1px dashed #d55e00 !important }\n", within, c.Select)
		}
	}
	b.WriteString("</style>")
	return b.String()
}
