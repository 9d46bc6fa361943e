package dashboard

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/text"
	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

//go:embed templates/*.html
var templates embed.FS

//go:embed assets
var assets embed.FS

// renderer writes views: as pages, or as JSON.
type renderer struct {
	templates map[string]*template.Template
	hashes    map[string]string // of assets, by name
	database  string            // name of the file
	canStart  bool
	log       *slog.Logger
}

func newRenderer(o Options) (*renderer, error) {
	p := &renderer{map[string]*template.Template{}, map[string]string{}, o.Database, o.Runs != nil, cmp.Or(o.Log, slog.New(slog.DiscardHandler))}
	files, err := fs.Glob(assets, "assets/*")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		b, err := assets.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(b)
		p.hashes[strings.TrimPrefix(file, "assets/")] = hex.EncodeToString(sum[:6])
	}
	base, err := template.New("layout.html").Funcs(text.Funcs).Funcs(template.FuncMap{
		"asset": func(name string) string { return "/assets/" + name + "?v=" + p.hashes[name] },
		"reversed": func(l []runs.Line) []runs.Line {
			l = slices.Clone(l)
			slices.Reverse(l)
			return l
		},
	}).ParseFS(templates, "templates/layout.html", "templates/parts.html")
	if err != nil {
		return nil, err
	}
	if files, err = fs.Glob(templates, "templates/*.html"); err != nil {
		return nil, err
	}
	for _, file := range files {
		page, err := template.Must(base.Clone()).ParseFS(templates, file)
		if err != nil {
			return nil, err
		}
		p.templates[strings.TrimSuffix(strings.TrimPrefix(file, "templates/"), ".html")] = page
	}
	return p, nil
}

// shown is what templates get.
type shown struct {
	Title, Site, Path, Query, Database, JSON string
	Live                                     string
	Again, CanStart, Locked                  bool
	D                                        any
}

// write writes a view. It returns an error as long as nothing is sent.
func (p *renderer) write(w http.ResponseWriter, r *http.Request, code int, v view) (err error) {
	w.Header().Set("Vary", "Accept")
	if wantsJSON(r) {
		if v.find != nil {
			if v.data, err = v.find(); err != nil {
				return err
			}
		}
		var b bytes.Buffer
		if err := visible.Encode(&b, v.data); err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_, _ = w.Write(b.Bytes()) // who has left needs none
		return nil
	}
	page := shown{Title: v.title, Site: v.site, Path: r.URL.EscapedPath(), Query: r.URL.RawQuery, Database: p.database, JSON: twin(r),
		Live: strings.Join(v.live, "\n"), CanStart: p.canStart, Locked: v.name == "login", D: v.data}
	var b bytes.Buffer
	send := func() {
		_, _ = w.Write(tame(b.Bytes()))
		b.Reset()
	}
	if err := p.templates[v.name].ExecuteTemplate(&b, "top", page); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if v.find != nil {
		w.WriteHeader(code)
		send()
		_ = http.NewResponseController(w).Flush()
		page.D, err = v.find()
	}
	if err == nil {
		err = p.templates[v.name].ExecuteTemplate(&b, "content", page)
	}
	if err != nil && v.find == nil {
		return err
	}
	if err != nil {
		f := p.failed(r, err)
		b.Reset()
		page.Title, page.D = http.StatusText(f.Status), f
		_ = p.templates["error"].ExecuteTemplate(&b, "content", page)
	}
	if d, ok := page.D.(partial); ok {
		page.Again = d.partial()
	}
	_ = p.templates[v.name].ExecuteTemplate(&b, "bottom", page)
	if v.find == nil {
		w.WriteHeader(code)
	}
	send()
	return nil
}

// twin is the address of a page as JSON.
func twin(r *http.Request) string {
	u := url.URL{Path: strings.TrimSuffix(r.URL.Path, "/") + ".json", RawQuery: r.URL.RawQuery}
	if r.URL.RawPath != "" {
		u.RawPath = strings.TrimSuffix(r.URL.RawPath, "/") + ".json"
	}
	if r.URL.Path == "/" {
		u.Path = "/index.json"
	}
	return u.String()
}

// tame shows the characters that would turn text around or hide it, wherever a site's text
// brought them: our own pages have none.
func tame(html []byte) []byte {
	hostile := func(r rune) bool { return visible.Hostile(r) && r != '\n' && r != '\t' }
	if !bytes.ContainsFunc(html, hostile) {
		return html
	}
	var b bytes.Buffer
	for _, r := range string(html) {
		if hostile(r) {
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

// failure is an error as JSON.
type failure struct {
	Error  string `json:"error"`
	Status int    `json:"status"`
}

// failed says what a visitor is told of an error, and writes what is no fault of theirs to
// the log.
func (p *renderer) failed(r *http.Request, err error) failure {
	f := failure{Error: err.Error(), Status: http.StatusInternalServerError}
	if known, ok := errors.AsType[status](err); ok {
		f.Status = known.code
	} else if errors.Is(err, storage.ErrNoSite) {
		f = failure{"there is no such site in the database", http.StatusNotFound}
	} else if errors.Is(err, storage.ErrVanished) {
		f = failure{"the file of the database was moved, removed or replaced: put it back, or start hadal serve again", http.StatusServiceUnavailable}
	} else if errors.Is(err, ErrProfile) {
		f.Status = http.StatusConflict
	} else if errors.Is(err, storage.ErrQuestion) || errors.Is(err, storage.ErrSQL) || errors.Is(err, storage.ErrHarvest) || errors.Is(err, runs.ErrOrder) {
		f.Status = http.StatusBadRequest
	} else {
		if r.Context().Err() == nil { // else nobody waits for it
			p.log.Error("a page could not be made", "path", r.URL.Path, "error", err)
		}
		f.Error = "this page could not be made; the terminal of hadal serve says why" // an error may name files
	}
	return f
}

// fail tells an error.
func (p *renderer) fail(w http.ResponseWriter, r *http.Request, err error) {
	f := p.failed(r, err)
	if err := p.write(w, r, f.Status, view{name: "error", title: http.StatusText(f.Status), data: f}); err != nil {
		p.log.Error("an error could not be told", "error", err)
	}
}

func (p *renderer) asset(w http.ResponseWriter, r *http.Request, _ storage.SiteStatus) error {
	name := r.PathValue("name")
	b, err := assets.ReadFile("assets/" + name)
	if err != nil || p.hashes[name] == "" {
		return notFound("there is no such file")
	}
	if r.URL.Query().Get("v") == p.hashes[name] {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(b))
	return nil
}
