package storage

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hadal-crawler/hadal/extract"
)

func TestEncodeFields(t *testing.T) {
	for _, c := range []struct {
		fields []extract.Field
		want   string
	}{
		{nil, `{}`},
		{[]extract.Field{{Name: "b", Value: "<1>"}, {Name: "a", Value: "é", Kind: "text"}}, `{"b":"<1>","a":"é"}`},
		{[]extract.Field{{Name: "p", Value: "£0", Kind: "money"}}, `{"p":{"v":"£0","k":"money","n":0}}`},
		{[]extract.Field{{Name: "d", Value: "1 May", Kind: "date"}}, `{"d":{"v":"1 May","k":"date"}}`},
		{[]extract.Field{{Name: "t", Value: "x"}, {Name: "u", Value: ""}, {Name: "t", Value: "2", Kind: "number", Number: 2}},
			`{"t":["x",{"v":"2","k":"number","n":2}],"u":""}`},
	} {
		if got := encodeFields(c.fields); got != c.want {
			t.Errorf("%v: %s, want %s", c.fields, got, c.want)
		}
	}
}

func FuzzFieldsRoundTrip(f *testing.F) {
	f.Add("name", "value", "money", 1.5, "name", "other")
	f.Add("", "", "", 0.0, `"\`, "\x00")
	f.Add("a", "\xff", "list", -1e9, "a", "[{")
	f.Fuzz(func(t *testing.T, name, value, kind string, n float64, name2, value2 string) {
		// The file holds UTF-8: so does what comes from a decoded page.
		for _, s := range []*string{&name, &value, &kind, &name2, &value2} {
			*s = strings.ToValidUTF8(*s, "\uFFFD")
		}
		in := []extract.Field{{Name: name, Value: value, Kind: kind, Number: n}, {Name: name2, Value: value2}, {Name: name, Value: value2}}
		text := encodeFields(in)
		if !json.Valid([]byte(text)) {
			t.Fatalf("not JSON: %s", text)
		}
		out, err := decodeFields(text)
		if err != nil {
			t.Fatal(err)
		}
		if again := encodeFields(out); again != text {
			t.Errorf("%s is read and written as %s", text, again)
		}
		if !IsNumber(in[0]) {
			in[0].Number = 0
		}
		if in[0].Kind == "text" {
			in[0].Kind = ""
		}
		if name != name2 {
			in[1], in[2] = in[2], in[1]
		}
		if kindOfNumber := kind == "number" || kind == "money"; kindOfNumber && !IsNumber(in[0]) {
			return // not a finite number: kept as shown
		}
		if diff := cmp.Diff(in, out, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("fields (-in +out):\n%s", diff)
		}
	})
}

func FuzzDecodeFields(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":"b"}`, `{"a":[]}`, `{"a":[{"v":"x","k":"money","n":1}]}`, `[]`, ``, `{"a":null}`, `{"a":1}`, `{"a":[[1]]}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		fields, err := decodeFields(s) // a damaged file must not panic
		if err == nil {
			encodeFields(fields)
		}
	})
}

func TestMergeFields(t *testing.T) {
	parse := func(s string) (out []extract.Field) {
		for _, f := range strings.Fields(s) {
			name, value, _ := strings.Cut(f, "=")
			out = append(out, extract.Field{Name: name, Value: value})
		}
		return out
	}
	for _, c := range []struct{ was, is, want string }{
		{"a=1 b=2", "", "a=1 b=2"},
		{"", "a=1", "a=1"},
		{"a=1 b=2", "b=3 a=4", "a=4 b=3"},
		{"a=1", "a=", "a=1"},
		{"a=1 a=2 b=3", "a=5", "a=5 b=3"},
		{"a=1", "a= a=2", "a= a=2"},
		{"b=1", "a=1 b=2 a=3", "b=2 a=1 a=3"},
		{"a=1", "c= d=", "a=1 c= d="},
	} {
		if diff := cmp.Diff(parse(c.want), mergeFields(parse(c.was), parse(c.is)), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q + %q (-want +got):\n%s", c.was, c.is, diff)
		}
	}
}

// The driver works only with the very libc that it was made with.
func TestLibcIsTheDriversOwn(t *testing.T) {
	version := func(module string) string {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Version}} {{.GoMod}}", module).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	ours, _, _ := strings.Cut(version("modernc.org/libc"), " ")
	_, goMod, _ := strings.Cut(version("modernc.org/sqlite"), " ")
	b, err := os.ReadFile(goMod)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), "modernc.org/libc "+ours+"\n") {
		t.Errorf("libc is %s here, but another version in the go.mod of the driver (%s)", ours, goMod)
	}
}
