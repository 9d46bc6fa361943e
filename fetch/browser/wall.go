package browser

import (
	"bufio"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// wall is the only proxy that Chrome knows. All requests that may be answered
// are answered before they get here, so it lets nothing through.
type wall struct {
	listener net.Listener
	log      *slog.Logger
	guests   sync.WaitGroup
}

func newWall(log *slog.Logger) (*wall, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &wall{listener: l, log: log}
	w.guests.Go(w.serve)
	return w, nil
}

func (w *wall) address() string { return w.listener.Addr().String() }

func (w *wall) serve() {
	for {
		conn, err := w.listener.Accept()
		if err != nil {
			return
		}
		w.guests.Go(func() { w.refuse(conn) })
	}
}

func (w *wall) refuse(conn net.Conn) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(2 * time.Second))
	r, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return
	}
	w.log.Debug("refused at the wall", "method", r.Method, "target", r.RequestURI)
	conn.Write([]byte("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
}

func (w *wall) close() {
	w.listener.Close()
	w.guests.Wait()
}
