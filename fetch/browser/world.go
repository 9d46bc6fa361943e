package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

//go:embed person.js
var personScript string

// eval evaluates an expression over the functions of person.js in the page's
// isolated world.
func eval[T any](s *stage, expression string) (T, error) {
	var zero T
	for attempt := 0; ; attempt++ {
		v, err := evalOnce[T](s, expression)
		if err == nil {
			return v, nil
		}
		// A page that navigates takes its worlds with it.
		s.world = 0
		var exception *chromedp.ExceptionError
		if attempt >= 3 || s.tab.Err() != nil || errors.As(err, &exception) {
			return zero, err
		}
		if err := s.sleep(pause); err != nil {
			return zero, err
		}
	}
}

func evalOnce[T any](s *stage, expression string) (T, error) {
	return chromedp.Run(s.tab, func(ctx context.Context, t *chromedp.Target) (T, error) {
		var zero T
		in := func(p *runtime.EvaluateParams) {
			p.ContextID = s.world
			p.UserGesture = new(expression == pressHeld) // it stands for a person's click
		}
		if s.world == 0 {
			tree, err := cdp.Call(ctx, t, cdpage.GetFrameTree, cdp.Empty{})
			if err != nil {
				return zero, err
			}
			world, err := cdp.Call(ctx, t, cdpage.CreateIsolatedWorld, cdpage.CreateIsolatedWorldParams{FrameID: tree.FrameTree.Frame.ID, WorldName: "hadal"})
			if err != nil {
				return zero, err
			}
			s.world = world.ExecutionContextID
			if _, err := chromedp.Evaluate[chromedp.Void](personScript+";0", in)(ctx, t); err != nil {
				return zero, err
			}
		}
		return chromedp.Evaluate[T](expression, in)(ctx, t)
	})
}

func call[T any](s *stage, function string, args ...any) (T, error) {
	quoted := make([]string, len(args))
	for i, arg := range args {
		b, err := json.Marshal(arg)
		if err != nil {
			var zero T
			return zero, err
		}
		quoted[i] = string(b)
	}
	return eval[T](s, "hadal."+function+"("+strings.Join(quoted, ",")+")")
}
