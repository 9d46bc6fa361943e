package dashboard

import (
	"context"
	"net/http"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/text"
	"github.com/hadal-crawler/hadal/storage"
)

// recordStore has single records, and where each is known from.
type recordStore interface {
	RecordOf(ctx context.Context, site, key string) (storage.Held, bool, error)
	History(ctx context.Context, r storage.RecordName) (storage.History, error)
}

// record is the page of one record.
type record struct{ store recordStore }

type recordPage struct {
	Record  recordFull      `json:"record"`
	History storage.History `json:"history"`
}

type recordFull struct {
	Key       string    `json:"key"`
	URL       string    `json:"url"`
	Title     string    `json:"title"`
	Fields    []fieldOf `json:"fields"`
	Text      string    `json:"text"`
	Queries   int       `json:"queries"`
	FirstSeen time.Time `json:"first_seen"`
	LastSeen  time.Time `json:"last_seen"`
}

type fieldOf struct {
	Name   string   `json:"name"`
	Value  string   `json:"value"`
	Kind   string   `json:"kind,omitempty"`
	Number *float64 `json:"number,omitempty"`
}

const sightingsShown = 100

// show shows one record, and where it is known from.
func (p record) show(r *http.Request, of storage.SiteStatus) (view, error) {
	h, found, err := p.store.RecordOf(r.Context(), of.Name, r.URL.Query().Get("key"))
	if err != nil {
		return view{}, err
	}
	if !found {
		return view{}, notFound("there is no such record")
	}
	d := recordPage{Record: recordFull{h.Key, h.URL, h.Title, []fieldOf{}, h.Text, h.Queries, h.FirstSeen, h.LastSeen}}
	for _, f := range h.Fields {
		one := fieldOf{Name: f.Name, Value: f.Value, Kind: f.Kind}
		if storage.IsNumber(f) {
			one.Number = &f.Number
		}
		d.Record.Fields = append(d.Record.Fields, one)
	}
	d.History, err = p.store.History(r.Context(), storage.RecordName{ID: h.ID, Site: of.Name, Key: h.Key, URL: h.URL, Title: h.Title})
	d.History.Sightings = d.History.Sightings[max(0, len(d.History.Sightings)-sightingsShown):]
	return view{name: "record", title: text.Clip(80, h.Title), site: of.Name, live: []string{"site:" + of.Name}, data: d}, err
}
