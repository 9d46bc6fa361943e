package simulations

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// longestLine is the longest line of a corpus, in bytes.
const longestLine = 16 << 20

// readInput calls f with the contents of a file, "-" for standard input,
// gunzipped where it is compressed. Errors name the file.
func readInput(file string, f func(io.Reader) error) error {
	in := io.Reader(os.Stdin)
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return err
		}
		defer opened.Close()
		in = opened
	}
	buffered := bufio.NewReader(in)
	in = buffered
	if magic, _ := buffered.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(buffered)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		in = z
	}
	if err := f(in); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// readCorpus reads a file of JSON lines.
func readCorpus(file string) (records []model.Record, err error) {
	err = readInput(file, func(in io.Reader) error {
		records, err = readRecords(in)
		return err
	})
	return records, err
}

func readRecords(in io.Reader) ([]model.Record, error) {
	var records []model.Record
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		fields, err := flatFields(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		// The line number is the identity: an "id" need not be unique.
		r := model.Record{Key: fmt.Sprint(n)}
		for _, f := range fields {
			if f.Name != "id" && f.Name != "key" && f.Name != "url" { // not what a page shows or a search finds
				r.Fields = append(r.Fields, f)
			}
		}
		records = append(records, r)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return records, nil
}

// flatFields reads a JSON object of strings, numbers, truth values and lists of
// them, in its order.
func flatFields(line []byte) ([]page.Pair, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.Join(errors.New("not a JSON object"), err)
	}
	var out []page.Pair
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := t.(string)
		var v any
		if err := d.Decode(&v); err != nil {
			return nil, err
		}
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		for _, v := range list {
			switch v := v.(type) {
			case nil:
			case string, json.Number, bool:
				out = append(out, page.Pair{Name: name, Value: fmt.Sprint(v)})
			default:
				return nil, fmt.Errorf("field %q is not flat", name)
			}
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	return out, nil
}
