package harvest_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// serveBig makes this test binary a server of the big site, so that its memory
// and its work are not counted as the harvest's.
const serveBig = "HADAL_TEST_SERVE_BIG"

func TestMain(m *testing.M) {
	if os.Getenv(serveBig) != "" {
		srv, err := fixtures.Serve(fixtures.Big(20000, 10))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(srv.URL())
		io.Copy(io.Discard, os.Stdin) // until the parent is done
		srv.Close()
		return
	}
	os.Exit(m.Run())
}

func bigServer(b *testing.B) page.URL {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serveBig+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return page.MustParseURL(strings.TrimSpace(line))
}

// BenchmarkHarvest harvests 20,000 records over 2,000 result pages without
// delay, everything stored, and reports pages and records a second, the heap in
// use after 5,000, 10,000 and 20,000 records, and the peak of the process.
func BenchmarkHarvest(b *testing.B) {
	for b.Loop() {
		u := bigServer(b)
		db, err := storage.Open(b.Context(), filepath.Join(b.TempDir(), "big.db"), storage.Options{})
		if err != nil {
			b.Fatal(err)
		}
		client, err := fetch.New(fetch.Options{})
		if err != nil {
			b.Fatal(err)
		}
		client.AddTarget(u)
		heap := map[int]float64{}
		marks := []int{5000, 10000, 20000}
		began := time.Now()
		sum, err := harvest.Run(b.Context(), harvest.Site{Name: "big", Start: u}, harvest.Options{}, client, db, func(e harvest.Event) {
			if len(marks) > 0 && e.Progress.Records >= marks[0] {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				heap[marks[0]] = float64(m.HeapAlloc) / (1 << 20)
				marks = marks[1:]
			}
		})
		if err != nil {
			b.Fatal(err)
		}
		took := time.Since(began).Seconds()
		if sum.Records != 20000 {
			b.Fatalf("%d records, want 20000 (%s)", sum.Records, sum.Stop.Reason)
		}
		b.ReportMetric(float64(sum.Requests)/took, "pages/s")
		b.ReportMetric(float64(sum.Records)/took, "records/s")
		b.ReportMetric(float64(sum.Requests), "requests")
		for n, mib := range heap {
			b.ReportMetric(mib, fmt.Sprintf("MiB@%dk", n/1000))
		}
		b.ReportMetric(peak(b), "MiB-peak-rss")
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		client.Close()
	}
}

// peak returns the largest resident size of this process so far, in MiB; 0
// where the system does not tell.
func peak(b *testing.B) float64 {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			kib, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 64)
			if err != nil {
				b.Fatal(err)
			}
			return kib / 1024
		}
	}
	return 0
}
