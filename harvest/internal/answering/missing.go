package answering

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/ledger"
)

// missing sees which of the columns that a person wrote no record has: a selector that is
// wrong would else be noticed at the end, when nothing was kept of what it is for.
type missing struct {
	records int            // that were kept
	left    map[string]int // rows that were left out for lack of a column, by its name
	filled  map[string]bool
	told    bool
	vain    map[string]bool // addresses of pages none of whose rows has a column that is required
}

// missingFrom is of how many rows one would have a column, if it can be had at all.
const missingFrom = 20

// mostVain is of how many pages one would have a record, if what a person requires can be had.
const mostVain = 4

// required says of a page that has rows that none is a record for lack of a column; "" for any other.
func required(res extract.Result) string {
	if len(res.Records) > 0 || len(res.Without) == 0 || res.Misfit != "" {
		return ""
	}
	return fmt.Sprintf("its rows have no %s, which the profile requires", strings.Join(slices.Sorted(maps.Keys(res.Without)), " and no "))
}

// miss counts the page of an answer none of whose rows is a record.
func (m *missing) miss(res extract.Result, address string) {
	if required(res) != "" {
		if m.vain == nil {
			m.vain = map[string]bool{}
		}
		m.vain[address] = true
	}
}

// Unkept says why no record is to be expected of further pages; "" where some may have one.
func (m *missing) Unkept() string {
	if m.records > 0 || len(m.vain) < mostVain {
		return ""
	}
	names := slices.Sorted(maps.Keys(m.left))
	return fmt.Sprintf("no record has the column %s, which the profile requires: none of %d answers with rows has one. Write another pattern or place for it, or take required out; `hadal records '%s' --profile FILE` shows what it selects",
		strings.Join(names, " and "), len(m.vain), slices.Min(slices.Collect(maps.Keys(m.vain))))
}

// see counts what a page has, and returns what is to be told of it.
func (m *missing) see(p ledger.Profile, res extract.Result, address string) (notes []string) {
	if m.told {
		m.records += len(res.Records)
		return nil
	}
	if m.filled == nil {
		m.filled, m.left = map[string]bool{}, map[string]int{}
	}
	m.records += len(res.Records)
	rows := m.records
	for name, n := range res.Without {
		m.left[name] += n
	}
	for _, n := range m.left {
		rows += n
	}
	for _, rec := range res.Records {
		for _, f := range rec.Fields {
			m.filled[f.Name] = m.filled[f.Name] || f.Value != ""
		}
	}
	if rows < missingFrom {
		return nil
	}
	m.told = true
	hint := fmt.Sprintf("`hadal records '%s' --profile FILE` shows what it selects", address)
	for _, name := range slices.Sorted(maps.Keys(m.left)) {
		if m.records == 0 {
			notes = append(notes, fmt.Sprintf("none of %d rows is a record: %d lack the column %s, which the profile requires: %s", rows, m.left[name], name, hint))
		}
	}
	for _, c := range p.Wrapper.Columns {
		if m.records > 0 && c.Rows == 0 && !c.Drop && !m.filled[c.Name] {
			notes = append(notes, fmt.Sprintf("the profile's column %s (%s) is in none of %d records: %s", c.Name, cmp.Or(c.Select, c.Label, c.Attribute, "by its name"), m.records, hint))
		}
	}
	return notes
}
