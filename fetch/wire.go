package fetch

import (
	"context"
	"net"
	"sync"
)

// wire is a connection that knows how many bytes have left through it. That
// net/http calls a request written only says that it is in a buffer.
type wire struct {
	net.Conn
	mu   sync.Mutex
	sent int64
}

func (w *wire) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.Conn.Write(b)
	w.sent += int64(n)
	return n, err
}

// Close returns when no byte leaves any more, so that bytes may be asked then.
func (w *wire) Close() error {
	err := w.Conn.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	return err
}

func (w *wire) bytes() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sent
}

// wireOf returns the wire below a connection, TLS or not.
func wireOf(c net.Conn) *wire {
	for {
		switch below := c.(type) {
		case *wire:
			return below
		case interface{ NetConn() net.Conn }:
			c = below.NetConn()
		default:
			return nil
		}
	}
}

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// wired returns a dial whose connections are wires.
func wired(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &wire{Conn: c}, nil
	}
}
