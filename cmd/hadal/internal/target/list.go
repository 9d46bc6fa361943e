package target

import (
	"bufio"
	"io"
	"os"
	"strings"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
)

// ReadList reads a file with a TARGET or a seed a line, - is standard input; blank lines and
// those that begin with # do not count.
func ReadList(name string) (seeds []string, err error) {
	var r io.Reader = os.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, exit.Usage(err)
		}
		defer f.Close()
		r = f
	}
	for lines := bufio.NewScanner(r); ; {
		if !lines.Scan() {
			return seeds, lines.Err()
		}
		// Editors begin files with a mark. A # within an address begins its fragment.
		line := strings.TrimPrefix(lines.Text(), "\ufeff")
		if i := strings.Index(" "+strings.ReplaceAll(line, "\t", " "), " #"); i >= 0 {
			line = line[:i]
		}
		if line = strings.TrimSpace(line); line != "" {
			seeds = append(seeds, line)
		}
	}
}
