package surface

import (
	"bytes"
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/page"
)

const (
	maxAnchor = 200    // bytes kept of an anchor
	maxAround = 80     // bytes kept of the text on each side of a link
	maxLinks  = 10_000 // of a page
)

// Links returns the links of doc that a reader, or a script that only shows
// pages, could follow: of all elements and attributes that hold the address of
// a page, of menus, of comments and of strings in scripts. Each address is
// there once (by its canonical form), in document order. Left out are addresses
// that do something (see package deeds), that no page is behind (mailto:, javascript:)
// and files: images, styles, downloads. Style sheets name nothing else.
func Links(doc *page.Document) []Link {
	return linksWithin(doc, 0)
}

// linksWithin is Links for a document written inline in others.
func linksWithin(doc *page.Document, within int) []Link {
	c := newCollector(doc)
	c.within = within
	c.document()
	return c.finish()
}

// collector walks a document: it writes down what a reader sees as one text,
// and for each link where in it the link stands.
type collector struct {
	doc     *page.Document
	text    []byte
	space   bool // a space is due before the next word
	links   []Link
	spans   []span
	index   map[ID]int
	deeds   *deeds.Judging
	anchors int // open <a> elements
	within  int // documents around this one
}

// span is where in the text a link stands.
type span struct{ start, end int }

func newCollector(doc *page.Document) *collector {
	c := collectors.Get().(*collector)
	c.doc = doc
	c.index[IDOf(doc.URL)] = -1
	return c
}

// collectors are those at rest: the next page finds room for as much as the
// last ones had.
var collectors = sync.Pool{New: func() any { return &collector{index: map[ID]int{}, deeds: &deeds.Judging{}} }}

const (
	maxIdleText  = 256 << 10 // bytes that a collector at rest may hold
	maxIdleLinks = 2000
)

// rest ends the use of a collector.
func (c *collector) rest() {
	if cap(c.text) > maxIdleText || cap(c.links) > maxIdleLinks {
		return // for one large page the room is not kept
	}
	clear(c.links)
	clear(c.index)
	*c = collector{index: c.index, deeds: c.deeds, text: c.text[:0], links: c.links[:0], spans: c.spans[:0]}
	collectors.Put(c)
}

// add enters the address that ref means and returns its place, -1 where it is
// none to follow.
func (c *collector) add(ref, kind string) int {
	u, err := c.doc.Resolve(ref)
	if err != nil {
		return -1
	}
	return c.addURL(u, kind)
}

func (c *collector) addURL(u page.URL, kind string) int {
	id := IDOf(u)
	if i, known := c.index[id]; known {
		return i
	}
	if len(c.links) >= maxLinks || isFile(u, kind) || c.deeds.Deed(u) != "" {
		c.index[id] = -1
		return -1
	}
	i := len(c.links)
	c.index[id] = i
	c.links = append(c.links, Link{URL: u, ID: id, Kind: kind})
	c.spans = append(c.spans, span{len(c.text), len(c.text)})
	return i
}

// say gives a link words where it has none yet: an image link that is repeated
// as text keeps the words, and with them its place.
func (c *collector) say(i int, anchor string, at span) {
	c.mind(i, anchor)
	if i < 0 || c.links[i].Anchor != "" {
		return
	}
	if anchor = strings.TrimSpace(anchor); anchor != "" {
		c.links[i].Anchor = clip(anchor, maxAnchor)
		c.spans[i] = at
	}
}

func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// finish gives each link the text around it, and returns the links. The
// collector is not used any more.
func (c *collector) finish() []Link {
	defer c.rest()
	for i := range c.links {
		at := c.spans[i]
		before, after := c.text[:at.start], c.text[min(at.end, len(c.text)):]
		if len(before) > maxAround {
			before = before[len(before)-maxAround:]
			for len(before) > 0 && before[0] != ' ' {
				before = before[1:]
			}
		}
		if len(after) > maxAround {
			after = after[:maxAround]
			for len(after) > 0 && after[len(after)-1] != ' ' {
				after = after[:len(after)-1]
			}
		}
		l := &c.links[i]
		if strings.HasPrefix(l.Kind, Comment) || l.Kind == Script || len(before)+len(after) == 0 {
			continue
		}
		before, after = bytes.TrimSpace(before), bytes.TrimSpace(after)
		var room [2*maxAround + 1]byte
		l.Around = string(bytes.TrimSpace(append(append(append(room[:0], before...), ' '), after...)))
	}
	return slices.DeleteFunc(slices.Clone(c.links), func(l Link) bool { return l.Kind == "" })
}

func (c *collector) document() {
	c.walk(c.doc.Root)
	if !c.doc.Refresh.IsZero() {
		c.addURL(c.doc.Refresh, Refresh)
	}
}

func (c *collector) walk(n *html.Node) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		switch k.Type {
		case html.TextNode:
			c.write(k.Data)
		case html.CommentNode:
			c.comment(k.Data)
		case html.ElementNode:
			c.element(k)
		}
	}
}

// write adds words to the text. Of a long piece these are its first and its last:
// what stands between them is shown with no link.
func (c *collector) write(s string) {
	if len(s) < longPiece {
		c.words(s, len(s))
		return
	}
	first := maxAround
	if c.anchors > 0 {
		first = maxAnchor
	}
	s = c.words(s, first)
	last := len(s)
	for kept := 0; last > 0 && (kept <= maxAround || !isSpace(s[last-1])); last-- {
		if !isSpace(s[last-1]) {
			kept++
		}
	}
	c.words(s[last:], len(s))
}

// longPiece is the length of a piece of text, in bytes, of which the middle may
// be left out.
const longPiece = 2 * maxAnchor

// words adds words to the text, at least so many bytes of them, and returns the
// rest of s.
func (c *collector) words(s string, least int) string {
	text, space := c.text, c.space
	least += len(text)
	i := 0
	for i < len(s) && len(text) <= least {
		if isSpace(s[i]) {
			space = true
			i++
			continue
		}
		word := i
		for i++; i < len(s) && !isSpace(s[i]); i++ {
		}
		if space && len(text) > 0 && text[len(text)-1] != ' ' {
			text = append(text, ' ')
		}
		space = false
		text = append(text, s[word:i]...)
	}
	c.text, c.space = text, space
	return s[i:]
}

func isSpace(c byte) bool {
	return c <= ' ' && (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f')
}

// element takes the links of an element and of what is in it.
func (c *collector) element(n *html.Node) {
	switch n.DataAtom {
	case atom.Script:
		if !page.HasAttr(n, "src") && n.FirstChild != nil {
			c.script(n.FirstChild.Data, false)
		}
		return
	case atom.Style, atom.Template:
		return
	case atom.A, atom.Area:
		c.anchor(n)
		return
	}
	c.attributes(n)
	inline := n.DataAtom == atom.Span || n.DataAtom == atom.B || n.DataAtom == atom.I || n.DataAtom == atom.Em || n.DataAtom == atom.Strong || n.DataAtom == atom.Font
	c.space = c.space || !inline
	if n.DataAtom == atom.Img && c.anchors > 0 {
		c.write(page.Attr(n, "alt"))
	}
	c.walk(n)
	c.space = c.space || !inline
}

// anchor takes <a> and <area>, in HTML and in SVG.
func (c *collector) anchor(n *html.Node) {
	i := -1
	for _, a := range n.Attr {
		if a.Key != "href" || a.Namespace != "" && a.Namespace != "xlink" {
			continue
		}
		if script, ok := cutScheme(a.Val, "javascript"); ok {
			c.script(script, true)
			break
		}
		kind := n.Data
		if isFeedType(page.Attr(n, "type")) {
			kind = Feed
		}
		if harms(c.deeds, n) != "" {
			break
		}
		if i = c.add(a.Val, kind); i >= 0 && hasWord(page.Attr(n, "rel"), "nofollow") {
			c.links[i].NoFollow = true
		}
		break
	}
	if i >= 0 || !page.HasAttr(n, "onclick") || harms(c.deeds, n) == "" {
		c.handlers(n)
	}
	if c.space && len(c.text) > 0 && c.text[len(c.text)-1] != ' ' { // so that the anchor begins with its first word
		c.text, c.space = append(c.text, ' '), false
	}
	start := len(c.text)
	c.anchors++
	c.walk(n)
	c.anchors--
	at := span{start, len(c.text)}
	words := string(c.text[start:])
	for _, name := range []string{"aria-label", "title", "alt"} {
		if strings.TrimSpace(words) == "" {
			words = page.Attr(n, name)
		}
	}
	c.mind(i, page.Attr(n, "title"))
	c.mind(i, page.Attr(n, "aria-label"))
	c.say(i, words, at)
}

// mind leaves a link out that gives an order by what it says.
func (c *collector) mind(i int, says string) {
	if i >= 0 && says != "" && c.deeds.Orders(strings.TrimSpace(says), c.links[i].URL) {
		c.index[c.links[i].ID] = -1
		c.links[i].Kind = "" // it is left out in the end
	}
}

// isFile reports whether u's path names something that is no page.
func isFile(u page.URL, kind string) bool {
	p, _, _ := strings.Cut(u.PathQuery(), "?")
	switch strings.ToLower(path.Ext(p)) {
	case ".gz", ".rss", ".atom", ".xml", ".txt":
		switch kind {
		case Feed, Sitemap, Robots, SearchRelation, Header, Alternate:
			return false
		}
		return path.Ext(p) != ".xml" && path.Ext(p) != ".txt"
	case ".pdf", ".jpg", ".jpeg", ".jpe", ".png", ".gif", ".svg", ".webp", ".avif", ".ico", ".bmp", ".tif", ".tiff", ".css", ".js", ".mjs", ".map", ".zip", ".bz2", ".xz", ".zst", ".7z",
		".rar", ".tar", ".tgz", ".jar", ".mp3", ".mp4", ".m4a", ".m4v", ".avi", ".mov", ".mpg", ".mpeg", ".wmv", ".webm", ".ogg", ".ogv", ".wav", ".flac", ".doc", ".docx", ".xls",
		".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp", ".rtf", ".csv", ".exe", ".msi", ".dmg", ".apk", ".deb", ".rpm", ".iso", ".bin", ".woff", ".woff2", ".ttf", ".otf", ".eot",
		".swf", ".epub", ".mobi", ".ps", ".eps", ".ics", ".vcf", ".torrent", ".sig", ".asc", ".bib", ".ris":
		return true
	}
	return false
}

// cutScheme cuts "javascript:" and its like off, as browsers see it: blanks in
// front and case do not matter.
func cutScheme(ref, scheme string) (rest string, ok bool) {
	ref = strings.TrimLeft(ref, " \t\r\n\f\x00")
	if len(ref) <= len(scheme) || ref[len(scheme)] != ':' || !strings.EqualFold(ref[:len(scheme)], scheme) {
		return "", false
	}
	return ref[len(scheme)+1:], true
}

// hasWord reports whether a list of words, as in rel, has word.
func hasWord(list, word string) bool {
	return slices.Contains(strings.Fields(strings.ToLower(list)), word)
}

// attributes takes the links that an element other than <a> holds in its
// attributes.
func (c *collector) attributes(n *html.Node) {
	switch n.DataAtom {
	case atom.Base:
		if ref := page.Attr(n, "href"); ref != "" {
			c.add(ref, "base")
		}
	case atom.Link:
		c.link(n)
	case atom.Frame, atom.Iframe:
		c.frame(n)
	case atom.Object:
		c.embedded(n, page.Attr(n, "data"))
	case atom.Embed:
		c.embedded(n, page.Attr(n, "src"))
	case atom.Img:
		c.say(c.optional(page.Attr(n, "longdesc"), "img"), page.Attr(n, "alt"), c.here())
	case atom.Blockquote, atom.Q, atom.Ins, atom.Del:
		c.optional(page.Attr(n, "cite"), n.Data)
	case atom.Form:
		c.menu(n)
	case atom.Select:
		c.jumps(n)
	}
	c.handlers(n)
}

// optional is add for a reference that may be missing.
func (c *collector) optional(ref, kind string) int {
	if strings.TrimSpace(ref) == "" {
		return -1
	}
	return c.add(ref, kind)
}

func (c *collector) here() span { return span{len(c.text), len(c.text)} }

// frame takes a frame's page, and what stands in a page written inline. A
// frame that is loaded late has its address in a data attribute.
func (c *collector) frame(n *html.Node) {
	for _, name := range []string{"src", "data-src", "data-lazy-src"} {
		if ref := page.Attr(n, name); ref != "" && ref != "about:blank" {
			c.say(c.optional(ref, n.Data), page.Attr(n, "title"), c.here())
			break
		}
	}
	c.optional(page.Attr(n, "longdesc"), n.Data)
	const deepest = 2 // documents in one another
	if inner := page.Attr(n, "srcdoc"); inner != "" && c.within < deepest {
		// Its addresses resolve against the page around it, unless it has a base of its own.
		if d, err := page.ParseDocument([]byte(inner), "text/html; charset=utf-8", c.doc.Base); err == nil {
			for _, l := range linksWithin(d, c.within+1) {
				c.say(c.addURL(l.URL, l.Kind), l.Anchor, c.here())
			}
		}
	}
}

// embedded takes what <object> and <embed> show, where that is a page.
func (c *collector) embedded(n *html.Node, ref string) {
	kind := strings.ToLower(page.Attr(n, "type"))
	if kind == "" || strings.HasPrefix(kind, "text/html") || strings.HasPrefix(kind, "application/xhtml") {
		c.say(c.optional(ref, n.Data), page.Attr(n, "title"), c.here())
	}
}

// link takes <link>.
func (c *collector) link(n *html.Node) {
	if kind := relationKind(strings.Fields(strings.ToLower(page.Attr(n, "rel"))), page.Attr(n, "type")); kind != "" {
		c.say(c.optional(page.Attr(n, "href"), kind), page.Attr(n, "title"), c.here())
	}
}

// relationKind returns the kind of a link by its relations and the type of its
// target, "" where that is no page: a style sheet, an icon, a host to connect to.
func relationKind(rel []string, contentType string) string {
	kind := ""
	for _, r := range rel {
		switch r {
		case "stylesheet", "icon", "preload", "modulepreload", "manifest", "dns-prefetch", "preconnect", "pingback", "edituri", "edit", "wlwmanifest",
			"mask-icon", "apple-touch-icon", "apple-touch-icon-precomposed", "image_src", "shortcut", "import", "hub", "webmention", "micropub":
			return ""
		case "canonical":
			kind = Canonical
		case "search":
			kind = SearchRelation
		case "alternate", "amphtml":
			if kind = Alternate; isFeedType(contentType) {
				kind = Feed
			}
		case "sitemap":
			kind = Sitemap
		case "next", "prev", "previous", "first", "last", "start", "up", "top", "home", "index", "contents", "toc", "chapter", "section", "subsection", "appendix",
			"glossary", "help", "author", "license", "copyright", "bookmark", "shortlink", "archives", "collection", "item", "tag", "about", "prefetch", "prerender",
			"original", "related", "self", "latest-version", "describedby", "service-doc":
			if kind == "" {
				kind = Relation
			}
		}
	}
	if contentType = strings.ToLower(contentType); kind == Relation && contentType != "" && !strings.Contains(contentType, "html") && !strings.Contains(contentType, "xml") {
		return ""
	}
	return kind
}

func isFeedType(contentType string) bool {
	kind, _, _ := strings.Cut(strings.ToLower(contentType), ";")
	switch strings.TrimSpace(kind) {
	case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+xml":
		return true
	}
	return false
}

// handlers takes what the scripts of an element's events say, and addresses in
// data attributes, which scripts follow.
func (c *collector) handlers(n *html.Node) {
	says := cmp.Or(page.Attr(n, "title"), page.Attr(n, "aria-label"))
	for _, a := range n.Attr {
		switch {
		case len(a.Key) > 2 && a.Key[:2] == "on" && c.deeds.Command(says):
		case len(a.Key) > 2 && a.Key[:2] == "on":
			if n.DataAtom != atom.Body && n.DataAtom != atom.Form {
				c.script(a.Val, true)
			}
		case strings.HasPrefix(a.Key, "data-") && namesPage(a.Key[len("data-"):]) && looksLikeAddress(a.Val):
			c.optional(a.Val, Data)
		}
	}
}

// namesPage reports whether a data attribute is named for the address of a
// page: data-href, data-url, data-link, data-item-url; and not data-img-url.
func namesPage(name string) bool {
	found := false
	for word := range strings.SplitSeq(name, "-") {
		switch word {
		case "href", "url", "link", "uri", "permalink", "location", "page", "path", "goto":
			found = true
		case "img", "image", "src", "thumb", "thumbnail", "poster", "background", "bg", "avatar", "icon", "logo", "post", "submit", "save", "delete", "api", "ajax", "action", "upload":
			return false
		}
	}
	return found
}

// maxOptions bounds the pages taken of one menu: one of all countries has fewer.
const maxOptions = 300

// menu takes a form that only leads elsewhere: sent by GET, with buttons, fixed
// values and at most one list or one group of radio buttons to choose from, and nothing to
// fill in. What its buttons say must not be a deed.
func (c *collector) menu(form *html.Node) {
	if m := page.Attr(form, "method"); m != "" && !strings.EqualFold(m, "get") {
		return
	}
	var fixed url.Values = url.Values{}
	var list *html.Node
	var buttons, radios []*html.Node
	for _, n := range c.doc.Controls(form) {
		switch kind := strings.ToLower(page.Attr(n, "type")); {
		case n.DataAtom == atom.Fieldset || n.DataAtom == atom.Output || page.HasAttr(n, "disabled"):
		case n.DataAtom == atom.Button && (kind == "" || kind == "submit"), n.DataAtom == atom.Input && (kind == "submit" || kind == "image"):
			buttons = append(buttons, n)
		case n.DataAtom == atom.Button, n.DataAtom == atom.Input && (kind == "button" || kind == "reset"):
		case n.DataAtom == atom.Input && kind == "hidden":
			if name := page.Attr(n, "name"); name != "" {
				fixed.Add(name, page.Attr(n, "value"))
			}
		case n.DataAtom == atom.Select && list == nil && !page.HasAttr(n, "multiple"):
			list = n
		case n.DataAtom == atom.Input && kind == "radio" && (len(radios) == 0 || page.Attr(radios[0], "name") == page.Attr(n, "name")):
			radios = append(radios, n)
		default:
			return // it wants something of its user
		}
	}
	var choice *deeds.Field
	switch {
	case list != nil && len(radios) > 0:
		return
	case list != nil:
		choice = &deeds.Field{Kind: "select", Name: page.Attr(list, "name"), ID: page.Attr(list, "id")}
		for o := range options(list) {
			choice.Options = append(choice.Options, deeds.Option{Value: optionValue(o), Label: page.Text(o), Selected: page.HasAttr(o, "selected")})
		}
	case len(radios) > 0:
		choice = &deeds.Field{Kind: "radio", Name: page.Attr(radios[0], "name")}
		for _, n := range radios[:min(len(radios), maxOptions)] {
			choice.Options = append(choice.Options, deeds.Option{Value: optionValue(n), Label: c.beside(form, n), Selected: page.HasAttr(n, "checked")})
		}
	}
	action := page.Attr(form, "action")
	if c.acts(form, action, fixed, choice, buttons) {
		return
	}
	switch {
	case choice != nil && choice.Name != "":
		for _, o := range choice.Options {
			values := url.Values{choice.Name: {o.Value}}
			for name, v := range fixed {
				values[name] = v
			}
			c.say(c.sent(action, values), o.Label, c.here())
		}
	case choice != nil:
	case len(buttons) > 0:
		for _, b := range buttons {
			to := action
			if page.HasAttr(b, "formaction") {
				to = page.Attr(b, "formaction")
			}
			if m := page.Attr(b, "formmethod"); m != "" && !strings.EqualFold(m, "get") {
				continue
			}
			values := url.Values{}
			for name, v := range fixed {
				values[name] = v
			}
			if name := page.Attr(b, "name"); name != "" {
				values.Add(name, page.Attr(b, "value"))
			}
			c.say(c.sent(to, values), buttonText(b), c.here())
		}
	}
}

// sent enters the address that a form sends its values to, by GET.
func (c *collector) sent(action string, values url.Values) int {
	u, err := c.doc.Resolve(action)
	if err != nil {
		return -1
	}
	if len(values) > 0 {
		address, _, _ := strings.Cut(u.String(), "?")
		if u, err = page.ParseURL(address + "?" + values.Encode()); err != nil {
			return -1
		}
	}
	return c.addURL(u, "form")
}

// jumps takes a list outside any form, or in whatever form, that leads to its
// option when one is chosen: <select onchange="location=this.value">.
func (c *collector) jumps(list *html.Node) {
	if handler := page.Attr(list, "onchange"); !strings.Contains(handler, "location") && !strings.Contains(handler, "open(") {
		return
	}
	for o := range options(list) {
		if v := optionValue(o); looksLikeAddress(v) {
			c.say(c.add(v, "form"), page.Text(o), c.here())
		}
	}
}

// options yields the options of a list that say something, at most maxOptions.
func options(list *html.Node) func(yield func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		left := maxOptions
		for n := range list.Descendants() {
			if n.DataAtom != atom.Option || page.HasAttr(n, "disabled") || optionValue(n) == "" {
				continue
			}
			if left--; left < 0 || !yield(n) {
				return
			}
		}
	}
}

func optionValue(o *html.Node) string {
	if page.HasAttr(o, "value") {
		return page.Attr(o, "value")
	}
	return page.Text(o)
}

// beside returns what the label of a radio button says, or the text that follows it.
func (c *collector) beside(form, radio *html.Node) string {
	for n := radio.Parent; n != nil && n != form; n = n.Parent {
		if n.DataAtom == atom.Label {
			return page.Text(n)
		}
	}
	if id := page.Attr(radio, "id"); id != "" {
		for n := range form.Descendants() {
			if n.DataAtom == atom.Label && page.Attr(n, "for") == id {
				return page.Text(n)
			}
		}
	}
	if n := radio.NextSibling; n != nil && n.Type == html.TextNode {
		return strings.TrimSpace(n.Data)
	}
	return ""
}

func buttonText(b *html.Node) string {
	if b.DataAtom == atom.Button {
		return page.Text(b)
	}
	return page.Attr(b, "value") + page.Attr(b, "alt")
}

// acts reports whether a menu does more than to lead elsewhere: by what stands
// over it, by what is chosen of its list as it is served, or by any of its buttons.
func (c *collector) acts(form *html.Node, action string, fixed url.Values, choice *deeds.Field, buttons []*html.Node) bool {
	u, err := c.doc.Resolve(action)
	if err != nil {
		return true
	}
	a := deeds.Act{By: deeds.Send, Leads: true, URL: u, Around: []string{page.Heading(form), page.Attr(form, "title"), page.Attr(form, "aria-label"), page.Attr(form, "id") + " " + page.Attr(form, "class")}}
	for name, values := range fixed {
		for _, v := range values {
			a.Fields = append(a.Fields, deeds.Field{Kind: "hidden", Name: name, Value: v})
		}
	}
	if choice != nil {
		a.Fields = append(a.Fields, *choice)
	}
	if len(buttons) == 0 {
		return !c.deeds.Judge(a).OK()
	}
	for _, b := range buttons {
		a.Submitter = &deeds.Button{Name: page.Attr(b, "name"), Value: page.Attr(b, "value"), Label: buttonText(b), ID: page.Attr(b, "id"), Method: page.Attr(b, "formmethod")}
		if to := page.Attr(b, "formaction"); to != "" {
			a.Submitter.URL, _ = c.doc.Resolve(to)
		}
		if !c.deeds.Judge(a).OK() {
			return true
		}
	}
	return false
}
