package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/fixtures/bait"
	"github.com/hadal-crawler/hadal/locate"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
)

// locate locates the searches of all kinds at once, each on a host of its own, among hosts, one a
// language, whose forms do something, and says which were found and which of them answered.
func (m *measure) locate(kinds []fixtures.Kind) (deeds int, err error) {
	db, err := storage.Open(context.Background(), filepath.Join(m.dir, "locate.db"), storage.Options{})
	if err != nil {
		return 0, err
	}
	defer db.Close()
	o := locate.Options{}
	var servers []*fixtures.Server
	for i, k := range kinds {
		s, err := fixtures.ServeOn(fmt.Sprintf("127.0.10.%d:0", i+1), k.Site)
		if err != nil {
			return 0, err
		}
		defer s.Close()
		servers = append(servers, s)
		o.Seeds = append(o.Seeds, page.MustParseURL(s.URL()))
	}
	cases, err := bait.Deeds()
	if err != nil {
		return 0, err
	}
	byLang := map[string][]bait.Case{}
	for _, c := range cases {
		if c.Slot == bait.OnPage && !c.Reads() { // the others stand beside a search
			byLang[c.Language()] = append(byLang[c.Language()], c)
		}
	}
	var baits []*bait.Server
	for _, lang := range slices.Sorted(maps.Keys(byLang)) {
		s, err := bait.Serve(false, byLang[lang]...)
		if err != nil {
			return 0, err
		}
		defer s.Close()
		baits = append(baits, s)
		o.Seeds = append(o.Seeds, page.MustParseURL(s.URL))
	}
	for _, u := range o.Seeds {
		m.client.AddTarget(u)
	}
	sum, err := locate.Run(context.Background(), o, network{m.client, m.browser}, crawls.Of(db))
	if err != nil {
		return 0, err
	}
	sources := map[string]locate.Source{}
	for _, s := range sum.Sources {
		sources[s.Site] = s
	}
	fmt.Printf("%-20s %-9s %7s %8s  %s\n", "kind", "status", "records", "requests", "note")
	found, answers, wrong := 0, 0, 0
	for i, s := range servers {
		is, ok := sources[o.Seeds[i].Site()]
		if ok {
			found++
		} else {
			is.Status = "missed"
		}
		if is.Status == locate.Answers {
			answers++
		}
		deeds += len(s.Violations())
		fmt.Printf("%-20s %-9s %7d %8d  %s\n", kinds[i].Site.Name, is.Status, is.Records, len(s.Log()), is.Note)
	}
	for i, s := range baits {
		if is, ok := sources[o.Seeds[len(servers)+i].Site()]; ok {
			wrong++
			fmt.Printf("no search: %s on %s: %s %s %v\n", is.Kind, is.Page, is.Form.Method, is.Action, is.Form.Reasons)
		}
		for _, deed := range s.Deeds() {
			deeds++
			fmt.Println("DEED", deed)
		}
	}
	fmt.Printf("%d of %d searches located, %d of them answer; %d of %d hosts without a search are taken for one; %d deeds\n", found, len(servers), answers, wrong, len(baits), deeds)
	return deeds, nil
}
