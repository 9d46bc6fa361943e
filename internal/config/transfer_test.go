package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/internal/questions"
)

// fill gives everything in v a value that is not its zero one.
func fill(t *testing.T, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != reflect.TypeFor[*questions.Plan]() {
				fill(t, v.Field(i), depth+1)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if v.Elem().Kind() == reflect.Struct { // else: to a zero is not nil
			fill(t, v.Elem(), depth+1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(t, v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.ValueOf(Secrets{"env:X": "y"}))
	case reflect.String:
		v.SetString("a;b=c,\"d\"")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(1234567 + depth))
	case reflect.Uint64:
		v.SetUint(1 << 63)
	case reflect.Float64:
		v.SetFloat(0.1)
	default:
		t.Fatalf("a setting is a %s", v.Type())
	}
}

// What a coordinator says of a site arrives whole at its worker.
func TestSettingsSurviveATransfer(t *testing.T) {
	var s SiteSettings
	fill(t, reflect.ValueOf(&s).Elem(), 0)
	for _, want := range []SiteSettings{s, Defaults().SiteSettings, {}} {
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got SiteSettings
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// All that settings refer to is collected where they stand, and known elsewhere by the
// reference, without a look at that machine's environment or files.
func TestSecretsAreCollected(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cookies.txt")
	if err := os.WriteFile(file, []byte("# cookies"), 0o600); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	name := func(v string) string {
		t.Setenv("HADAL_X_"+v, "secret "+v)
		values["env:HADAL_X_"+v] = "secret " + v
		return "env:HADAL_X_" + v
	}
	s := SiteSettings{Timeout: time.Second, Proxy: name("PROXY"), Who: &Access{
		Headers: []Carried{{"A", name("HEADER")}, {"B", "open"}}, Cookies: []Carried{{"k", name("COOKIE")}}, CookieFile: file,
		BasicAuth: Account{"me", name("BASIC")}, Login: Login{User: name("USER"), Password: name("LOGIN"), Fields: []Carried{{"tenant", name("FIELD")}}},
	}}
	var err error
	if s.Secrets, err = s.Collect(); err != nil {
		t.Fatal(err)
	}
	for ref, want := range values {
		os.Unsetenv(ref[len("env:"):])
		if text, hidden, err := s.Reveal(ref); text != want || !hidden || err != nil {
			t.Errorf("%s: %q, hidden %v, %v", ref, text, hidden, err)
		}
	}
	os.Remove(file)
	if text, err := s.CookieText(file); string(text) != "# cookies" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if text, hidden, err := s.Reveal("open"); text != "open" || hidden || err != nil {
		t.Errorf("%q, hidden %v, %v", text, hidden, err)
	}
	if _, _, err := s.Reveal("env:HOME"); err == nil {
		t.Error("what was not collected was looked up here")
	}
	s.Secrets, s.Who.Login.User = nil, "env:HADAL_X_NOBODY"
	if _, err := s.Collect(); err == nil {
		t.Error("what is not there was collected")
	}
}
