package main

import (
	"fmt"
	"runtime/debug"

	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/spf13/cobra"
)

// build is what the Go linker knows of this binary.
type build struct {
	Version  string `json:"version"` // of the module; "(devel)" for a build from a work tree
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Revision string `json:"revision,omitempty"` // of the work tree, where the build recorded it
	Modified bool   `json:"modified,omitempty"` // the work tree had changes
}

func buildInfo() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build{Version: "unknown"}
	}
	b := build{Version: info.Main.Version, Go: info.GoVersion}
	var system, arch string
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS":
			system = s.Value
		case "GOARCH":
			arch = s.Value
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	b.Platform = system + "/" + arch
	return b
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and how it was built",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			b := buildInfo()
			if a.json {
				return visible.Encode(a.stdout, b)
			}
			fmt.Fprintf(a.stdout, "hadal %s, %s, %s\n", b.Version, b.Go, b.Platform)
			if b.Revision != "" {
				modified := ""
				if b.Modified {
					modified = ", with changes"
				}
				fmt.Fprintf(a.stdout, "revision %s%s\n", b.Revision, modified)
			}
			return nil
		},
	}
}
