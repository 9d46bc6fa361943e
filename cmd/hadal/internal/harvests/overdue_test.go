package harvests

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/page"
)

// After an interrupt a harvest that cannot be cut short is left behind, and named; the
// summaries of those that have ended are shown.
func TestHarvestsThatDoNotEndAreLeftBehind(t *testing.T) {
	ctx, interrupted := context.WithCancel(t.Context())
	defer interrupted()
	stuck, ended := make(chan struct{}), make(chan struct{})
	defer close(stuck)
	var targets []target.Target
	for _, name := range []string{"quick.example", "stuck.example"} {
		targets = append(targets, target.Target{Site: harvest.Site{Name: name, Start: page.MustParseURL("http://" + name + "/")}, Settings: config.Defaults().ForSite(name)})
	}
	run := func(_ context.Context, s harvest.Site, _ harvest.Options, _ harvest.Network, _ harvest.Store, _ func(harvest.Event)) (harvest.Summary, error) {
		if s.Name == "quick.example" {
			close(ended)
		} else {
			<-ended
			interrupted()
			<-stuck
		}
		return harvest.Summary{Site: s.Name}, nil
	}
	env := &cli.Env{Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler)}
	var got []harvest.Summary
	var err error
	returned := make(chan struct{})
	go func() {
		defer close(returned)
		got, err = harvestAll(ctx, env, nil, targets, 2, run, func(target.Target) harvest.Options { return harvest.Options{} })
	}()
	select {
	case <-returned:
	case <-time.After(10 * time.Second):
		t.Fatal("it waits for a harvest that does not end")
	}
	if len(got) != 1 || got[0].Site != "quick.example" || !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "before stuck.example ended") {
		t.Errorf("%v, %v", got, err)
	}
}
