package cluster

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"

	"github.com/hadal-crawler/hadal/harvest"
)

// Messages are JSON, compressed where they are long. What is longer than the broker lets
// one message be goes in parts, in either direction.

const (
	compressFrom = 1 << 10   // bytes
	longest      = 256 << 20 // bytes of a message, all parts together, unpacked
	longestPart  = 512 << 10 // where the broker allows more
	spareOfPart  = 8 << 10   // for headers
	partsKept    = time.Minute
)

// The headers of messages.
const (
	headCall  = "Hadal-Call"
	headTry   = "Hadal-Try"
	headPart  = "Hadal-Part"
	headParts = "Hadal-Parts"
)

var (
	packer, _   = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderMaxMemory(longest), zstd.WithDecoderConcurrency(0))
	packed      = []byte{0x28, 0xb5, 0x2f, 0xfd} // begins a zstd frame, and no JSON
)

func encode(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err == nil && len(data) >= compressFrom {
		data = packer.EncodeAll(data, make([]byte, 0, len(data)/3))
	}
	return data, err
}

func decode(data []byte, into any) (err error) {
	if bytes.HasPrefix(data, packed) {
		if data, err = unpacker.DecodeAll(data, nil); err != nil {
			return fmt.Errorf("unpack a message: %w", err)
		}
	}
	return json.Unmarshal(data, into)
}

// sendable returns a commit that JSON can hold: what is expected of a question may be no
// number, which a store keeps as -1.
func sendable(c harvest.Commit) harvest.Commit {
	if c.Step == nil || c.Step.Answer == nil || !math.IsNaN(c.Step.Answer.Outcome.Query.Expected) {
		return c
	}
	step, answer := *c.Step, *c.Step.Answer
	answer.Outcome.Query.Expected = -1
	step.Answer, c.Step = &answer, &step
	return c
}

// split cuts data into parts that fit into a message, at least one.
func split(data []byte, limit int64) (parts [][]byte) {
	size := int(min(longestPart, max(limit-spareOfPart, 512)))
	for len(data) > size {
		parts, data = append(parts, data[:size]), data[size:]
	}
	return append(parts, data)
}

// parts holds messages of which some have come, or not all have been fetched.
type parts struct {
	mu    sync.Mutex
	held  map[string]*inParts // by call, of its last try
	again map[string]again    // the calls that were tried again
	bytes int
}

// try is one try of a call, from 1.
type try struct {
	call string
	n    int
}

// again is the last try of a call that has come. What is held of those before it is
// wanted by nobody.
type again struct {
	n  int
	at time.Time
}

// begin forgets what is held of earlier tries.
func (p *parts) begin(t try, now time.Time) {
	if t.n <= 1 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.again == nil {
		p.again = map[string]again{}
	}
	if m := p.held[t.call]; m != nil && m.try < t.n {
		p.drop(t.call)
	}
	p.again[t.call] = again{max(t.n, p.again[t.call].n), now}
	p.sweep(now)
}

type inParts struct {
	try   int
	parts [][]byte
	have  int
	size  int
	at    time.Time
}

// mostHeld bounds the memory of all messages in parts.
const mostHeld = 2 * longest

// put adds a part, and returns the whole message with the last of them.
func (p *parts) put(id try, i, of int, data []byte, now time.Time) (whole []byte, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sweep(now)
	if i < 0 || of < 1 || i >= of || of > longest/512 {
		return nil, errors.New("a part of a message that has no such part")
	}
	m := p.held[id.call]
	if m == nil {
		m = &inParts{try: id.n, parts: make([][]byte, of)}
		if p.held == nil {
			p.held = map[string]*inParts{}
		}
		p.held[id.call] = m
	}
	if m.try != id.n || len(m.parts) != of || m.size+len(data) > longest || p.bytes+len(data) > mostHeld {
		return nil, errors.New("a message is too long, or in parts of two tries")
	}
	m.at = now
	if m.parts[i] == nil {
		m.parts[i] = data
		m.have++
		m.size += len(data)
		p.bytes += len(data)
	}
	if m.have < of {
		return nil, nil
	}
	p.drop(id.call)
	return bytes.Join(m.parts, nil), nil
}

// keep holds a message whose parts will be fetched one by one.
func (p *parts) keep(id try, all [][]byte, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sweep(now)
	if p.again[id.call].n > id.n {
		return
	}
	p.drop(id.call) // a try that came twice
	m := &inParts{try: id.n, parts: all, have: len(all), at: now}
	for _, part := range all {
		m.size += len(part)
	}
	if p.held == nil {
		p.held = map[string]*inParts{}
	}
	p.held[id.call], p.bytes = m, p.bytes+m.size
}

// get returns a part, and drops the message with its last one.
func (p *parts) get(id try, i int, now time.Time) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sweep(now)
	m := p.held[id.call]
	if m == nil || m.try != id.n || i < 0 || i >= len(m.parts) {
		return nil
	}
	part := m.parts[i]
	if i == len(m.parts)-1 {
		p.drop(id.call)
	}
	return part
}

func (p *parts) drop(call string) {
	if m := p.held[call]; m != nil {
		p.bytes -= m.size
		delete(p.held, call)
	}
}

// sweep forgets what nobody came back for.
func (p *parts) sweep(now time.Time) {
	for call, m := range p.held {
		if now.Sub(m.at) > partsKept {
			p.drop(call)
		}
	}
	for call, a := range p.again {
		if now.Sub(a.at) > partsKept {
			delete(p.again, call)
		}
	}
}

// Client asks a coordinator.
type Client struct {
	nc      *nats.Conn
	prefix  string
	name    string        // of the worker
	tryTime time.Duration // of one try; 0: longestTry
}

// longestTry is how long one try of a request waits for its answer; what it asks for is done
// once, however often it is tried. A worker tries more than once before a lease ends, as the
// coordinator may have died with the first try.
const (
	longestTry  = 10 * time.Second
	timeAByte   = 2 * time.Microsecond // of what is sent, beyond that: a long commit must not be too late each time
	shortestTry = 200 * time.Millisecond
	triesALease = 3
	// mostPatience is how many times as long as its first try the last ones wait: what takes
	// the coordinator longer than a try must not be worked on again and again.
	mostPatience = 8
)

// call asks until there is an answer, or ctx ends. What is refused is a *Refusal.
func (c *Client) call(ctx context.Context, op string, f from, body, into any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	f.Protocol, f.Worker = protocol, c.name
	f.Patience = cmp.Or(c.tryTime, longestTry) + time.Duration(len(raw))*timeAByte
	atMost := mostPatience * f.Patience
	for wait, t := 20*time.Millisecond, (try{nuid.Next(), 1}); ; wait, t.n = min(2*wait, time.Second), t.n+1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := encode(request{f, raw})
		if err != nil {
			return fmt.Errorf("%s: %w", op, err)
		}
		answer, err := c.try(ctx, op, t, data, f.Patience)
		f.Patience = min(2*f.Patience, atMost)
		var r response
		if err == nil {
			err = decode(answer, &r)
		}
		switch {
		case err != nil || r.Refusal != nil && r.Refusal.Code == codeLost:
			if c.nc.IsClosed() {
				return fmt.Errorf("%s: the connection to the coordinator is closed: %w", op, nats.ErrConnectionClosed)
			}
			if errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrPermissionViolation) {
				return fmt.Errorf("%s: %w", op, err)
			}
			select {
			case <-ctx.Done():
			case <-time.After(wait/2 + rand.N(wait)):
			}
			continue
		case r.Refusal != nil:
			return r.Refusal
		case into == nil:
			return nil
		}
		return json.Unmarshal(r.Body, into)
	}
}

// try sends one request, in parts where it is long, and gets the whole of its answer.
func (c *Client) try(ctx context.Context, op string, t try, data []byte, patience time.Duration) ([]byte, error) {
	all := split(data, c.nc.MaxPayload())
	subject := c.prefix + ".call." + op
	var answer *nats.Msg
	for i, part := range all {
		m := &nats.Msg{Subject: subject, Data: part, Header: partHeader(t, i, len(all))}
		var err error
		if answer, err = c.request(ctx, m, patience); err != nil {
			return nil, err
		}
	}
	return c.whole(ctx, answer, patience)
}

func (c *Client) request(ctx context.Context, m *nats.Msg, patience time.Duration) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return c.nc.RequestMsgWithContext(ctx, m)
}

// whole fetches the parts of an answer behind its first.
func (c *Client) whole(ctx context.Context, answer *nats.Msg, patience time.Duration) ([]byte, error) {
	id, _, of := partOf(answer)
	if of <= 1 {
		return answer.Data, nil
	}
	data := [][]byte{answer.Data}
	for i := 1; i < of; i++ {
		m, err := c.request(ctx, &nats.Msg{Subject: c.prefix + ".part", Header: partHeader(id, i, of)}, patience)
		if err != nil {
			return nil, err
		}
		if len(m.Data) == 0 {
			return nil, errors.New("a part of the answer is lost")
		}
		data = append(data, m.Data)
	}
	return bytes.Join(data, nil), nil
}

func partHeader(t try, i, of int) nats.Header {
	return nats.Header{headCall: {t.call}, headTry: {strconv.Itoa(t.n)}, headPart: {strconv.Itoa(i)}, headParts: {strconv.Itoa(of)}}
}

func partOf(m *nats.Msg) (t try, i, of int) {
	t.call = m.Header.Get(headCall)
	t.n, _ = strconv.Atoi(m.Header.Get(headTry))
	i, _ = strconv.Atoi(m.Header.Get(headPart))
	of, _ = strconv.Atoi(m.Header.Get(headParts))
	return t, i, of
}

// reply answers a request, in parts where the answer is long.
func (p *parts) reply(m *nats.Msg, nc *nats.Conn, r response) {
	data, err := encode(r)
	if err != nil {
		data, _ = encode(response{Refusal: &Refusal{Code: codeFailed, Reason: err.Error()}})
	}
	all := split(data, nc.MaxPayload())
	answer := &nats.Msg{Subject: m.Reply, Data: all[0]}
	if len(all) > 1 {
		t, _, _ := partOf(m)
		p.keep(t, all, time.Now())
		answer.Header = partHeader(t, 0, len(all))
	}
	_ = m.RespondMsg(answer) // who asked asks again
}
