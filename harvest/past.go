package harvest

import (
	"context"
	"time"

	"github.com/hadal-crawler/hadal/harvest/refresh"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Past is what the ledger of all harvests of a site says for a refresh.
type Past struct {
	Harvest int64 // the latest; 0 where there is none
	Profile Profile
	Stop    *Stop // of that harvest
	Records []PastRecord
	Pages   []PastPage
}

// PastRecord is what is known of the past of a record.
type PastRecord struct {
	Key      string
	URL      page.URL
	Checks   []refresh.Check // oldest first, at most one a harvest
	Detailed bool            // its own page was read
	Lost     bool            // a question that used to show it was asked to the end since, without it
	Gone     bool            // so were all of them, or its own page is no longer there
}

// PastPage is a page of the answer to a question, as it was had last.
type PastPage struct {
	Query    querygen.Query
	Page     int
	Last     bool // it led nowhere further
	Request  page.Request
	Requests int
	At       time.Time
	Records  []int // that it showed: indices into Past.Records
	// Brought is how many records that the site had not shown before came when
	// it was asked again, over so many days since it was asked first.
	Brought int
	Days    float64
}

// RefreshStore is what a refresh needs beside a Store. Package storage implements it.
type RefreshStore interface {
	Store
	// Past returns what the harvests of a site before one of them have told.
	Past(ctx context.Context, site string, before int64) (Past, error)
	// Atomically is that of Archive.
	Atomically(ctx context.Context, f func() error) error
}
