-- What people look at while a harvest grows, kept so that nobody has to add the ledger up.

-- How a harvest went: a point each time its requests have grown by a 64th.
CREATE TABLE harvest_course (
  harvest  INTEGER NOT NULL REFERENCES harvests,
  requests INTEGER NOT NULL,
  records  INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  total    INTEGER,                             -- that the answer showed
  size     REAL,                                -- of the estimate then, NULL where unknown, as the next two
  low      REAL,
  high     REAL,
  PRIMARY KEY (harvest, requests)
) STRICT, WITHOUT ROWID;

-- The questions of a harvest, a short row each. All but harvest and query change.
CREATE TABLE harvest_asked (
  harvest  INTEGER NOT NULL REFERENCES harvests,
  query    INTEGER NOT NULL REFERENCES queries,
  seq      INTEGER NOT NULL,                    -- of its first answer
  at       INTEGER NOT NULL,                    -- of that
  pages    INTEGER NOT NULL,                    -- answers
  requests INTEGER NOT NULL,
  rows     INTEGER NOT NULL,
  new      INTEGER NOT NULL,                    -- records that the harvest had not seen before
  expected REAL NOT NULL,                       -- -1 where unknown
  total    INTEGER,                             -- shown last
  strategy TEXT NOT NULL,
  status   TEXT NOT NULL,                       -- of its last answer
  PRIMARY KEY (harvest, query)
) STRICT, WITHOUT ROWID;

INSERT INTO harvest_asked SELECT harvest, query, min(seq), min(at), count(*), sum(requests), sum(rows), sum(new), max(expected), max(total), strategy, status
  FROM answers GROUP BY harvest, query;
INSERT OR IGNORE INTO harvest_course SELECT harvest, requests, records, at, total, NULL, NULL, NULL FROM (
  SELECT harvest, seq, at, total, sum(requests) OVER so_far AS requests, sum(new) OVER so_far AS records, count(*) OVER (PARTITION BY harvest) AS steps FROM (
    SELECT harvest, seq, at, requests, new, total FROM answers
    UNION ALL SELECT harvest, seq, at, requests, 0, NULL FROM details
    UNION ALL SELECT harvest, seq, at, coalesce(json_extract(visit, '$.requests'), 0), 0, NULL FROM visits)
  WINDOW so_far AS (PARTITION BY harvest ORDER BY seq)) WHERE seq % (1 + steps / 500) = 0;
