//go:build unix

package runs

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// program is a script that stands for hadal.
func program(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hadal")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func waitFor(t *testing.T, k *Keeper, id int, what func(Run) bool) Run {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if r, _ := k.Run(id); what(r) {
			return r
		}
	}
	r, _ := k.Run(id)
	t.Fatalf("it did not come to that: %+v", r)
	return r
}

// An order cannot become a flag, a file or a command of a shell.
func TestOrdersAreArguments(t *testing.T) {
	k := &Keeper{Flags: []string{"--db=x.db"}, Target: func(s string) string { return s }}
	args, err := k.args(Order{Site: "--help", MaxRequests: 5, Delay: 1500 * time.Millisecond, Fresh: true})
	if err != nil || !slices.Equal(args[len(args)-2:], []string{"--", "--help"}) || !slices.Contains(args, "--max-requests=5") || !slices.Contains(args, "--delay=1.5s") || !slices.Contains(args, "--fresh") {
		t.Errorf("%q, %v", args, err)
	}
	if args, err = k.args(Order{Start: "https://books.example/; rm -rf /", DryRun: true}); err != nil || args[len(args)-1] != "https://books.example/; rm -rf /" || args[len(args)-2] != "--" {
		t.Errorf("%q, %v", args, err)
	}
	for _, bad := range []Order{{}, {Start: "books.yaml"}, {Start: "/etc/passwd"}, {Start: "file:///etc/passwd"}, {Start: "--config=x"}, {Site: "x", MaxRequests: -1}, {Site: "x", Delay: -1}, {Replay: true}} {
		if _, err := k.args(bad); !errors.Is(err, ErrOrder) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// What pages must not show is taken out of all that a run says.
func TestWhatRunsSayIsShown(t *testing.T) {
	k := &Keeper{Target: func(s string) string { return s }, Shown: strings.NewReplacer("/home/me/", "").Replace, Program: program(t, `
echo '{"error":"/home/me/x.db: it is full"}' >&2
echo '{"site":"books","stop":{"reason":"see /home/me/books.yaml"}}'`)}
	id, err := k.Start(Order{Start: "https://books.example/"})
	if err != nil {
		t.Fatal(err)
	}
	if r := waitFor(t, k, id, func(r Run) bool { return r.State == Ended }); r.Reason != "see books.yaml" || len(r.Log) != 1 || r.Log[0].Text != "x.db: it is full" {
		t.Errorf("it says %+v", r)
	}
}

func TestARunIsToldAndEndsSaved(t *testing.T) {
	k := &Keeper{Target: func(s string) string { return s }, Program: program(t, `
trap 'echo "{\"site\":\"books\",\"records\":7,\"requests\":3,\"stop\":{\"reason\":\"it was interrupted\"}}"; exit 130' TERM
echo '{"time":"2026-11-21T12:00:00Z","level":"INFO","msg":"asked \u001b tea","site":"books","kind":"answer","requests":2,"records":5,"coverage":null}' >&2
echo 'a line of no JSON' >&2
head -c 100000 /dev/zero | tr '\0' x >&2; echo >&2
while :; do sleep 0.02; done`)}
	id, err := k.Start(Order{Site: "books"})
	if err != nil {
		t.Fatal(err)
	}
	r := waitFor(t, k, id, func(r Run) bool { return r.Said == 3 })
	if r.Records != 5 || r.Requests != 2 || r.Log[0].Kind != "answer" || r.Log[1].Text != "a line of no JSON" || len(r.Log[2].Text) > longest+3 || r.State != Running {
		t.Errorf("running: %+v", r)
	}
	if _, err := k.Start(Order{Site: "books"}); !errors.Is(err, ErrOrder) {
		t.Errorf("a second run of a site: %v", err)
	}
	k.End(id)
	r = waitFor(t, k, id, func(r Run) bool { return r.State == Ended })
	if r.Status != 130 || r.Records != 7 || r.Reason != "it was interrupted" {
		t.Errorf("ended: %+v", r)
	}
}

func TestClosingEndsAllRuns(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "saved")
	k := &Keeper{Target: func(s string) string { return s }, Program: program(t, "trap 'touch "+mark+"; exit 130' TERM\necho x >&2\nwhile :; do sleep 0.02; done")}
	id, err := k.Start(Order{Site: "books"})
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, k, id, func(r Run) bool { return r.Said == 1 })
	k.Close(5 * time.Second)
	if _, err := os.Stat(mark); err != nil {
		t.Error("a run was not ended as Ctrl-C ends it")
	}
}

func TestFewRunsAndLinesAreKept(t *testing.T) {
	k := &Keeper{Target: func(s string) string { return s }, Program: program(t, "i=0; while [ $i -lt 400 ]; do echo $i >&2; i=$((i+1)); done")}
	for range runsKept + 5 {
		id, err := k.Start(Order{Site: "books"})
		if err != nil {
			t.Fatal(err)
		}
		r := waitFor(t, k, id, func(r Run) bool { return r.State == Ended })
		if len(r.Log) != linesKept || !strings.HasPrefix(r.Log[len(r.Log)-1].Text, "399") {
			t.Fatalf("%d lines, the last %q", len(r.Log), r.Log[len(r.Log)-1].Text)
		}
	}
	if n := len(k.Runs()); n > runsKept {
		t.Errorf("%d runs are kept", n)
	}
}
