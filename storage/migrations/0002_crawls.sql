-- Crawls of many hosts: the pages known, and those fetched. A crawl's frontier
-- is in these tables, so that it takes no memory and goes on after any end.

CREATE TABLE crawls (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL UNIQUE,
  started INTEGER NOT NULL
) STRICT;

CREATE TABLE crawl_hosts (
  id     INTEGER PRIMARY KEY,
  crawl  INTEGER NOT NULL REFERENCES crawls,
  origin TEXT NOT NULL,
  site   TEXT NOT NULL,                         -- registrable domain
  UNIQUE (crawl, origin)
) STRICT;

-- Pages known, in the order found. state, priority and reason change.
CREATE TABLE crawl_urls (
  id       INTEGER PRIMARY KEY,
  crawl    INTEGER NOT NULL,                    -- no reference: that of host says it
  host     INTEGER NOT NULL REFERENCES crawl_hosts,
  page     INTEGER NOT NULL,                    -- surface.ID: of the canonical URL
  state    INTEGER NOT NULL,                    -- 0 waits, 1 fetched, 2 held back, 3 skipped
  priority REAL NOT NULL,
  depth    INTEGER NOT NULL,                    -- links from a seed
  source   INTEGER NOT NULL,                    -- surface.ID of the page that it was found on, 0 for a seed
  kind     TEXT NOT NULL,                       -- of surface.Link, as the next three
  url      TEXT NOT NULL,
  anchor   TEXT NOT NULL,
  around   TEXT NOT NULL,
  nofollow INTEGER NOT NULL,
  reason   TEXT NOT NULL DEFAULT ''             -- of states 2 and 3
) STRICT;
CREATE UNIQUE INDEX crawl_urls_by_page ON crawl_urls (crawl, page);
CREATE INDEX crawl_urls_waiting ON crawl_urls (host, priority DESC) WHERE state = 0;
CREATE INDEX crawl_urls_held ON crawl_urls (host, priority DESC) WHERE state = 2;
CREATE INDEX crawl_urls_skipped ON crawl_urls (crawl, host, reason) WHERE state >= 2;

-- Pages fetched, in that order.
CREATE TABLE crawl_pages (
  id       INTEGER PRIMARY KEY REFERENCES crawl_urls,
  crawl    INTEGER NOT NULL,                    -- no reference: that of the host of the URL says it
  seq      INTEGER NOT NULL,                    -- 1, 2, ... within a crawl
  at       INTEGER NOT NULL,
  final    TEXT NOT NULL,                       -- URL after redirects
  status   INTEGER NOT NULL,                    -- of HTTP; 0 where the fetch failed or was refused
  requests INTEGER NOT NULL,
  reward   REAL NOT NULL,
  novelty  REAL NOT NULL,                       -- share of its text that was new on its site
  words    INTEGER NOT NULL,                    -- of its text; this and the next two are a duplicates.Signature
  exact    INTEGER NOT NULL,                    -- hash of the words
  similar  INTEGER NOT NULL,                    -- simhash
  note     TEXT NOT NULL,                       -- why it failed or was refused
  known    INTEGER NOT NULL,                    -- the last id in crawl_urls: what was found here comes before it
  links    BLOB NOT NULL,                       -- S2 of lines: kind and address of each link
  head     BLOB,                                -- as in pages, but S2; NULL where the page is not kept
  body     INTEGER,                             -- in bodies; no reference: checking it would scan this table
  UNIQUE (crawl, seq)
) STRICT;

-- Forms found, each once a site.
CREATE TABLE crawl_forms (
  id         INTEGER PRIMARY KEY,
  page       INTEGER NOT NULL REFERENCES crawl_pages, -- where it was seen first
  form       TEXT NOT NULL,                     -- forms.Form.ID
  purpose    TEXT NOT NULL,
  score      REAL NOT NULL,
  reward     INTEGER NOT NULL,                  -- it is what the crawl looks for
  definition TEXT NOT NULL                      -- JSON of forms.Form
) STRICT;
CREATE INDEX crawl_forms_by_page ON crawl_forms (page);

-- Links that never entered crawl_urls, counted.
CREATE TABLE crawl_skips (
  crawl   INTEGER NOT NULL REFERENCES crawls,
  site    TEXT NOT NULL,                        -- on whose pages they stood
  reason  TEXT NOT NULL,
  links   INTEGER NOT NULL,
  example TEXT NOT NULL,                        -- a URL
  PRIMARY KEY (crawl, site, reason)
) STRICT, WITHOUT ROWID;
