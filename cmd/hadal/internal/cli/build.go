package cli

import "runtime/debug"

// Build is what the Go linker knows of this binary.
type Build struct {
	Version  string `json:"version"` // of the module; "(devel)" for a build from a work tree
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Revision string `json:"revision,omitempty"` // of the work tree, where the build recorded it
	Modified bool   `json:"modified,omitempty"` // the work tree had changes
}

// BuildInfo tells what this binary was built from.
func BuildInfo() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Build{Version: "unknown"}
	}
	b := Build{Version: info.Main.Version, Go: info.GoVersion}
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
