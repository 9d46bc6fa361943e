// Machines measures how much sooner more workers are done.
//
//	machines [-sites N] [-records N] [-workers 1,2] [-slots N] [-delay D] [-most F] HADAL
//
// It serves made-up sites, has the given binary's coordinator hand them out to so many
// workers, and prints for each number of them how long that took, the requests, the records,
// the processor time of the coordinator for a commit and of all workers for a request. The
// exit status is 1 where records are missing, where a host had two requests in flight, or
// where the last number of workers takes more than -most of the time of the first.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/storage"
)

type bench struct {
	hadal                 string
	sites, records, slots int
	delay                 time.Duration
}

func main() {
	var b bench
	flag.IntVar(&b.sites, "sites", 200, "sites in all")
	flag.IntVar(&b.records, "records", 30, "records of each")
	flag.IntVar(&b.slots, "slots", 20, "sites at once at a worker: with many, the last sites are waited for however many workers there are")
	flag.DurationVar(&b.delay, "delay", time.Second, "between two requests to a site")
	workers := flag.String("workers", "1,2", "numbers of workers")
	most := flag.Float64("most", 0, "share of the first time that the last may take (0: any)")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	hadal, err := filepath.Abs(flag.Arg(0)) // commands run in a folder of their own
	if err != nil {
		fmt.Fprintln(os.Stderr, "machines:", err)
		os.Exit(1)
	}
	b.hadal = hadal
	var took []time.Duration
	for _, text := range strings.Split(*workers, ",") {
		n, err := strconv.Atoi(text)
		if err == nil {
			var one time.Duration
			one, err = b.run(n)
			took = append(took, one)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "machines:", err)
			os.Exit(1)
		}
	}
	share := took[len(took)-1].Seconds() / took[0].Seconds()
	fmt.Printf("the last takes %.3f of the time of the first\n", share)
	if *most > 0 && share > *most {
		os.Exit(1)
	}
}

// run has so many workers harvest all sites.
func (b bench) run(workers int) (took time.Duration, err error) {
	dir, err := os.MkdirTemp("", "hadal-machines-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	var servers []*fixtures.Server
	var list strings.Builder
	for i := range b.sites {
		s, err := fixtures.Serve(fixtures.BooksOf(fixtures.Options{Seed: uint64(i)}, b.records))
		if err != nil {
			return 0, err
		}
		defer s.Close()
		servers = append(servers, s)
		fmt.Fprintln(&list, s.URL())
	}
	db := filepath.Join(dir, "hadal.db")
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command(b.hadal, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HADAL_LOOPBACK_DELAY="+b.delay.String(), "XDG_CACHE_HOME="+dir)
		return cmd
	}
	coordinator := command("coordinator", "--db", db, "--listen", "127.0.0.1:0", "--json")
	told, err := coordinator.StderrPipe()
	if err == nil {
		err = coordinator.Start()
	}
	if err != nil {
		return 0, err
	}
	running := []*exec.Cmd{coordinator}
	defer func() {
		for _, cmd := range running {
			_ = cmd.Process.Kill()
		}
	}()
	address := ""
	for lines := bufio.NewScanner(told); address == "" && lines.Scan(); {
		var said struct{ Address string }
		_ = json.Unmarshal(lines.Bytes(), &said) // other lines have none
		address = said.Address
	}
	go func() { _, _ = io.Copy(io.Discard, told) }()
	if address == "" {
		return 0, errors.New("the coordinator does not listen")
	}
	for range workers {
		w := command("worker", "--connect", address, "--sites-at-once", strconv.Itoa(b.slots), "--browser", "never", "--quiet")
		if err := w.Start(); err != nil {
			return 0, err
		}
		running = append(running, w)
	}
	submit := command("submit", "--connect", address, "--from", "-")
	submit.Stdin = strings.NewReader(list.String())
	if out, err := submit.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("submit: %w: %s", err, out)
	}
	began := time.Now()
	if err := await(db, b.sites); err != nil {
		return 0, err
	}
	took = time.Since(began)
	for _, cmd := range running[1:] {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			return 0, fmt.Errorf("worker: %w", err)
		}
	}
	_ = coordinator.Process.Signal(syscall.SIGTERM)
	if err := coordinator.Wait(); err != nil {
		return 0, fmt.Errorf("coordinator: %w", err)
	}
	requests, twice := 0, 0
	for _, s := range servers {
		requests += len(s.Log())
		if s.Log().MaxInFlight() > 1 {
			twice++
		}
	}
	var cpu time.Duration
	for _, cmd := range running[1:] {
		cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	own := coordinator.ProcessState.UserTime() + coordinator.ProcessState.SystemTime()
	records, err := held(db)
	if err != nil {
		return 0, err
	}
	size, err := os.Stat(db)
	if err != nil {
		return 0, err
	}
	fmt.Printf("%d workers: %d sites in %s, %d requests, %d records, %.1f ms of processor time a request at the workers and %.1f ms at the coordinator, %.1f KB of database a request\n",
		workers, b.sites, took.Round(100*time.Millisecond), requests, records, ms(cpu, requests), ms(own, requests), float64(size.Size())/1024/float64(requests))
	if twice > 0 || records < b.sites*b.records*99/100 {
		return 0, fmt.Errorf("%d hosts had two requests in flight; %d of %d records are held", twice, records, b.sites*b.records)
	}
	return took, nil
}

func ms(d time.Duration, n int) float64 { return d.Seconds() * 1000 / float64(max(n, 1)) }

// await waits until so many sites are done.
func await(db string, sites int) error {
	file, err := storage.Open(context.Background(), db, storage.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer file.Close()
	for {
		team, err := file.Team(context.Background())
		if err != nil || team.Done == sites {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func held(db string) (records int, err error) {
	file, err := storage.Open(context.Background(), db, storage.Options{ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer file.Close()
	sites, err := file.Sites(context.Background())
	for _, s := range sites {
		records += s.Records
	}
	return records, err
}
