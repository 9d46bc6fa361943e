// Package crawls keeps what crawls found and what was located by them, in tables of their
// own in the file of a storage.DB: the pages that wait and those that were visited, why
// others were left out, and the sources.
//
// [Crawl] implements crawl.Store on a connection of its own: what it was told between two
// Flushes is one transaction. [Store] is the database with these tables beside those of
// the harvests, which locating needs.
package crawls

import (
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// Store implements locate.Store.
type Store struct {
	*storage.DB
	file *dbfile.File
}

// Of returns the database with its tables of crawls.
func Of(db *storage.DB) *Store {
	file, _ := db.Shared()
	return &Store{db, file}
}
