package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/page"
)

// label is one labelled form: a line of labels.jsonl or silver_search.jsonl.
type label struct {
	ID        string            `json:"id"`
	PageURL   string            `json:"page_url"`
	HTMLFile  string            `json:"html_file"`
	Index     int               `json:"form_index"`
	FormType  string            `json:"form_type"`
	RawType   string            `json:"form_type_raw"`
	Kind      string            `json:"search_kind"`
	Fields    map[string]string `json:"fields"`
	Unlabeled []string          `json:"fields_unlabelled"`
	Foreign   []string          `json:"fields_not_in_form"`
	DupOf     *string           `json:"dup_of"`
	Site      string            `json:"split_key"`
	Source    string            `json:"source"`
}

// purposes maps the data's form types to ours. Types that only say "not a
// search" are missing.
var purposes = map[string]purpose.Purpose{
	"search":                  purpose.Search,
	"login":                   purpose.Login,
	"registration":            purpose.Registration,
	"password/login recovery": purpose.PasswordRecovery,
	"contact/comment":         purpose.Contact,
	"join mailing list":       purpose.MailingList,
	"order/add to cart":       purpose.Order,
	"other":                   purpose.OtherPurpose,
}

// counted reports whether the headline numbers count l: labelled by people as
// one of eight types, and no repetition.
func (l *label) counted() bool {
	return strings.Contains(l.Source, "Formasaurus") && l.DupOf == nil
}

// silver reports whether no person labelled l, only the page's author.
func (l *label) silver() bool { return strings.HasPrefix(l.ID, "silver/") }

// judged is a labelled form beside what we make of it.
type judged struct {
	*label
	form *forms.Form // nil where we found none of that index
}

func (j *judged) search() bool { return j.form != nil && j.form.Purpose == purpose.Search }

func (j *judged) purpose() purpose.Purpose {
	if j.form == nil {
		return purpose.OtherPurpose
	}
	return j.form.Purpose
}

// jsonLines decodes a file of one JSON value a line.
func jsonLines[T any](path string) ([]T, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []T
	d := json.NewDecoder(bufio.NewReader(f))
	for {
		var v T
		if err := d.Decode(&v); err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: value %d: %w", path, len(out)+1, err)
		}
		out = append(out, v)
	}
}

// labelledPage is one page with all labels on it.
type labelledPage struct {
	url    page.URL
	body   []byte
	labels []*label
}

// readPages reads the pages that the labels speak of, in the labels' order.
func readPages(dir string, labels []label) ([]*labelledPage, error) {
	byFile := map[string]*labelledPage{}
	var out []*labelledPage
	for i := range labels {
		l := &labels[i]
		p := byFile[l.HTMLFile]
		if p == nil {
			body, err := unzip(filepath.Join(dir, l.HTMLFile))
			if err != nil {
				return nil, err
			}
			u, err := page.ParseURL(l.PageURL)
			if err != nil { // fragments have made-up addresses
				u = page.MustParseURL("http://fragment.example/")
			}
			p = &labelledPage{url: u, body: body}
			byFile[l.HTMLFile] = p
			out = append(out, p)
		}
		p.labels = append(p.labels, l)
	}
	return out, nil
}

func unzip(path string) ([]byte, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	body, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return body, nil
}

// judgeAll pairs the labels of all pages with what parse makes of them.
func judgeAll(pages []*labelledPage, parse func(*labelledPage, *page.Document) []forms.Form) ([]judged, error) {
	var out []judged
	for _, p := range pages {
		doc, err := page.ParseDocument(p.body, "text/html; charset=utf-8", p.url)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.url, err)
		}
		out = append(out, pair(p, parse(p, doc))...)
	}
	return out, nil
}

// pair sets the labels of a page beside its forms.
func pair(p *labelledPage, found []forms.Form) []judged {
	var out []judged
	for _, l := range p.labels {
		j := judged{label: l}
		if i := slices.IndexFunc(found, func(f forms.Form) bool { return f.Index == l.Index }); i >= 0 {
			j.form = &found[i]
		}
		out = append(out, j)
	}
	return out
}
