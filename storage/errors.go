package storage

import (
	"errors"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// What can be wrong with a file, for callers that branch on it. Errors that
// wrap them carry the file and what to do.
var (
	ErrLocked   = dbfile.ErrLocked
	ErrVanished = dbfile.ErrVanished
	ErrForeign  = dbfile.ErrForeign
	ErrNewer    = dbfile.ErrNewer
	ErrCorrupt  = dbfile.ErrCorrupt
	ErrFull     = dbfile.ErrFull
	ErrIO       = dbfile.ErrIO
	ErrReadOnly = dbfile.ErrReadOnly
	ErrStep     = errors.New("not the harvest's next step")
)
