package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/hadal-crawler/hadal/page"
)

// Login says how the user logs in to the origin that they have access to: on a page of it,
// by a form that Fill fills in. It is done once, before the first request to that origin
// but those for its robots.txt, under all guards, on the account of whoever asked; and never
// again by this client, as a password that is not taken is not to be tried time and again,
// nor a session taken from whoever has it now.
type Login struct {
	Page page.URL
	Fill func(p *page.Page) (page.Request, error) // fails for a page without the form
}

// LoginError says that nobody is logged in: that the login was not taken, or that its
// session is gone.
type LoginError struct {
	Page   page.URL
	Reason string
}

func (e *LoginError) Error() string {
	return fmt.Sprintf("the login at %s: %s", e.Page, e.Reason)
}

// session is what is known of the login of a client.
type session struct {
	mu     sync.Mutex // held while it is being logged in
	way    *journey   // under way, to go on from where a host had to be waited for
	posted bool
	done   bool
	failed error

	known   sync.Mutex
	proofs  []page.Request // pages that were shown to who is logged in: where the login led, and the first one asked for
	shown   bool           // one that was asked for was
	suspect *suspect       // a page that was not, while it is not known why
}

// suspect is an answer that visitors get who are not logged in.
type suspect struct {
	asked page.Request
	page  *page.Page
	left  []page.Request // proofs that were not asked for yet
}

// begin logs in, where that has not been done. What a host must be waited for is a
// *LaterError, after which it goes on.
func (c *Client) begin(ctx context.Context) error {
	s, l := &c.session, c.o.Access.Login
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.done && s.failed == nil {
		if s.way == nil {
			s.way = &journey{asked: page.Get(l.Page), at: page.Get(l.Page), seen: map[string]bool{}, own: true}
		}
		p, err := c.travel(ctx, s.way)
		refused, isRefused := errors.AsType[*RefusedError](err)
		switch {
		case isRefused && s.posted && s.way.hops > 0:
			s.done = true // it was taken, and leads where robots.txt does not let us
		case isRefused:
			s.failed = &LoginError{l.Page, fmt.Sprintf("%s is refused by %s: %s", refused.URL, refused.Guard, refused.Rule)}
		case err != nil:
			return err
		case !s.posted:
			s.posted = true
			r, err := l.Fill(p)
			if err == nil && (r.Method != "POST" || !c.isOwn(r.URL)) {
				err = fmt.Errorf("its form is sent by %s to %s: a password is sent by POST, to %s alone", r.Method, r.URL.Origin(), c.o.Access.Origin)
			}
			if err != nil {
				s.failed = &LoginError{l.Page, err.Error()}
			}
			s.way = &journey{asked: r, at: r, seen: map[string]bool{}, own: true}
		case p.Status >= 400:
			s.failed = &LoginError{l.Page, fmt.Sprintf("it was answered with status %d", p.Status)}
		case c.turnsAway(p, page.URL{}):
			s.failed = &LoginError{l.Page, "the user name or the password was not taken: the form is shown again"}
		default:
			s.done = true
			c.o.Log.Info("logged in", "page", l.Page.String())
			if s.way.at.Method == "GET" && c.isOwn(s.way.at.URL) {
				s.proofs = append(s.proofs, s.way.at)
			}
		}
	}
	if s.failed != nil || s.done {
		s.way = nil // with what it would send
	}
	return s.failed
}

// turnsAway reports whether an answer to a request for an address is what visitors get who
// are not logged in: it asks for credentials, was led to the login's page or shows its form.
func (c *Client) turnsAway(p *page.Page, asked page.URL) bool {
	l := c.o.Access.Login
	if asked.Canonical() == l.Page.Canonical() {
		return false // that page is for everybody
	}
	if p.Status == http.StatusUnauthorized {
		return true
	}
	if !bytes.Contains(bytes.ToLower(p.Body), []byte("password")) {
		return false
	}
	_, err := l.Fill(p)
	return err == nil
}

// loggedIn is a fetch within the session of the user's own origin. Where an answer turns its
// reader away the pages that were shown first are asked for once more: are they not shown,
// either, the session is gone; else it is an answer like any other, as there are pages that
// this user may not see. What must be waited for meanwhile is a *LaterError, as ever.
func (c *Client) loggedIn(ctx context.Context, j *journey) (*page.Page, error) {
	s := &c.session
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	if p, err := c.cleared(ctx, j.asked); p != nil || err != nil {
		return p, err
	}
	p, err := c.travel(ctx, j)
	if err != nil {
		return nil, err
	}
	away := c.turnsAway(p, j.asked.URL)
	s.known.Lock()
	first := !s.shown
	switch {
	case away && !first:
		s.suspect = &suspect{j.asked, p, slices.Clone(s.proofs)}
	case !away && first:
		s.shown = true
		if j.asked.Method != "POST" && !slices.Contains(s.proofs, j.asked) {
			s.proofs = append(s.proofs, j.asked)
		}
	}
	s.known.Unlock()
	switch {
	case !away:
		return p, nil
	case first:
		return nil, &LoginError{c.o.Access.Login.Page, fmt.Sprintf("it was sent, but %s is not shown to who is logged in", j.asked.URL)}
	}
	if _, err := c.cleared(ctx, j.asked); err != nil {
		return nil, err
	}
	return p, nil
}

// cleared finds out about the suspect, where there is one, and returns its page where
// that is what is asked for.
func (c *Client) cleared(ctx context.Context, asked page.Request) (*page.Page, error) {
	s := &c.session
	s.known.Lock()
	defer s.known.Unlock()
	for s.suspect != nil && len(s.suspect.left) > 0 {
		proof := s.suspect.left[0]
		p, err := c.travel(ctx, &journey{asked: proof, at: proof, seen: map[string]bool{}})
		if err != nil {
			return nil, err
		}
		if c.turnsAway(p, proof.URL) {
			return nil, c.gone()
		}
		s.suspect.left = s.suspect.left[1:]
	}
	was := s.suspect
	if s.suspect = nil; was == nil || was.asked != asked {
		return nil, nil
	}
	return was.page, nil
}

// gone is the error of all that is asked after the session has ended.
func (c *Client) gone() error {
	s := &c.session
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = &LoginError{c.o.Access.Login.Page, "its session is gone: pages that were shown ask for the password again; the same command logs in anew and goes on"}
	c.o.Log.Warn("the session is gone", "page", c.o.Access.Login.Page.String())
	return s.failed
}
