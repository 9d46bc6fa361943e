-- What a coordinator hands out to workers: targets to be harvested, and who has which site.
CREATE TABLE work (
	name       TEXT PRIMARY KEY,            -- of the site in this file
	target     TEXT NOT NULL,               -- as it was submitted; its settings stand in the coordinator's configuration
	start      TEXT NOT NULL,
	site       TEXT NOT NULL,               -- registrable: one worker at a time has it
	submitted  INTEGER NOT NULL,
	fresh      INTEGER,                     -- harvests that began before are not gone on with
	needs      TEXT NOT NULL DEFAULT '',    -- of its worker: browser
	not_before INTEGER,                     -- NULL: at once
	tries      INTEGER NOT NULL DEFAULT 0,  -- in a row that failed
	done       INTEGER NOT NULL DEFAULT 0,
	stop_kind  TEXT,                        -- of the last time that it was handed back
	said       TEXT NOT NULL DEFAULT ''     -- then
) STRICT;
CREATE INDEX work_due ON work (done, not_before);
CREATE INDEX work_of_site ON work (site);

-- The row stays when a site is handed back: an epoch is used once.
CREATE TABLE leases (
	site   TEXT PRIMARY KEY,
	epoch  INTEGER NOT NULL,
	worker TEXT,                            -- NULL: nobody has it
	work   TEXT,
	since  INTEGER,
	last   TEXT NOT NULL DEFAULT ''         -- id of the last commit, which a worker sends again where its answer was lost
) STRICT, WITHOUT ROWID;

CREATE TABLE workers (
	name TEXT PRIMARY KEY,
	seen INTEGER NOT NULL,
	said TEXT NOT NULL                      -- JSON
) STRICT, WITHOUT ROWID;
CREATE INDEX workers_seen ON workers (seen);
