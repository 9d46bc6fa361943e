package serving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/dashboard"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

// profiles implements dashboard.Files: a site's profile is the file that its settings name,
// or else one beside the database.
type profiles struct {
	settings config.Settings
	db       *storage.DB
}

func (p profiles) path(site string) string {
	if file := p.settings.ForSite(site).Profile; file != "" {
		return file
	}
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '_'
	}, site)
	return filepath.Join(filepath.Dir(p.settings.DB), strings.TrimLeft(safe, ".-")+".yaml")
}

// target is what a site is called on the command line: its corrected profile, where it has one.
func (p profiles) target(site string) string {
	if _, err := os.Stat(p.path(site)); err == nil {
		return p.path(site)
	}
	return site
}

// Saved implements dashboard.Files.
func (p profiles) Saved(site string) (name string, text []byte, err error) {
	path := p.path(site)
	text, err = os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return filepath.Base(path), nil, nil
	}
	if err != nil {
		return "", nil, told(path, err)
	}
	of, _, err := target.ParseProfile(filepath.Base(path), text)
	if err == nil && of.Name != site {
		err = fmt.Errorf("%s is the profile of %s, not of %s: name another file for it in the configuration (profile)", filepath.Base(path), of.Name, site)
	}
	return filepath.Base(path), text, told(path, err)
}

// told makes an error one that whoever looks at the pages may read, and can do something
// about: it names the file, and no folder of the machine.
func told(path string, err error) error {
	if err == nil {
		return nil
	}
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		err = fmt.Errorf("%s: %w", filepath.Base(path), number)
	}
	return fmt.Errorf("%w: %w", dashboard.ErrProfile, err)
}

// Read implements dashboard.Files.
func (p profiles) Read(name string, text []byte) (harvest.Profile, error) {
	_, profile, err := target.ParseProfile(name, text)
	return profile, err
}

// Questions implements dashboard.Files.
func (p profiles) Questions(profile harvest.Profile) (string, error) {
	if profile.Questions.IsZero() {
		return "", nil
	}
	text, err := config.WriteDocument(*profile.Questions, nil)
	return string(text), err
}

// Ask implements dashboard.Files.
func (p profiles) Ask(profile harvest.Profile, text string) (harvest.Profile, error) {
	old := profile.Questions
	profile.Questions = nil
	if strings.TrimSpace(text) == "" {
		return profile, nil
	}
	plan, err := target.ParseQuestions("plan", []byte(text), old)
	profile.Questions = plan
	return profile, err
}

// Write implements dashboard.Files.
func (p profiles) Write(ctx context.Context, of storage.SiteStatus, profile harvest.Profile) ([]byte, error) {
	start, err := page.ParseURL(of.Start)
	if err != nil {
		return nil, err
	}
	examples, err := target.Examples(ctx, p.db, of.Name)
	if err != nil {
		return nil, err
	}
	return target.WriteProfile(harvest.Site{Name: of.Name, Start: start}, profile, of.Requests, of.LastAt, examples, nil)
}

// Save implements dashboard.Files.
func (p profiles) Save(site string, text []byte) error {
	if _, _, err := p.Saved(site); err != nil { // what is there is not of this site
		return err
	}
	return told(p.path(site), export.ToFile(p.path(site), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}))
}
