package serving

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/dashboard"
	"github.com/hadal-crawler/hadal/internal/config"
)

// What a run says of the database names it as the pages do.
func TestRunsTellNoFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "hadal.db")
	if got := nameOnly(path)(path + ": it is full; see " + filepath.Join(dir, "books.yaml")); got != "hadal.db: it is full; see books.yaml" {
		t.Errorf("it says %q", got)
	}
	if got := nameOnly(filepath.Join("full", "d.db"))("full/d.db: full/page of https://x.example/full/"); got != "d.db: full/page of https://x.example/full/" {
		t.Errorf("it says %q", got)
	}
}

// What is wrong with a file of a person is told to that person, without where it stands.
func TestProfileErrorsArePeoples(t *testing.T) {
	dir := t.TempDir()
	p := profiles{settings: config.Settings{DB: filepath.Join(dir, "hadal.db")}}
	for site, text := range map[string]string{"damaged.example": ": : no", "other.example": "name: books.example\nstart: https://books.example/\n"} {
		if err := os.WriteFile(p.path(site), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(p.path("folder.example"), 0o700); err != nil {
		t.Fatal(err)
	}
	gone := profiles{settings: config.Settings{DB: filepath.Join(dir, "gone", "hadal.db")}}
	for name, try := range map[string]func() error{
		"damaged": func() error { _, _, err := p.Saved("damaged.example"); return err },
		"other":   func() error { _, _, err := p.Saved("other.example"); return err },
		"folder":  func() error { _, _, err := p.Saved("folder.example"); return err },
		"save":    func() error { return p.Save("folder.example", nil) },
		"gone":    func() error { return gone.Save("new.example", []byte("x")) },
	} {
		if err := try(); !errors.Is(err, dashboard.ErrProfile) || strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), ".yaml") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
