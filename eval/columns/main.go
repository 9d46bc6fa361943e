// Command columns judges the columns that package extract makes of result pages by tables
// that a person would keep: how many true fields have a column of their own, how many
// columns are a true field, and how many of these have a right name and a right type. The
// README says how each is counted.
//
//	go run ./eval/columns [-v] DATA
//	hadal export SITE --format jsonl | go run ./eval/columns -export
//
// DATA holds directories of labelled pages; truth.txt names the pages in them. Sites are cut
// into two halves by a hash: who mends something looks at one, and what it is worth is
// judged on the other. With -v, what is wrong on pages of the half that is looked at is listed.
package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
)

//go:embed truth.txt
var truth string

func main() {
	verbose := flag.Bool("v", false, "list what is wrong on pages that are looked at")
	export := flag.Bool("export", false, "tell what is odd in an export on standard input")
	flag.Parse()
	if *export {
		if err := check(os.Stdout, os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: columns [-v] DATA | columns -export < EXPORT")
		os.Exit(2)
	}
	tables, err := parse(truth)
	if err == nil {
		err = score(os.Stdout, flag.Arg(0), tables, *verbose)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// site is what the labels of a directory say of a page.
type site struct {
	ID       string `json:"id"`
	URL      string `json:"page_url"`
	File     string `json:"html_file"`
	SplitKey string `json:"split_key"`
}

// lookedAt reports which half the site is in.
func (s site) lookedAt() bool {
	h := fnv.New32a()
	io.WriteString(h, "columns|"+s.SplitKey)
	return h.Sum32()>>8&1 == 0
}

func (s site) read(dir string) (*page.Document, error) {
	u, err := page.ParseURL(s.URL)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(dir, s.File))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	return page.ParseDocument(body, "text/html; charset=utf-8", u)
}

// labels are the names that a page itself gives in headers and labels.
func labels(doc *page.Document) map[string]bool {
	out := map[string]bool{}
	doc.Find("th, dt, label").Each(func(_ int, s *goquery.Selection) {
		words := strings.FieldsFunc(strings.ToLower(s.Text()), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		out[strings.Join(words, "_")] = true
	})
	return out
}

// sitesOf returns the pages of a directory by their identifiers.
func sitesOf(dir string) (map[string]site, error) {
	f, err := os.Open(filepath.Join(dir, "labels.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]site{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var s site
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		out[s.ID] = s
	}
	return out, lines.Err()
}

// half adds up the shares of the pages of one half.
type half struct {
	pages, unread              int
	own, true_, names, types   float64
	withColumns, withOwn       int // pages that have any
	fields, found, columns, ok int
}

func (h *half) add(j judgement) {
	h.pages++
	if j.records == 0 {
		h.unread++
	}
	h.own += share(len(j.own), j.fields)
	h.fields += j.fields
	h.found += len(j.own)
	if j.columns > 0 {
		h.withColumns++
		h.true_ += share(j.columns-len(j.junk), j.columns)
		h.columns += j.columns
		h.ok += j.columns - len(j.junk)
	}
	if len(j.own) > 0 {
		h.withOwn++
		named, typed := 0, 0
		for _, o := range j.own {
			if o.named {
				named++
			}
			if o.typed {
				typed++
			}
		}
		h.names += share(named, len(j.own))
		h.types += share(typed, len(j.own))
	}
}

func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }

func score(w io.Writer, data string, tables []table, verbose bool) error {
	dirs := map[string]map[string]site{}
	var halves [2]half
	for _, t := range tables {
		dir := filepath.Join(data, t.dir)
		if dirs[dir] == nil {
			sites, err := sitesOf(dir)
			if err != nil {
				return err
			}
			dirs[dir] = sites
		}
		s, ok := dirs[dir][t.id]
		if !ok {
			return fmt.Errorf("%s has no page %s", dir, t.id)
		}
		doc, err := s.read(dir)
		if err != nil {
			return err
		}
		j := judge(t, extract.Read(doc, extract.Options{}).Records, labels(doc))
		if !s.lookedAt() {
			halves[1].add(j)
			continue
		}
		halves[0].add(j)
		if verbose {
			j.print(w, t)
		}
	}
	at, others := halves[0], halves[1]
	fmt.Fprintf(w, "%-44s %9s %9s %9s\n", "mean of sites", "looked at", "held out", "less")
	line := func(name string, of func(half) float64) {
		a, o := of(at), of(others)
		fmt.Fprintf(w, "%-44s %9.3f %9.3f %9.3f\n", name, a, o, a-o)
	}
	line("true fields that have a column of their own", func(h half) float64 { return h.own / float64(max(1, h.pages)) })
	line("columns that are a true field", func(h half) float64 { return h.true_ / float64(max(1, h.withColumns)) })
	line("names right", func(h half) float64 { return h.names / float64(max(1, h.withOwn)) })
	line("types right", func(h half) float64 { return h.types / float64(max(1, h.withOwn)) })
	count := func(name string, of func(half) string) {
		fmt.Fprintf(w, "%-44s %9s %9s\n", name, of(at), of(others))
	}
	count("pages (none of their records read)", func(h half) string { return fmt.Sprintf("%d (%d)", h.pages, h.unread) })
	count("fields found of", func(h half) string { return fmt.Sprintf("%d/%d", h.found, h.fields) })
	count("columns true of", func(h half) string { return fmt.Sprintf("%d/%d", h.ok, h.columns) })
	return nil
}

// print lists what is wrong on a page.
func (j judgement) print(w io.Writer, t table) {
	fmt.Fprintf(w, "%s: %d of %d fields, %d of %d columns", t.id, len(j.own), j.fields, j.columns-len(j.junk), j.columns)
	if j.records == 0 {
		fmt.Fprint(w, ", no record read")
	}
	fmt.Fprintln(w)
	for _, f := range j.lacking {
		fmt.Fprintf(w, "    lacks   %s: %.90s\n", f.names[0], cmp.Or(strings.Join(f.values, " | "), "-"))
	}
	for _, c := range j.junk {
		fmt.Fprintf(w, "    junk    %s: %.90s\n", c.name, strings.Join(c.values, " | "))
	}
	for _, o := range j.own {
		if !o.named {
			fmt.Fprintf(w, "    name    %s is called %s\n", o.field.names[0], o.column.name)
		}
		if !o.typed {
			fmt.Fprintf(w, "    type    %s is %s, not %s: %.60s\n", o.column.name, cmp.Or(o.column.kind, "text"), o.field.kind, strings.Join(o.column.values, " | "))
		}
	}
}
