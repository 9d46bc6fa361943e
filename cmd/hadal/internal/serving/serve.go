// Package serving has the command hadal serve: where the pages of package dashboard are
// served, what they may start, and where a correction is saved.
package serving

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/dashboard"
	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

// ending is how long harvests that were started from the pages may take to end: within the
// second in which every command ends.
const ending = 700 * time.Millisecond

// Serve is the command hadal serve.
func Serve(env *cli.Env) *cobra.Command {
	var addr string
	var open, readOnly bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Look at harvests and records in a browser, steer and correct them",
		Long: `Serve web pages over the database, while harvests go on: all sites with what is
held, estimated and to be done next; of each site its curve, the questions asked
with why, expected and brought, the pages as they were kept, and the records as a
table with facets, search and downloads; SQL that can only read. Harvests are
started and ended there, and what hadal believes about a site is corrected: roles,
columns, the pager, saved as a site profile and read again without a request.

Nothing of it leaves the machine. It listens on this machine alone; on another
address it asks for a token, which is printed once. Every page is had as JSON, too:
its address with .json, or Accept: application/json. Harvests that were started
here are ordinary ones, and end with everything saved when hadal serve ends.`,
		Example: `  hadal serve
  hadal serve --db books.db --open
  hadal serve --addr 192.168.1.20:8440 --read-only
  curl http://127.0.0.1:8440/index.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := env.Settings(cmd)
			if err != nil {
				return err
			}
			return serve(cmd.Context(), env, s, addr, open, readOnly)
		},
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:8440", "address to listen on; port 0 takes a free one")
	cmd.Flags().BoolVar(&open, "open", false, "open the pages in the browser")
	cmd.Flags().BoolVar(&readOnly, "read-only", false, "to look only: nothing can be started or corrected")
	return cmd
}

func serve(ctx context.Context, env *cli.Env, s config.Settings, addr string, open, readOnly bool) error {
	if !readOnly { // there may be no file yet, or one of before
		db, err := storage.Open(ctx, s.DB, storage.Options{})
		if errors.Is(err, storage.ErrReadOnly) {
			return fmt.Errorf("%w; to look only, say --read-only", err)
		}
		if err != nil {
			return err
		}
		if err := db.Close(); err != nil {
			return err
		}
	}
	db, err := storage.Open(ctx, s.DB, storage.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return exit.Usage(fmt.Errorf("%w: name another address with --addr", err))
	}
	defer l.Close()
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return exit.Usage(err)
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return err
	}
	o := dashboard.Options{Store: db, Addr: net.JoinHostPort(host, port), Database: filepath.Base(s.DB), Agent: s.Agent, Log: env.Log}
	if a, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !a.IsLoopback()) {
		secret := make([]byte, 20)
		_, _ = rand.Read(secret) // it never fails
		o.Token = hex.EncodeToString(secret)
	}
	if !readOnly {
		files := profiles{s, db}
		program, err := os.Executable()
		if err != nil {
			return err
		}
		o.Files, o.Runs = files, &runs.Keeper{Program: program, Flags: flags(env, s), Target: files.target, Shown: nameOnly(s.DB)}
		defer o.Runs.Close(ending)
	}
	pages, err := dashboard.New(o)
	if err != nil {
		return err
	}
	if err := tell(env, o, host, port, open); err != nil {
		return err
	}
	server := &http.Server{Handler: pages.Handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(env.Log.Handler(), slog.LevelDebug)}
	context.AfterFunc(ctx, func() { _ = server.Close() }) // pages that are open keep streams that do not end
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil // Ctrl-C is how it is meant to end
}

// nameOnly leaves of a file's path its name, and nothing of its folder.
func nameOnly(path string) func(text string) string {
	change := []string{path, filepath.Base(path)}
	if dir := filepath.Dir(path) + string(filepath.Separator); filepath.IsAbs(path) && strings.HasPrefix(path, dir) {
		change = append(change, dir, "") // of a relative one the folder may be a word of any text
	}
	return strings.NewReplacer(change...).Replace
}

// flags are those of the commands that are started from the pages.
func flags(env *cli.Env, s config.Settings) []string {
	out := []string{"--db=" + s.DB}
	if env.ConfigFile != "" {
		out = append(out, "--config="+env.ConfigFile)
	}
	return out
}

// tell says where the pages are, and opens them where that is wanted.
func tell(env *cli.Env, o dashboard.Options, host, port string, open bool) error {
	if a, err := netip.ParseAddr(host); host == "" || err == nil && a.IsUnspecified() {
		host = "127.0.0.1"
	}
	address := "http://" + net.JoinHostPort(host, port) + "/"
	if open {
		if err := browse(address); err != nil {
			env.Log.Warn("no browser could be opened", "error", err)
		}
	}
	if env.JSON {
		return visible.Encode(env.Stdout, struct {
			URL   string `json:"url"`
			Token string `json:"token,omitempty"`
		}{address, o.Token})
	}
	text := address + "\n"
	if o.Token != "" {
		text += "token: " + o.Token + " (it is asked for once in each browser, and is another one next time)\n"
	}
	_, err := fmt.Fprint(env.Stdout, text)
	return err
}

// browse opens an address in the browser of whoever sits here.
func browse(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // it ends when it likes
	return nil
}
