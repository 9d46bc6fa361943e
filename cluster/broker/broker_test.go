package broker

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"

	"github.com/hadal-crawler/hadal/cluster"
)

// certify writes a certificate for this machine and its key.
func certify(t *testing.T) (cert, key string) {
	t.Helper()
	pair, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "harvest"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, pair.Public(), pair)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalECPrivateKey(pair)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: der}, "key.pem": {Type: "EC PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
}

// A broker that others reach speaks TLS with those it knows, and with nobody else.
func TestStrangersDoNotGetIn(t *testing.T) {
	cert, key := certify(t)
	otherCert, _ := certify(t)
	user, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, _ := user.PublicKey()
	seed, _ := user.Seed()
	stranger, _ := nkeys.CreateUser()
	strangeSeed, _ := stranger.Seed()

	for name, o := range map[string]Options{
		"without TLS":                {Listen: "0.0.0.0:0", Token: "t"},
		"without credentials":        {Listen: "0.0.0.0:0", Cert: cert, Key: key},
		"on all addresses by a name": {Listen: ":0", Token: "t"},
		"two ways to tell who comes": {Listen: "127.0.0.1:0", Token: "t", User: "u", Password: "p"},
	} {
		if b, err := Start(o); err == nil {
			b.Close()
			t.Errorf("%s: it started", name)
		}
	}
	for name, c := range map[string]struct {
		options Options
		good    cluster.Credentials
		bad     []cluster.Credentials
	}{
		"token": {Options{Token: "open sesame"}, cluster.Credentials{Token: "open sesame"}, []cluster.Credentials{{Token: "open barley"}, {User: "open sesame", Password: "open sesame"}}},
		"user":  {Options{User: "me", Password: "secret"}, cluster.Credentials{User: "me", Password: "secret"}, []cluster.Credentials{{User: "me", Password: "other"}, {Token: "secret"}}},
		"nkey":  {Options{NKeys: []string{public}}, cluster.Credentials{NKeySeed: string(seed)}, []cluster.Credentials{{NKeySeed: string(strangeSeed)}, {User: "coordinator", Password: "coordinator"}}},
	} {
		t.Run(name, func(t *testing.T) {
			c.options.Listen, c.options.Cert, c.options.Key = "0.0.0.0:0", cert, key
			b, err := Start(c.options)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			at := "127.0.0.1:" + strconv.Itoa(b.Addr().(*net.TCPAddr).Port)
			own, err := cluster.Connect(t.Context(), b.Access())
			if err != nil {
				t.Fatalf("its own process: %v", err)
			}
			defer own.Close()
			nc, err := cluster.Connect(t.Context(), cluster.Access{Addresses: []string{"tls://" + at}, Credentials: c.good, CA: cert})
			if err != nil {
				t.Fatalf("who is known: %v", err)
			}
			defer nc.Close()
			if _, err := nc.TLSConnectionState(); err != nil {
				t.Errorf("it does not speak TLS: %v", err)
			}
			for _, bad := range append(c.bad, cluster.Credentials{}) {
				if nc, err := cluster.Connect(t.Context(), cluster.Access{Addresses: []string{"tls://" + at}, Credentials: bad, CA: cert}); err == nil {
					nc.Close()
					t.Errorf("%+v came in", bad)
				} else if !strings.Contains(strings.ToLower(err.Error()), "authorization") {
					t.Errorf("%+v: %v", bad, err)
				}
			}
			for what, a := range map[string]cluster.Access{
				"a broker of another certificate": {Addresses: []string{"tls://" + at}, Credentials: c.good, CA: otherCert},
				"a broker whom nobody vouches":    {Addresses: []string{"tls://" + at}, Credentials: c.good},
			} {
				if nc, err := cluster.Connect(t.Context(), a); err == nil {
					nc.Close()
					t.Errorf("%s was trusted", what)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			if nc, err := cluster.Connect(ctx, cluster.Access{Addresses: []string{"nats://" + at}}); err == nil {
				nc.Close()
				t.Error("somebody without TLS and credentials came in")
			}
		})
	}
}
