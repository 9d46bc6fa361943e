package simulations

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/ordered"
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
func flatFields(line []byte) (out []page.Pair, err error) {
	err = ordered.Members(line, func(name string, value jsontext.Value) error {
		list := []json.RawMessage{json.RawMessage(value)}
		if value.Kind() == '[' {
			if err := json.Unmarshal(value, &list); err != nil {
				return err
			}
		}
		for _, v := range list {
			switch jsontext.Value(v).Kind() {
			case 'n':
			case '"':
				var s string
				if err := json.Unmarshal(v, &s); err != nil {
					return err
				}
				out = append(out, page.Pair{Name: name, Value: s})
			case '0', 't', 'f':
				out = append(out, page.Pair{Name: name, Value: string(v)})
			default:
				return fmt.Errorf("field %q is not flat", name)
			}
		}
		return nil
	})
	return out, err
}
