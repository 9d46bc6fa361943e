-- Requests that were sent to a host of a crawl and that no page has in its count: what was
-- in flight when the crawl was stopped, or robots.txt where it forbids all. The next page
-- of the host takes them over.
ALTER TABLE crawl_hosts ADD COLUMN owed INTEGER NOT NULL DEFAULT 0;
