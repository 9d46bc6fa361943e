package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Credentials are how somebody shows a broker who it is: one of a user with a password, a
// token, the seed of an nkey and a file of NATS credentials.
type Credentials struct {
	User, Password string
	Token          string
	NKeySeed       string
	File           string // of credentials, as nsc writes it
}

// IsZero reports whether nobody in particular is meant.
func (c Credentials) IsZero() bool { return c == Credentials{} }

// Access is how a broker is reached.
type Access struct {
	Addresses []string // nats://host:port or tls://host:port; several of one cluster
	Credentials
	CA        string // file of the certificates that are trusted; "": those of the system
	Name      string // of who connects, for the broker's logs
	Log       *slog.Logger
	InProcess nats.InProcessConnProvider // a broker in this process, in place of Addresses
}

// Loopback reports whether a host of an address is this machine.
func Loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && a.IsLoopback()
}

// Connect connects to a broker, and goes on trying where it is away. Beyond this machine
// there must be TLS and credentials: settings and secrets of sites go this way.
func Connect(ctx context.Context, a Access) (*nats.Conn, error) {
	if a.Log == nil {
		a.Log = slog.New(slog.DiscardHandler)
	}
	o := nats.GetDefaultOptions()
	o.Name, o.MaxReconnect, o.ReconnectWait, o.ReconnectJitter = a.Name, -1, 100*time.Millisecond, 100*time.Millisecond
	o.ReconnectBufSize = -1 // what is asked for is asked again
	o.Timeout, o.PingInterval, o.MaxPingsOut = 5*time.Second, 5*time.Second, 2
	o.RetryOnFailedConnect, o.IgnoreAuthErrorAbort = true, true
	o.User, o.Password, o.Token = a.User, a.Password, a.Token
	if a.InProcess != nil {
		o.InProcessServer = a.InProcess
	} else if err := a.check(&o); err != nil {
		return nil, err
	}
	if err := a.identify(&o); err != nil {
		return nil, err
	}
	refused := make(chan error, 1)
	o.AsyncErrorCB = func(_ *nats.Conn, _ *nats.Subscription, err error) {
		a.Log.Warn("the broker complains", "error", err)
	}
	o.ReconnectErrCB = func(_ *nats.Conn, err error) {
		if errors.Is(err, nats.ErrAuthorization) || isCertificate(err) {
			select {
			case refused <- err:
			default:
			}
		}
	}
	o.DisconnectedErrCB = func(_ *nats.Conn, err error) {
		if err != nil {
			a.Log.Warn("the connection to the broker is lost: trying again", "error", err)
		}
	}
	o.ReconnectedCB = func(nc *nats.Conn) { a.Log.Info("connected to the broker again", "address", nc.ConnectedAddr()) }
	nc, err := o.Connect()
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", strings.Join(a.Addresses, ", "), err)
	}
	told := false
	for !nc.IsConnected() {
		select {
		case <-ctx.Done():
			nc.Close()
			return nil, ctx.Err()
		case err := <-refused:
			nc.Close()
			return nil, fmt.Errorf("connect to %s: %w", strings.Join(a.Addresses, ", "), err)
		case <-time.After(50 * time.Millisecond):
		}
		if err := nc.LastError(); err != nil && !told {
			if errors.Is(err, nats.ErrAuthorization) || isCertificate(err) {
				nc.Close()
				return nil, fmt.Errorf("connect to %s: %w", strings.Join(a.Addresses, ", "), err)
			}
			told = true
			a.Log.Warn("the broker is not there yet: trying again", "address", strings.Join(a.Addresses, ", "), "error", err)
		}
	}
	return nc, nil
}

func isCertificate(err error) bool {
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	_, name := errors.AsType[x509.HostnameError](err)
	_, invalid := errors.AsType[x509.CertificateInvalidError](err)
	_, verify := errors.AsType[*tls.CertificateVerificationError](err)
	return unknown || name || invalid || verify
}

// Check refuses addresses that are none, and what is not safe.
func (a Access) Check() error {
	o := nats.GetDefaultOptions()
	return a.check(&o)
}

// check reads the addresses, and refuses what is not safe.
func (a Access) check(o *nats.Options) error {
	if len(a.Addresses) == 0 {
		return errors.New("there is no address of a broker: write nats://HOST:PORT, or tls://HOST:PORT for another machine")
	}
	secure := false
	for _, address := range a.Addresses {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return fmt.Errorf("%q is no address of a broker: write nats://HOST:PORT, or tls://HOST:PORT for another machine", address)
		}
		switch {
		case u.User != nil:
			return errors.New("a password does not belong into an address, which others see: use --user and --password, or --token")
		case u.Scheme == "tls":
			secure = true
		case !Loopback(u.Hostname()):
			return fmt.Errorf("%s is another machine: write tls://%s, so that nobody on the way reads the settings of sites", address, u.Host)
		}
		if !Loopback(u.Hostname()) && a.Credentials.IsZero() {
			return fmt.Errorf("%s is another machine: say who asks, by --user and --password, --token, --nkey or --creds", address)
		}
	}
	o.Servers = a.Addresses
	if secure || a.CA != "" {
		o.Secure = true
		o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	if a.CA != "" {
		text, err := os.ReadFile(a.CA)
		if err != nil {
			return err
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return fmt.Errorf("%s has no certificate in PEM format", a.CA)
		}
		o.TLSConfig.RootCAs = pool
	}
	return nil
}

// identify adds nkeys and files of credentials.
func (a Access) identify(o *nats.Options) error {
	if a.NKeySeed != "" {
		pair, err := nkeys.FromSeed([]byte(strings.TrimSpace(a.NKeySeed)))
		if err != nil {
			return fmt.Errorf("the seed of the nkey: %w", err)
		}
		if o.Nkey, err = pair.PublicKey(); err != nil {
			return err
		}
		o.SignatureCB = pair.Sign
	}
	if a.File != "" {
		return nats.UserCredentials(a.File)(o)
	}
	return nil
}
