package stage

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/fetch"
)

//go:embed person.js
var personScript string

// world is where scripts of ours are evaluated: the document that a tab shows,
// with the functions of person.js, which the scripts of the page cannot see.
type world struct {
	tab context.Context            // chromedp's of the tab, until the page's limit
	id  runtime.ExecutionContextID // 0: not there yet
}

// pause is the time between two looks at the page.
const pause = 40 * time.Millisecond

// pressHeld clicks on the held element without a mouse.
const pressHeld = "hadal.press()"

// eval evaluates an expression over the functions of person.js.
func eval[T any](w *world, expression string) (T, error) {
	var zero T
	for attempt := 0; ; attempt++ {
		v, err := evalOnce[T](w, expression)
		if err == nil {
			return v, nil
		}
		// A page that navigates takes its worlds with it.
		w.id = 0
		var exception *chromedp.ExceptionError
		if attempt >= 3 || w.tab.Err() != nil || errors.As(err, &exception) {
			return zero, err
		}
		if err := fetch.Sleep(w.tab, pause); err != nil {
			return zero, err
		}
	}
}

func evalOnce[T any](w *world, expression string) (T, error) {
	return chromedp.Run(w.tab, func(ctx context.Context, t *chromedp.Target) (T, error) {
		var zero T
		in := func(p *runtime.EvaluateParams) {
			p.ContextID = w.id
			p.UserGesture = new(expression == pressHeld) // it stands for a person's click
		}
		if w.id == 0 {
			tree, err := cdp.Call(ctx, t, cdpage.GetFrameTree, cdp.Empty{})
			if err != nil {
				return zero, err
			}
			made, err := cdp.Call(ctx, t, cdpage.CreateIsolatedWorld, cdpage.CreateIsolatedWorldParams{FrameID: tree.FrameTree.Frame.ID, WorldName: "hadal"})
			if err != nil {
				return zero, err
			}
			w.id = made.ExecutionContextID
			if _, err := chromedp.Evaluate[chromedp.Void](personScript+";0", in)(ctx, t); err != nil {
				return zero, err
			}
		}
		return chromedp.Evaluate[T](expression, in)(ctx, t)
	})
}

func call[T any](w *world, function string, args ...any) (T, error) {
	quoted := make([]string, len(args))
	for i, arg := range args {
		b, err := json.Marshal(arg)
		if err != nil {
			var zero T
			return zero, err
		}
		quoted[i] = string(b)
	}
	return eval[T](w, "hadal."+function+"("+strings.Join(quoted, ",")+")")
}

// Evaluate returns the value of a JavaScript expression in the page's main
// frame, in the world of its own scripts. ctx is chromedp's. It fails while the
// page changes to another.
func Evaluate[T any](ctx context.Context, expression string) (T, error) {
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression))
}
