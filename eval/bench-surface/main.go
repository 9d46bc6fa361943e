// bench-surface measures what crawling costs: a site of made-up pages on
// loopback is crawled by hadal (forms judged, everything stored), by colly and,
// where it is installed, by scrapy, one after the other. For each it prints
// pages, pages a second, CPU seconds a thousand pages and peak memory, as the
// system counts them for the process, and how much of that CPU hadal needs: a
// machine's seconds are its own, the share is not. Run by `make bench-surface`.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	pages := flag.Int("pages", 20_000, "of the site")
	bin := flag.String("bin", "", "directory with the built programs")
	flag.Parse()
	if err := run(*pages, *bin); err != nil {
		log.Fatal(err)
	}
}

func run(pages int, bin string) error {
	site := exec.Command(filepath.Join(bin, "site"), "127.0.0.1:0", strconv.Itoa(pages))
	in, err := site.StdinPipe()
	if err != nil {
		return err
	}
	out, err := site.StdoutPipe()
	if err != nil {
		return err
	}
	if err := site.Start(); err != nil {
		return err
	}
	defer site.Wait()
	defer in.Close()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return err
	}
	url = strings.TrimSpace(url)
	go io.Copy(io.Discard, out)
	dir, err := os.MkdirTemp("", "bench-surface")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	fmt.Printf("%d pages of a made-up site on loopback, no delay, %d cores\n", pages, runtime.NumCPU())
	fmt.Printf("%-8s %8s %10s %18s %12s %16s\n", "", "pages", "pages/s", "CPU s/1,000 pages", "peak memory", "hadal's share")
	var own float64
	for _, c := range []struct {
		name string
		cmd  []string
	}{
		{"hadal", []string{filepath.Join(bin, "hadal"), url, filepath.Join(dir, "hadal.db")}},
		{"colly", []string{filepath.Join(bin, "colly"), url}},
		{"scrapy", []string{python(), "scrapy_spider.py", url}},
	} {
		got, err := measure(c.cmd, pages)
		switch {
		case err == nil:
		case c.name == "hadal":
			return fmt.Errorf("%s: %w", c.name, err)
		default:
			fmt.Printf("%-8s left out: %v\n", c.name, err) // not installed, say
			continue
		}
		share := ""
		if own == 0 {
			own = got.cpu
		} else {
			share = fmt.Sprintf("%.3f of it", own/got.cpu)
		}
		fmt.Printf("%-8s %8d %10.0f %18.2f %8d MiB %16s\n", c.name, got.pages, got.rate, got.cpu, got.memory, share)
	}
	fmt.Printf("On the machine where colly needs %.2f and scrapy %.1f, hadal is to need at most %.2f: %.3f of colly's, %.3f of scrapy's.\n",
		refColly, refScrapy, asked, asked/refColly, asked/refScrapy)
	return nil
}

// CPU seconds a thousand pages of 15 KB, measured on one machine, and what hadal
// is asked to need there.
const (
	refColly  = 1.12
	refScrapy = 10.1
	asked     = 0.60
)

// python returns the interpreter that has scrapy: the first on the path, or the
// system's, which Debian's packages are for.
func python() string {
	for _, p := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(p, "-c", "import scrapy").Run() == nil {
			return p
		}
	}
	return "python3"
}

// cost is what a crawler needed.
type cost struct {
	pages  int
	rate   float64 // pages a second
	cpu    float64 // seconds, user's and system's, a thousand pages
	memory int64   // MiB at most
}

func measure(command []string, want int) (cost, error) {
	var said, complaints bytes.Buffer
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = &said, &complaints
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return cost{}, errors.New(lastLine(complaints.String()) + " (" + err.Error() + ")")
	}
	took := time.Since(began)
	pages, err := strconv.Atoi(lastLine(said.String()))
	if err != nil || pages < want { // colly fetches some more than once; all is told per page fetched
		return cost{}, fmt.Errorf("it fetched %q pages of %d", lastLine(said.String()), want)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return cost{pages, float64(pages) / took.Seconds(), cpu.Seconds() / float64(pages) * 1000, usage.Maxrss >> 10}, nil
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}
