-- What stands behind the search interfaces that crawls located: one row a site,
-- of its best interface. All but site changes.
CREATE TABLE sources (
  id       INTEGER PRIMARY KEY,
  site     TEXT NOT NULL UNIQUE,                -- registrable domain, or host and port
  name     TEXT NOT NULL,                       -- of the site in harvests
  page     TEXT NOT NULL,                       -- URL of the page with the form
  action   TEXT NOT NULL,                       -- URL
  form     TEXT NOT NULL,                       -- forms.Form.ID
  kind     TEXT NOT NULL,                       -- of interface, in words
  score    REAL NOT NULL,                       -- that it is a search interface, 0..1
  others   INTEGER NOT NULL,                    -- further interfaces found on the site
  depth    INTEGER NOT NULL,                    -- links from a seed to page
  status   TEXT NOT NULL,                       -- locate.Status
  topic    TEXT NOT NULL,                       -- that relevance is about, folded
  records  INTEGER NOT NULL,                    -- in the sample
  size     REAL NOT NULL,                       -- records there, estimated; 0 where unknown
  low      REAL NOT NULL,
  high     REAL NOT NULL,
  method   TEXT NOT NULL,
  on_topic REAL NOT NULL,                       -- records on the topic, estimated
  relevance REAL NOT NULL,                      -- share of the records that are on the topic
  requests INTEGER NOT NULL,                    -- spent on the site
  asked    INTEGER NOT NULL,                    -- of them, by the glimpse at it
  note     TEXT NOT NULL,
  at       INTEGER NOT NULL
) STRICT;
