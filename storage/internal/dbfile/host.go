package dbfile

import (
	"fmt"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// What is known of hosts stands in two tables: robots.txt apart, because it may be long
// and hosts are written with each answer.
const (
	UpsertHost = `INSERT INTO hosts (host, site, not_before, reason, failures, requests, last_error, state)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (host) DO UPDATE SET not_before = excluded.not_before, reason = excluded.reason, failures = excluded.failures,
			requests = excluded.requests, last_error = excluded.last_error, state = excluded.state`
	UpsertRobots = `INSERT INTO robots (host, body) VALUES (?, ?)
		ON CONFLICT (host) DO UPDATE SET body = excluded.body WHERE body IS NOT excluded.body`
)

// Host returns the values of a host for UpsertHost and UpsertRobots.
func Host(h fetch.HostState) (host, robots []any, err error) {
	u, err := page.ParseURL(h.Host)
	if err != nil {
		return nil, nil, fmt.Errorf("store host state: %w", err)
	}
	robots = []any{h.Host, nil}
	if h.Robots != nil {
		robots[1] = h.Robots
	}
	h.Robots = nil
	return []any{h.Host, u.Site(), Millis(h.NotBefore), h.Reason, h.Failures, h.Requests, h.LastError, JSON("host state", h)}, robots, nil
}

// ScanHost reads a host's columns hosts.state and robots.body.
func ScanHost(row Row, h *fetch.HostState) error {
	var robots []byte
	err := row.Scan(JSON("host state", h), &robots)
	h.Robots = robots
	return err
}
