package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
)

// Standard error of init is JSON lines where JSON was asked for, also where no profile can be written.
func TestInitTellsItsStopInJSON(t *testing.T) {
	t.Parallel()
	barren := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html><body><p>Nothing can be searched for here.</p></body></html>"))
	}))
	defer barren.Close()
	cmd := hadal(t, "init", barren.URL, "--db", filepath.Join(t.TempDir(), "h.db"), "--browser", "never", "--json")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if out, err := cmd.Output(); err == nil || len(out) > 0 {
		t.Errorf("init of a site without a form: %v, %q", err, out)
	}
	lines := bytes.Split(bytes.TrimSpace(stderr.Bytes()), []byte("\n"))
	for _, line := range lines {
		if !json.Valid(line) {
			t.Errorf("not JSON: %q", line)
		}
	}
	if !bytes.Contains(stderr.Bytes(), []byte(`"kind":"stop"`)) {
		t.Errorf("the reason is not told: %q", stderr.Bytes())
	}
}
