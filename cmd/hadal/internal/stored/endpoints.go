package stored

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/visible"
)

// siteEndpoints is what `explain --endpoints --json` prints of a site.
type siteEndpoints struct {
	Site      string              `json:"site"`
	Endpoints []endpoint.Endpoint `json:"endpoints"`
	Direct    harvest.Direct      `json:"direct"`
}

// profiles tells what is believed about a site.
type profiles interface {
	Profile(ctx context.Context, site string) (harvest.Profile, error)
}

// showEndpoints tells which requests behind the pages of each site are known, why
// they are believed, and what came of looking for them.
func showEndpoints(ctx context.Context, env *cli.Env, db profiles, sites []string) error {
	out := []siteEndpoints{}
	for _, site := range sites {
		p, err := db.Profile(ctx, site)
		if err != nil {
			return err
		}
		out = append(out, siteEndpoints{site, append([]endpoint.Endpoint{}, p.Endpoints...), p.Direct})
	}
	if env.JSON {
		return visible.Encode(env.Stdout, out)
	}
	for i, s := range out {
		if i > 0 {
			fmt.Fprintln(env.Stdout)
		}
		printEndpoints(env.Stdout, s)
	}
	return nil
}

func printEndpoints(w io.Writer, s siteEndpoints) {
	fmt.Fprintf(w, "%s: %s behind its pages\n", s.Site, show.Plural(len(s.Endpoints), "request"))
	if s.Direct.Off {
		fmt.Fprintln(w, "switched off by the site profile: every page is had as a person gets it")
	}
	for _, x := range s.Endpoints {
		fmt.Fprintf(w, "\n  %s %s\n", x.Request.Method, show.Printable(x.Request.URL.String()))
		if x.Request.Body != "" {
			fmt.Fprintf(w, "  sends     %s\n", show.Printable(show.Short(x.Request.Body, 200)))
		}
		fmt.Fprintf(w, "  asked     %s\n", show.Printable(askedOf(x)))
		for _, p := range x.Parts {
			fmt.Fprintf(w, "  part      %s: %s\n", show.Printable(p.At), show.Printable(meaning(p)))
		}
		fmt.Fprintf(w, "  answer    %s\n", show.Printable(answerOf(x.Answer)))
		for _, why := range x.Reasons {
			if slices.ContainsFunc(x.Parts, func(p endpoint.Part) bool { return strings.HasPrefix(why, p.At+": ") }) {
				continue // said already
			}
			fmt.Fprintf(w, "  why       %s\n", show.Printable(why))
		}
	}
	if s.Direct.Why != "" {
		fmt.Fprintf(w, "\n%s, %s that stopped working; the latest: %s\n",
			show.Plural(s.Direct.Failed, "candidate")+" that did not give what the page showed", show.Plural(s.Direct.Lost, "request"), show.Printable(show.Short(s.Direct.Why, 200)))
	}
}

// askedOf says for which questions an endpoint serves.
func askedOf(x endpoint.Endpoint) string {
	if len(x.Asked) == 0 {
		return "where nothing is asked for: it lists what there is"
	}
	var said []string
	for _, a := range x.Asked {
		said = append(said, fmt.Sprintf("%s = %q", a.Name, a.Value))
	}
	return "as it was learned from " + strings.Join(said, ", ")
}

// meaning says what a part of an endpoint's request holds.
func meaning(p endpoint.Part) string {
	switch p.Is {
	case endpoint.PartControl:
		return fmt.Sprintf("what %q is set to", p.Control)
	case endpoint.PartToken:
		if p.Found != nil {
			return fmt.Sprintf("a token; a new one is taken from %s (%s)", p.Found.On.URL, p.Found.In)
		}
		return "a token"
	case endpoint.PartCursor:
		if p.Found != nil {
			return "the cursor that the answer before gives at " + p.Found.In
		}
	case endpoint.PartPage, endpoint.PartOffset, endpoint.PartSize:
		if p.Value != "" {
			return fmt.Sprintf("the %s, %s at first", p.Is, p.Value)
		}
	}
	return "the " + p.Is
}

// answerOf says how an endpoint's answer is read.
func answerOf(a endpoint.Answer) string {
	switch {
	case a.HTML != "":
		return "JSON with HTML at " + a.HTML
	case !a.JSON:
		return "HTML"
	}
	said := fmt.Sprintf("JSON, records at %q", a.List)
	if a.Title != "" {
		said += ", their title at " + a.Title
	}
	if a.Link != "" {
		said += ", their page " + a.Link
	}
	return said
}
