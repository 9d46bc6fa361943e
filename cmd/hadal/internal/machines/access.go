// Package machines has the commands by which many machines harvest into one database:
// coordinator, worker and submit, over package cluster.
package machines

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cluster"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/internal/config"
)

// defaultAddress is where a coordinator listens that is told nothing.
const defaultAddress = "127.0.0.1:4222"

// access are the flags that say how a broker is reached, and who asks.
type access struct {
	connect                                         []string
	cluster, user, password, token, nkey, creds, ca string
}

func (a *access) addFlags(cmd *cobra.Command, connect string) {
	f := cmd.Flags()
	f.StringSliceVar(&a.connect, "connect", nil, connect)
	f.StringVar(&a.cluster, "cluster", cluster.DefaultName, "name of the cluster, where several share a broker")
	f.StringVar(&a.user, "user", "", "user name at the broker")
	f.StringVar(&a.password, "password", "", "its password: env:NAME or file:PATH")
	f.StringVar(&a.token, "token", "", "token for the broker: env:NAME or file:PATH")
	f.StringVar(&a.nkey, "nkey", "", "seed of an nkey: env:NAME or file:PATH")
	f.StringVar(&a.creds, "creds", "", "file of NATS credentials (JWT and seed), for a broker that wants them")
	f.StringVar(&a.ca, "tls-ca", "", "file with the certificates that are trusted, where they are not the system's")
}

// credentials reads what the flags refer to.
func (a *access) credentials() (c cluster.Credentials, err error) {
	c.User, c.File = a.user, a.creds
	for name, secret := range map[string]struct {
		ref  string
		into *string
	}{"password": {a.password, &c.Password}, "token": {a.token, &c.Token}, "nkey": {a.nkey, &c.NKeySeed}} {
		if secret.ref == "" {
			continue
		}
		text, hidden, err := config.Reveal(secret.ref)
		if err == nil && !hidden {
			err = fmt.Errorf("others on this machine see what is typed: write env:NAME or file:PATH")
		}
		if err != nil {
			return c, exit.Usage(fmt.Errorf("--%s: %w", name, err))
		}
		*secret.into = text
	}
	if (a.user == "") != (a.password == "") {
		return c, exit.Usage(fmt.Errorf("--user and --password go together"))
	}
	return c, nil
}

// dial connects as the flags say; none means the coordinator of this machine.
func (a *access) dial(ctx context.Context, env *cli.Env, name string) (*nats.Conn, error) {
	c, err := a.credentials()
	if err != nil {
		return nil, err
	}
	to := cluster.Access{Addresses: a.connect, Credentials: c, CA: a.ca, Name: name, Log: env.Log}
	if len(to.Addresses) == 0 {
		to.Addresses = []string{"nats://" + defaultAddress}
	}
	if err := to.Check(); err != nil {
		return nil, exit.Usage(err)
	}
	return cluster.Connect(ctx, to)
}
