-- Times are Unix milliseconds. Booleans are 0 or 1. JSON is written by storage
-- only. What a harvest learned is append-only; the few columns that change are
-- said so.

CREATE TABLE sites (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL UNIQUE,
  start   TEXT NOT NULL,                        -- URL; changes with the configuration
  view    TEXT NOT NULL COLLATE NOCASE UNIQUE,  -- name of the site's typed view
  records INTEGER NOT NULL DEFAULT 0            -- running count
) STRICT;

CREATE TABLE harvests (
  id          INTEGER PRIMARY KEY,
  site        INTEGER NOT NULL REFERENCES sites,
  started     INTEGER NOT NULL,
  -- The rest changes with each commit.
  steps       INTEGER NOT NULL DEFAULT 0,       -- seq of the last step
  last_at     INTEGER,                          -- time of the last step
  requests    INTEGER NOT NULL DEFAULT 0,       -- running sum over visits and answers
  records     INTEGER NOT NULL DEFAULT 0,       -- distinct records that this harvest saw
  queries     INTEGER NOT NULL DEFAULT 0,       -- distinct queries that it asked
  profile     TEXT NOT NULL DEFAULT '{}',       -- JSON of harvest.Profile
  estimate    TEXT,                             -- JSON of querygen.Estimate
  stop_kind   TEXT,
  stop_reason TEXT,
  stop_at     INTEGER
) STRICT;
CREATE INDEX harvests_by_site ON harvests (site);

-- Hosts are shared by all sites: politeness is owed to a host.
CREATE TABLE hosts (
  host       TEXT PRIMARY KEY,                  -- origin
  site       TEXT NOT NULL,                     -- registrable domain
  not_before INTEGER,
  reason     TEXT NOT NULL,
  failures   INTEGER NOT NULL,
  requests   INTEGER NOT NULL,
  last_error TEXT NOT NULL,
  state      TEXT NOT NULL                      -- JSON of fetch.HostState without robots
) STRICT, WITHOUT ROWID;
CREATE INDEX hosts_by_site ON hosts (site);

-- Apart from hosts, which is written with each answer: it may be 500 KB.
CREATE TABLE robots (
  host TEXT PRIMARY KEY,
  body BLOB                                     -- of robots.txt, NULL where the host has none
) STRICT;

CREATE TABLE visits (
  id      INTEGER PRIMARY KEY,
  harvest INTEGER NOT NULL REFERENCES harvests,
  seq     INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  url     TEXT NOT NULL,
  status  INTEGER NOT NULL,
  reward  REAL NOT NULL,
  visit   TEXT NOT NULL,                        -- JSON of surface.Visit: the whole of it
  UNIQUE (harvest, seq)
) STRICT;

CREATE TABLE forms (
  id       INTEGER PRIMARY KEY,
  visit    INTEGER NOT NULL REFERENCES visits,
  position INTEGER NOT NULL,                    -- on the page: 0, 1, ...
  form     TEXT NOT NULL,                       -- forms.Form.ID
  purpose  TEXT NOT NULL,
  definition TEXT NOT NULL,                     -- JSON of forms.Form
  UNIQUE (visit, position)
) STRICT;

CREATE TABLE queries (
  id   INTEGER PRIMARY KEY,
  site INTEGER NOT NULL REFERENCES sites,
  form TEXT NOT NULL,                           -- forms.Form.ID
  bind TEXT NOT NULL,                           -- JSON array of {name, value}
  UNIQUE (site, form, bind)
) STRICT;

CREATE TABLE answers (
  id       INTEGER PRIMARY KEY,
  harvest  INTEGER NOT NULL REFERENCES harvests,
  seq      INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  query    INTEGER NOT NULL REFERENCES queries,
  page     INTEGER NOT NULL,
  status   TEXT NOT NULL,
  total    INTEGER,                             -- NULL where the page shows none
  capped   INTEGER NOT NULL,
  more     INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  rows     INTEGER NOT NULL,
  new      INTEGER NOT NULL,                    -- records that the harvest had not seen before
  note     TEXT NOT NULL,
  strategy TEXT NOT NULL,
  why      TEXT NOT NULL,
  expected REAL NOT NULL,                       -- -1 where unknown
  nonsense INTEGER NOT NULL,
  request  TEXT NOT NULL,                       -- JSON of page.Request
  next     TEXT,                                -- JSON of page.Request, NULL where none
  offers   TEXT,                                -- JSON of []querygen.Offer, NULL where none
  UNIQUE (harvest, seq)
) STRICT;
CREATE INDEX answers_by_query ON answers (query, harvest);

-- What was answered, as kept (setting keep-pages); the page of a step where
-- there is one.
CREATE TABLE pages (
  id      INTEGER PRIMARY KEY,
  harvest INTEGER NOT NULL REFERENCES harvests,
  seq     INTEGER NOT NULL,                     -- of the step
  at      INTEGER NOT NULL,                     -- when it was complete
  final   TEXT NOT NULL,                        -- URL after redirects
  status  INTEGER NOT NULL,                     -- of HTTP
  head    BLOB NOT NULL,                        -- zstd of the JSON of head, see pages.go
  body    INTEGER NOT NULL,                     -- in bodies; no reference: checking it would scan this table
  UNIQUE (harvest, seq)
) STRICT;

-- Apart from pages, which are listed without them, and once for equal ones.
CREATE TABLE bodies (
  id     INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,                  -- SHA-256 of the body, its first 16 bytes
  size   INTEGER NOT NULL,                      -- bytes before compression
  base   INTEGER,                               -- body that is the dictionary of this one's compression; NULL: none
  packed BLOB NOT NULL                          -- zstd frame, or S2 block: see packer.unpackBytes
) STRICT;

-- A record's row is small and changes at each sighting; what it says stands in
-- record_versions, which is read only when it was said differently.
CREATE TABLE records (
  id         INTEGER PRIMARY KEY,
  site       INTEGER NOT NULL REFERENCES sites,
  key        TEXT NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen  INTEGER NOT NULL,
  harvest    INTEGER NOT NULL REFERENCES harvests,  -- the last one that saw it
  version    INTEGER NOT NULL,                      -- in record_versions; no reference: checking it would scan this table
  digest     INTEGER NOT NULL,                      -- of what was last read
  UNIQUE (site, key)
) STRICT;
CREATE INDEX records_by_site ON records (site);

-- A harvest adds at most two versions of a record: what it saw first (which
-- its replay needs and which never changes) and what it saw last.
CREATE TABLE record_versions (
  id      INTEGER PRIMARY KEY,
  record  INTEGER NOT NULL REFERENCES records,
  answer  INTEGER NOT NULL REFERENCES answers,  -- that brought it
  harvest INTEGER NOT NULL REFERENCES harvests, -- of that answer
  first   INTEGER NOT NULL,                     -- it is what its harvest saw first
  url     TEXT NOT NULL,
  title   TEXT NOT NULL,
  text    TEXT NOT NULL,
  fields  TEXT NOT NULL                         -- JSON object, see encodeFields
) STRICT;
CREATE INDEX record_versions_by_record ON record_versions (record);

CREATE TABLE answer_records (
  answer   INTEGER NOT NULL REFERENCES answers,
  position INTEGER NOT NULL,                    -- 0, 1, ...
  record   INTEGER NOT NULL REFERENCES records,
  version  INTEGER REFERENCES record_versions,  -- where the harvest saw the record first
  text     TEXT,                                -- of that row, where it is not the version's
  fields   TEXT,                                -- of that row, likewise: [{"name":...,"value":...},...]
  PRIMARY KEY (answer, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE record_queries (
  record INTEGER NOT NULL REFERENCES records,
  query  INTEGER NOT NULL REFERENCES queries,
  PRIMARY KEY (record, query)
) STRICT, WITHOUT ROWID;

-- Pages of single records that were followed (setting details). What they say
-- is merged into a version of the record like another answer's row.
CREATE TABLE details (
  id       INTEGER PRIMARY KEY,
  harvest  INTEGER NOT NULL REFERENCES harvests,
  seq      INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  record   INTEGER NOT NULL REFERENCES records,
  status   TEXT NOT NULL,
  requests INTEGER NOT NULL,
  note     TEXT NOT NULL,
  request  TEXT NOT NULL,                       -- JSON of page.Request
  UNIQUE (harvest, seq)
) STRICT;
CREATE INDEX details_by_record ON details (record, harvest);

-- The field catalogue of a site: the columns of its view.
CREATE TABLE fields (
  site     INTEGER NOT NULL REFERENCES sites,
  position INTEGER NOT NULL,                    -- order of appearance: 0, 1, ...
  name     TEXT NOT NULL,
  heading  TEXT NOT NULL,                       -- name of its column
  numeric  INTEGER NOT NULL,                    -- all its values are numbers; may become 0
  PRIMARY KEY (site, position),
  UNIQUE (site, name)
) STRICT, WITHOUT ROWID;

-- Full-text index of what records say now: rowid is the record. The words are
-- cut and folded by hadal (words.go), which the tokenizer leaves as they are.
CREATE VIRTUAL TABLE search USING fts5 (title, body, content='', contentless_delete=1, tokenize='ascii');
INSERT INTO search (search, rank) VALUES ('rank', 'bm25(5.0, 1.0)');

-- Leave this last: it marks the file as ours ("hadl").
PRAGMA application_id = 1751213164;
