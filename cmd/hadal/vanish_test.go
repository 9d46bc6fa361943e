//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
)

// A harvest whose database loses its name ends at once, with exit status 1 and
// one line that names the file and says what to do: whatever it would go on to
// write is lost.
func TestHarvestIntoAVanishedFileFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		harm func(file string) error
		args []string
	}{
		"removed":            {harm: os.Remove},
		"removed, as JSON":   {harm: os.Remove, args: []string{"--json"}},
		"renamed":            {harm: func(file string) error { return os.Rename(file, file+".old") }},
		"directory renamed":  {harm: func(file string) error { return os.Rename(filepath.Dir(file), filepath.Dir(file)+".old") }},
		"emptied":            {harm: func(file string) error { return os.Truncate(file, 0) }},
		"the log is removed": {harm: func(file string) error { return os.Remove(file + "-wal") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := serve(t, "books")
			file := filepath.Join(t.TempDir(), "data", "h.db")
			if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			cmd := hadal(t, append([]string{"harvest", server.URL(), "--db", file, "--delay", "20ms", "--quiet"}, c.args...)...)
			var out, said bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			for len(server.Log().Asked("/search")) < 5 {
				select {
				case err := <-ended:
					t.Fatalf("ended before the file was harmed: %v: %s", err, said.String())
				case <-time.After(5 * time.Millisecond):
				}
			}
			if err := c.harm(file); err != nil {
				t.Fatal(err)
			}
			harmed := len(server.Log())
			<-ended
			if got := cmd.ProcessState.ExitCode(); got != exit.Failure {
				t.Errorf("exit status %d, want %d", got, exit.Failure)
			}
			lines := strings.Split(strings.TrimSpace(said.String()), "\n")
			if len(lines) != 1 || !strings.Contains(lines[0], file) || !strings.Contains(lines[0], "begin anew") {
				t.Errorf("it says %q", said.String())
			}
			if more := len(server.Log()) - harmed; more > 5 {
				t.Errorf("it sent %d more requests", more)
			}
			if out.Len() > 0 {
				t.Errorf("it shows a result: %s", out.String())
			}
		})
	}
}
