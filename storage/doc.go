// Package storage keeps everything that harvests learn in one SQLite file.
//
// [DB] implements harvest.Store: a commit is whole in one transaction, which commits of
// other sites may share, and what Commit acknowledged survives kill -9 and a power cut
// (WAL, synchronous FULL). Any number of processes may read the file while others harvest into
// it; one site is harvested by one process at a time, which an operating
// system lock ensures that dies with the process.
//
// What it knows: how the ledger, records and their versions, and the pages as
// they were answered are laid out in tables (migrations/*.sql), the full-text
// index over what records say now, and for each site a view with one typed
// column a field, for any SQLite tool. What it never does: touch the network,
// judge a record, or drop anything but old pages when told to.
//
//	db, err := storage.Open(ctx, "hadal.db", storage.Options{})
//	defer db.Close()
//	state, err := db.Begin(ctx, harvest.Site{Name: "books.example", Start: start}, false)
//
// What writes is [DB]'s own. What reads stands in its parts, which share its connections:
//
//	Ledger     the steps of harvests, the questions asked, what they showed of a record
//	Holdings   the records: read, filtered, searched, their columns
//	KeptPages  the pages as they were answered
//	Progress   how the harvests of each site stand, and what changed between them
//
// Its rooms: crawls keeps what crawls found in tables of its own, export writes records in
// other formats, storagetest tests any harvest.Store, internal/packing compresses pages,
// and internal/dbfile is what all that use the file share.
//
// What it promises about its file, the guard, and the test that fails without it:
//
//	promise                                             | guard                          | test
//	a site is harvested once at a time, whatever links  | dbfile.LockSite: real path     | TestLockIsByFile
//	  and spellings lead to the file                    |                                |
//	a file with several names is not written to         | refuseLinked                   | TestHardLinkedFileIsRefused
//	what goes into a removed, renamed, replaced or      | Watched.There, with every      | TestVanishedFile
//	  emptied file (or log) is never called saved       |   transaction                  |
//	compacting does not hold up a harvest               | Idle, before Compact           | TestCompactBesideHarvest
//	a directory or a pipe as a database is an error     | open: the file's mode          | TestNoRegularFile
//	a harvest whose settings were refused leaves no     | DB.Retract                     | storagetest: checkRetract
//	  trace                                             |                                |
//	ledgers of before are replayed as they were, though | migrations/0005                | TestReasonsOfOldLedgers
//	  notes are reworded                                |                                |
//	what was being written beside a file when its       | dbfile.Part                    | dbfile: TestPartClears-
//	  process was killed is removed by the next one     |                                |   WhatWasAbandoned
//	sixty sites at once share encoders and caches       | packing.Packer, writerOptions  | TestManySitesShareEncoders
//	commits of many sites share a transaction, and what | commitGroup: each alone where   | TestCommitsOfManySitesShare-
//	  one of them does wrong is its own error           |   not all succeed              |   Transactions
//	a person's SQL reads, and nothing else             | Select: mayRead, limits        | TestSelectOnlyReads
//
// Errors that a person can do something about wrap one of [ErrLocked], [ErrVanished],
// [ErrForeign], [ErrNewer], [ErrCorrupt], [ErrFull], [ErrIO], [ErrReadOnly], [ErrStep]
// and say what to do.
package storage
