// Package runs starts hadal's own commands from a web page, each in a process of its own,
// and keeps what they say.
//
// A harvest that is started here is an ordinary one: the same command, the same lock, the
// same ledger, so that it cannot behave otherwise than in a terminal, and what goes wrong in
// it cannot take the pages down. It is ended as Ctrl-C ends it, with everything saved, and
// goes on when it is started again. What is ordered is never given to a shell, no order can
// name a file or add a flag, and nothing is kept when the program ends but what the commands
// themselves saved.
package runs

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrOrder is returned (wrapped) for an order that makes no sense.
var ErrOrder = errors.New("this cannot be started")

// Order is a harvest, or a replay, that a person wants.
type Order struct {
	Site        string        `json:"site"` // name of one that is held, "" for a new one
	Start       string        `json:"start"`
	Replay      bool          `json:"replay,omitempty"` // read the kept pages again
	DryRun      bool          `json:"dry_run"`
	Fresh       bool          `json:"fresh"`
	MaxRequests int           `json:"max_requests"`
	MaxRecords  int           `json:"max_records"`
	MaxDuration time.Duration `json:"max_duration"`
	Delay       time.Duration `json:"delay"` // 0: as the settings say
}

// What a run is doing.
const (
	Running = "running"
	Ending  = "ending"
	Ended   = "ended"
)

// Line is something that a run said.
type Line struct {
	At   time.Time `json:"at"`
	Kind string    `json:"kind"` // visit, form, query, answer, wait, note, stop; error
	Text string    `json:"text"`
}

// Run is a command that was started here.
type Run struct {
	ID       int       `json:"run"`
	Order    Order     `json:"order"`
	State    string    `json:"state"`
	Started  time.Time `json:"started"`
	EndedAt  time.Time `json:"ended,omitzero"`
	Status   int       `json:"status"` // exit status, once it has ended
	Site     string    `json:"site"`   // as its events name it
	Records  int       `json:"records"`
	Requests int       `json:"requests"`
	Planned  []string  `json:"planned,omitempty"` // of a dry run: what would be asked first
	Reason   string    `json:"reason,omitempty"`  // why it ended
	Log      []Line    `json:"log,omitempty"`
	Said     int       `json:"said"` // lines, those that are not kept included
}

const (
	linesKept = 300
	runsKept  = 50
	longest   = 2000 // bytes of a line of the log
	atOnce    = 16   // runs
)

// Keeper starts runs and keeps them.
type Keeper struct {
	Program string                         // hadal
	Flags   []string                       // that each command gets: --db FILE and the like
	Target  func(site string) (arg string) // what a site that is held is called on the command line
	Shown   func(text string) string       // what runs say, without what pages must not show, as folders; nil: as it is

	mu    sync.Mutex
	runs  []*running
	last  int
	ended sync.WaitGroup
}

type running struct {
	Run
	process *os.Process
	done    chan struct{}
}

// args returns the command line of an order.
func (k *Keeper) args(o Order) ([]string, error) {
	if o.Replay {
		if o.Site == "" {
			return nil, fmt.Errorf("%w: a site is needed", ErrOrder)
		}
		return append(append([]string{"replay", "--json"}, k.Flags...), "--", k.Target(o.Site)), nil
	}
	target := ""
	switch {
	case o.Site != "":
		target = k.Target(o.Site)
	case strings.HasPrefix(o.Start, "http://") || strings.HasPrefix(o.Start, "https://"):
		target = o.Start
	default:
		return nil, fmt.Errorf("%w: the address of a site begins with https:// or http://", ErrOrder)
	}
	args := append([]string{"harvest", "--json"}, k.Flags...)
	for flag, wanted := range map[string]bool{"--dry-run": o.DryRun, "--fresh": o.Fresh} {
		if wanted {
			args = append(args, flag)
		}
	}
	for flag, n := range map[string]int{"--max-requests": o.MaxRequests, "--max-records": o.MaxRecords} {
		if n < 0 {
			return nil, fmt.Errorf("%w: a limit is a number above 0", ErrOrder)
		} else if n > 0 {
			args = append(args, flag+"="+strconv.Itoa(n))
		}
	}
	for flag, d := range map[string]time.Duration{"--max-duration": o.MaxDuration, "--delay": o.Delay} {
		if d < 0 {
			return nil, fmt.Errorf("%w: a time is above 0", ErrOrder)
		} else if d > 0 {
			args = append(args, flag+"="+d.String())
		}
	}
	return append(args, "--", target), nil
}

// Start starts what was ordered and returns its number.
func (k *Keeper) Start(o Order) (id int, err error) {
	args, err := k.args(o)
	if err != nil {
		return 0, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	active := 0
	for _, r := range k.runs {
		if r.State == Ended {
			continue
		}
		if active++; o.Site != "" && r.Order.Site == o.Site || o.Start != "" && r.Order.Start == o.Start {
			return 0, fmt.Errorf("%w: run %d is at it", ErrOrder, r.ID)
		}
	}
	if active >= atOnce {
		return 0, fmt.Errorf("%w: %d runs are going already", ErrOrder, active)
	}
	cmd := exec.Command(k.Program, args...)
	cmd.Args[0] = "hadal" // whatever the file is called
	apart(cmd)            // Ctrl-C in the terminal of hadal serve is not meant for it twice
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	k.last++
	r := &running{Run: Run{ID: k.last, Order: o, State: Running, Started: time.Now(), Site: o.Site}, process: cmd.Process, done: make(chan struct{})}
	k.runs = append(k.runs, r)
	k.forget()
	k.ended.Add(1)
	go k.follow(r, cmd, stdout, stderr)
	return r.ID, nil
}

// forget drops the oldest runs that have ended, beyond those that are kept.
func (k *Keeper) forget() {
	for i := 0; len(k.runs) > runsKept && i < len(k.runs); {
		if k.runs[i].State != Ended {
			i++
			continue
		}
		k.runs = slices.Delete(k.runs, i, i+1)
	}
}

// follow reads what a run says until it ends.
func (k *Keeper) follow(r *running, cmd *exec.Cmd, stdout, stderr io.Reader) {
	defer k.ended.Done()
	var result bytes.Buffer
	var reading sync.WaitGroup
	reading.Go(func() {
		_, _ = io.Copy(&result, io.LimitReader(stdout, 8<<20)) // what is missing makes it no JSON
		_, _ = io.Copy(io.Discard, stdout)
	})
	reading.Go(func() {
		lines := bufio.NewReaderSize(stderr, 1<<16)
		for {
			line, err := lines.ReadSlice('\n')
			if len(line) > 0 {
				k.said(r, line)
			}
			for errors.Is(err, bufio.ErrBufferFull) { // the rest of a very long line
				_, err = lines.ReadSlice('\n')
			}
			if err != nil {
				return
			}
		}
	})
	reading.Wait()
	err := cmd.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	r.State, r.EndedAt, r.Status = Ended, time.Now(), cmd.ProcessState.ExitCode()
	if gone, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		r.Reason = err.Error()
	} else if ok && gone.ExitCode() < 0 && r.Reason == "" {
		r.Reason = gone.String()
	}
	r.concluded(result.Bytes())
	if k.Shown != nil {
		r.Reason = k.Shown(r.Reason)
	}
	r.Said++
	close(r.done)
}

// concluded reads the summaries that a harvest ends with.
func (r *Run) concluded(result []byte) {
	d := json.NewDecoder(bytes.NewReader(result))
	for first := true; ; first = false {
		var sum struct {
			Site              string
			Records, Requests int
			Planned           []string
			Stop              struct{ Reason string }
			From, To, Pages   int
		}
		if d.Decode(&sum) != nil {
			return
		}
		if !first {
			continue
		}
		if sum.Site != "" {
			r.Site = sum.Site
		}
		if r.Planned = sum.Planned; r.Order.Replay {
			r.Reason = fmt.Sprintf("%d pages of harvest %d were read again as harvest %d", sum.Pages, sum.From, sum.To)
		} else {
			r.Records, r.Requests, r.Reason = sum.Records, sum.Requests, sum.Stop.Reason
		}
	}
}

// said keeps a line of a run: an event as JSON, an error as JSON, or a text.
func (k *Keeper) said(r *running, line []byte) {
	l := Line{At: time.Now(), Kind: "note", Text: strings.TrimSpace(string(line))}
	var event struct {
		Time                   time.Time
		Msg, Kind, Site, Error string
		Requests, Records      *int
	}
	if json.Unmarshal(line, &event) == nil {
		switch {
		case event.Error != "":
			l.Kind, l.Text = "error", event.Error
		case event.Msg != "":
			l.Text = event.Msg
			if event.Kind != "" {
				l.Kind = event.Kind
			}
		}
		if !event.Time.IsZero() {
			l.At = event.Time
		}
	}
	if k.Shown != nil {
		l.Text = k.Shown(l.Text)
	}
	if len(l.Text) > longest {
		l.Text = strings.ToValidUTF8(l.Text[:longest], "") + "…"
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if event.Site != "" {
		r.Site = event.Site
	}
	if event.Requests != nil && event.Records != nil {
		r.Requests, r.Records = *event.Requests, *event.Records
	}
	if l.Kind == "error" {
		r.Reason = l.Text
	}
	r.Said++
	if r.Log = append(r.Log, l); len(r.Log) > linesKept {
		r.Log = slices.Delete(r.Log, 0, len(r.Log)-linesKept)
	}
}

// Runs returns all runs that are kept, the latest first, without their logs; none of no Keeper.
func (k *Keeper) Runs() (all []Run) {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range slices.Backward(k.runs) {
		one := r.Run
		one.Log = nil
		all = append(all, one)
	}
	return all
}

// Run returns a run with its log.
func (k *Keeper) Run(id int) (Run, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range k.runs {
		if r.ID == id {
			one := r.Run
			one.Log = slices.Clone(r.Log)
			return one, true
		}
	}
	return Run{}, false
}

// End ends a run, everything saved. It does not wait.
func (k *Keeper) End(id int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range k.runs {
		if r.ID == id && r.State == Running {
			r.State = Ending
			_ = interrupt(r.process) // one that has ended meanwhile
		}
	}
}

// Close ends all runs and waits for them, but not for ever.
func (k *Keeper) Close(most time.Duration) {
	for _, r := range k.Runs() {
		k.End(r.ID)
	}
	all := make(chan struct{})
	go func() {
		k.ended.Wait()
		close(all)
	}()
	select {
	case <-all:
	case <-time.After(most):
	}
}
