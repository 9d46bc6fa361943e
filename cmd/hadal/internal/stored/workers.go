package stored

import (
	"context"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

// showWorkers shows workers, leases and the queue.
func showWorkers(ctx context.Context, env *cli.Env, db *storage.DB) error {
	w, err := db.Team(ctx)
	if err != nil {
		return err
	}
	if env.JSON {
		return visible.Encode(env.Stdout, w)
	}
	now := time.Now()
	err = show.Rows(env.Stdout, []string{"WORKER", "VERSION", "SITES", "BROWSER", "MEMORY", "HEARD", "STATE"}, w.Workers, func(s storage.Worker) []string {
		shows, memory := "no", "any"
		if s.Browser {
			shows = "yes"
		}
		if s.Memory > 0 {
			memory = fmt.Sprintf("%d MB", s.Memory/1e6)
		}
		return []string{show.Printable(s.Name), show.Printable(s.Version), fmt.Sprintf("%d of %d", len(s.Sites), s.Slots), shows, memory, show.Since(s.Seen), s.State()}
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "\n%s at workers, %s to be done, %s done\n", show.Plural(len(w.Leases), "site"), show.Count(len(w.Queue)), show.Count(w.Done))
	if len(w.Leases) > 0 {
		fmt.Fprintln(env.Stdout)
		err = show.Rows(env.Stdout, []string{"SITE", "WORKER", "EPOCH", "SINCE"}, w.Leases, func(l storage.Lease) []string {
			return []string{l.Work, show.Printable(l.Worker), fmt.Sprint(l.Epoch), show.Since(l.Since)}
		})
		if err != nil {
			return err
		}
	}
	if len(w.Queue) == 0 {
		return nil
	}
	fmt.Fprintln(env.Stdout)
	shown := w.Queue[:min(len(w.Queue), queueShown)]
	err = show.Rows(env.Stdout, []string{"SITE", "NEXT", "NEEDS", "TRIES", "LAST SAID"}, shown, func(q storage.Work) []string {
		next := "now"
		if d := q.NotBefore.Sub(now); d > 0 {
			next = "in " + show.Duration(d)
		}
		return []string{q.Name, next, q.Needs, fmt.Sprint(q.Tries), show.Short(q.Said, 80)}
	})
	if more := len(w.Queue) - len(shown); more > 0 && err == nil {
		fmt.Fprintf(env.Stdout, "and %s more (--json lists all)\n", show.Count(more))
	}
	return err
}

// queueShown is how much of the queue a person is shown.
const queueShown = 20
