// Package broker runs a NATS server with JetStream in this process: the dispatcher of a
// cluster that has no servers of its own. What it holds may be lost at any time.
package broker

import (
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/hadal-crawler/hadal/cluster"
)

// Options of a Broker.
type Options struct {
	Listen   string // host:port; port 0 is any
	Cert     string // files of a certificate and its key: TLS is spoken
	Key      string
	User     string // who may come in: a user with a password, whoever has the token, the public nkeys
	Password string
	Token    string
	NKeys    []string
}

// Broker is a server that runs.
type Broker struct {
	*server.Server
	dir string
	own cluster.Credentials
}

// Access is how this process reaches it.
func (b *Broker) Access() cluster.Access {
	return cluster.Access{InProcess: b.Server, Credentials: b.own, Name: "coordinator"}
}

// admit lets a user in, as whom this process comes, too.
func (b *Broker) admit(so *server.Options, user, password string) {
	so.Users = append(so.Users, &server.User{Username: user, Password: password})
	b.own = cluster.Credentials{User: user, Password: password}
}

// startWait is how long a server may take to start.
const startWait = 10 * time.Second

// Start starts a server. Where others than this machine reach it, it must speak TLS and
// know who comes.
func Start(o Options) (*Broker, error) {
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("listen at %q: %w: write HOST:PORT", o.Listen, err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, fmt.Errorf("listen at %q: %q is no port", o.Listen, port)
	}
	if number == 0 {
		number = server.RANDOM_PORT
	}
	if o.Token != "" && (o.User != "" || len(o.NKeys) > 0) {
		return nil, errors.New("a broker knows who comes by a token, or by users and nkeys: give one of the two")
	}
	open := o.Token == "" && o.User == "" && len(o.NKeys) == 0
	switch {
	case cluster.Loopback(host):
	case o.Cert == "" || o.Key == "":
		return nil, fmt.Errorf("others than this machine reach %s: give --tls-cert and --tls-key, so that nobody on the way reads the settings of sites", o.Listen)
	case open:
		return nil, fmt.Errorf("others than this machine reach %s: say who may come in, by --user and --password, --token or --authorize", o.Listen)
	}
	so := &server.Options{
		ServerName: "hadal", Host: host, Port: number, NoLog: true, NoSigs: true, JetStream: true, DisableJetStreamBanner: true,
		Authorization: o.Token, JetStreamMaxMemory: 1 << 30, JetStreamMaxStore: 1 << 20,
	}
	b := &Broker{own: cluster.Credentials{Token: o.Token}}
	if o.User != "" {
		b.admit(so, o.User, o.Password)
	}
	for _, key := range o.NKeys {
		so.Nkeys = append(so.Nkeys, &server.NkeyUser{Nkey: key})
	}
	if len(o.NKeys) > 0 && o.User == "" { // this process has none of these keys
		b.admit(so, "coordinator", rand.Text())
	}
	if o.Cert != "" {
		pair, err := tls.LoadX509KeyPair(o.Cert, o.Key)
		if err != nil {
			return nil, fmt.Errorf("the certificate: %w", err)
		}
		so.TLS, so.TLSTimeout = true, 5
		so.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	if b.dir, err = os.MkdirTemp("", "hadal-broker-"); err != nil { // streams are in memory, but it wants one
		return nil, err
	}
	so.StoreDir = b.dir
	if b.Server, err = server.NewServer(so); err != nil {
		os.RemoveAll(b.dir)
		return nil, fmt.Errorf("start the broker: %w", err)
	}
	b.Server.Start()
	if !b.ReadyForConnections(startWait) {
		b.Close()
		return nil, fmt.Errorf("the broker does not listen at %s: is the port taken?", o.Listen)
	}
	return b, nil
}

// Close ends it.
func (b *Broker) Close() {
	b.Shutdown()
	b.WaitForShutdown()
	os.RemoveAll(b.dir)
}
