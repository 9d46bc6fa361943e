package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// protocol is the version of what workers and coordinators tell each other. It goes up
// with every change after which the two would misunderstand each other.
const protocol = 4

// What can be refused, for callers that branch on it.
var (
	errFenced   = errors.New("the site was handed to another worker: what is not committed yet is dropped")
	errProtocol = errors.New("coordinator and worker are of different versions")
)

// The codes of a refusal.
const (
	codeFenced   = "fenced"   // the lease is not valid any more
	codeProtocol = "protocol" // of another version
	codeNothing  = "nothing"  // the site has no work that is due
	codeBusy     = "busy"     // somebody has it: ask again after Wait
	codeUnfit    = "unfit"    // this worker cannot do it: another may, after Wait
	codeLost     = "lost"     // parts of a message
	codeFailed   = "failed"   // at the coordinator, as its store is full, say
)

// A Refusal is an answer of the coordinator that is not what was asked for.
type Refusal struct {
	Code   string        `json:"code"`
	Reason string        `json:"reason"`
	Wait   time.Duration `json:"wait,omitempty"`
}

func (r *Refusal) Error() string { return r.Reason }

// Unwrap returns errFenced or errProtocol where it is one of these.
func (r *Refusal) Unwrap() error {
	switch r.Code {
	case codeFenced:
		return errFenced
	case codeProtocol:
		return errProtocol
	}
	return nil
}

// wrongProtocol refuses who speaks another version; nil who speaks this one.
func wrongProtocol(whose string, theirs int) *Refusal {
	if theirs == protocol {
		return nil
	}
	return &Refusal{Code: codeProtocol, Reason: fmt.Sprintf("%s speaks version %d of the protocol between workers and coordinator, and this side version %d: install the same hadal on both", whose, theirs, protocol)}
}

// from says who asks, with each request: a worker, and under which lease.
type from struct {
	Protocol int    `json:"protocol"`
	Worker   string `json:"worker"`
	Site     string `json:"site,omitempty"`
	Epoch    int64  `json:"epoch,omitempty"`
	// Patience is how long the answer is waited for before it is asked again; 0: not said.
	Patience time.Duration `json:"patience,omitempty"`
}

// request is what goes to the coordinator, response what comes back.
type (
	request struct {
		From from            `json:"from"`
		Body json.RawMessage `json:"body,omitempty"`
	}
	response struct {
		Refusal *Refusal        `json:"refusal,omitempty"`
		Body    json.RawMessage `json:"body,omitempty"`
	}
)

// The operations of the coordinator.
const (
	opHello      = "hello"      // Said -> greeting
	opLease      = "lease"      // leaseRequest -> grant
	opRenew      = "renew"      // renewal -> nothing
	opAddress    = "address"    // renewal -> nothing
	opRelease    = "release"    // Ended -> nothing
	opBegin      = "begin"      // beginning -> harvest.State
	opRetract    = "retract"    // retraction
	opCommit     = "commit"     // commitment
	opSteps      = "steps"      // stepsFrom -> someSteps
	opUndetailed = "undetailed" // recordsFrom -> someRecords
	opSubmit     = "submit"     // Submission -> []Submitted
)

// Said is what a worker says of itself.
type Said = storage.Said

type greeting struct {
	LeaseTTL time.Duration `json:"lease_ttl"`
}

type leaseRequest struct {
	Ask     string `json:"ask"`            // of this request, however often it is sent
	Idle    bool   `json:"idle,omitempty"` // the worker has no other site: what does not fit here fits nowhere better
	Free    int64  `json:"free,omitempty"` // memory left, 0: not said
	Browser bool   `json:"browser"`
	Key     string `json:"key"` // public, of the worker: its job is sealed for it
}

// grant is a lease with all that its worker must know. It is the only message with
// settings and secrets of a site, and these nobody but the worker can read, whoever else
// hears what goes through the broker.
type grant struct {
	Epoch int64         `json:"epoch"`
	Name  string        `json:"name"`
	Start page.URL      `json:"start"`
	TTL   time.Duration `json:"ttl"`
	Fresh bool          `json:"fresh,omitempty"`
	Needs int64         `json:"needs,omitempty"` // memory, by what is known of the site
	Job   []byte        `json:"job,omitempty"`   // of whoever put the cluster together, sealed
	Key   string        `json:"key,omitempty"`   // public, of who sealed it
}

// renewal says which addresses the hosts of a site have.
type renewal struct {
	Addresses []string `json:"addresses,omitempty"`
}

// ended is how a worker hands a site back.
type ended struct {
	Stop         harvest.Stop `json:"stop"`
	NeedsBrowser bool         `json:"needs_browser,omitempty"`
	Busy         bool         `json:"busy,omitempty"`   // an address is another site's: nothing was asked
	Failed       string       `json:"failed,omitempty"` // the harvest ended with this error, not with a stop
}

type beginning struct {
	Name  string   `json:"name"`
	Start page.URL `json:"start"`
	Fresh bool     `json:"fresh,omitempty"`
}

type retraction struct {
	Harvest int64     `json:"harvest"`
	Of      beginning `json:"of"`
}

type commitment struct {
	ID     string         `json:"id"`
	Of     beginning      `json:"of"` // the site of the harvest
	Commit harvest.Commit `json:"commit"`
}

type stepsFrom struct {
	Harvest int64     `json:"harvest"`
	Of      beginning `json:"of"`
	After   int64     `json:"after"`
	UpTo    int64     `json:"up_to"` // 0: all there are
}

type someSteps struct {
	Steps []harvest.Step `json:"steps"`
	UpTo  int64          `json:"up_to"`
}

type recordsFrom struct {
	Harvest int64     `json:"harvest"`
	Of      beginning `json:"of"`
	Skip    int       `json:"skip"`
}

type someRecords struct {
	Records []extract.Record `json:"records"`
	More    bool             `json:"more"`
}

// Submission is what a person wants harvested.
type Submission struct {
	Targets []string `json:"targets"`
	Fresh   bool     `json:"fresh,omitempty"`
}

// Submitted is a target that was taken on.
type Submitted struct {
	Target string `json:"target"`
	Name   string `json:"name"`
	Start  string `json:"start"`
}

// dispatched is what the stream has of a site: who takes it asks for the rest.
type dispatched struct {
	Protocol int    `json:"protocol"`
	Site     string `json:"site"`
}
