package target

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A list is read as any editor writes it: with a mark at its beginning, lines that end as
// Windows has them, comments behind what they are about.
func TestReadList(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sites.txt")
	if err := os.WriteFile(file, []byte("\ufeffhttps://a.example/\r\n\r\n# none\r\n  books\t# mine\r\nhttps://b.example/x#y  #z\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := ReadList(file)
	if want := []string{"https://a.example/", "books", "https://b.example/x#y"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}
