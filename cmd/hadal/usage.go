package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/nearest"
)

// flagError says in our words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return fmt.Errorf("unknown flag: -%s", name)
		}
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near := nearest.To(name, known); near != "" {
			return fmt.Errorf("unknown flag: --%s (did you mean --%s?)", name, near)
		}
		return fmt.Errorf("unknown flag: --%s", name)
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return fmt.Errorf("flag --%s wants %s behind it", missing.GetFlag().Name, config.FlagWants(missing.GetFlag()))
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return fmt.Errorf("flag --%s wants %s, not %q", invalid.GetFlag().Name, config.FlagWants(invalid.GetFlag()), invalid.GetValue())
	}
	return err
}

// countArgs makes a command and those below it say in our words which argument is missing,
// or is one too many, and show an example.
func countArgs(cmd *cobra.Command) {
	for _, below := range cmd.Commands() {
		countArgs(below)
	}
	fits := cmd.Args
	if fits == nil || !cmd.Runnable() {
		return
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		err := fits(cmd, args)
		if err == nil {
			return nil
		}
		wants := strings.Fields(cmd.Use)[1:]
		if len(args) < len(wants) && fits(cmd, append(slices.Clone(args), "")) == nil {
			example, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
			return fmt.Errorf("%s is missing, as in: %s", strings.TrimSuffix(wants[len(args)], "..."), example)
		}
		for n := len(args) - 1; n >= 0; n-- {
			if fits(cmd, args[:n]) == nil {
				return fmt.Errorf("%q is one argument too many, want: %s", args[n], cmd.UseLine())
			}
		}
		return err
	}
}

// oneOfCommands is the Args of a command that only groups others.
func oneOfCommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	hint := nearest.Hint(args[0], known)
	if hint == "" && (target.IsURL(args[0]) || target.LooksLikeHost(args[0])) && slices.Contains(known, "harvest") {
		hint = fmt.Sprintf(" (did you mean hadal harvest %s?)", args[0])
	}
	return fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), hint)
}

// wantsJSON reports whether a command line asks for JSON, also where it was not
// understood.
func wantsJSON(args []string) bool {
	for _, arg := range args {
		switch {
		case arg == "--":
			return false
		case arg == "--json" || strings.HasPrefix(arg, "--json=") && arg != "--json=false":
			return true
		}
	}
	return false
}

// allFlags is where cobra's template of a help text lists the flags.
const allFlags = "{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}"

// manyFlags is the number of flags from which a help text has them in groups.
const manyFlags = 20

// groupFlags lists the flags of commands that have many in groups, by what they
// are about, the command's own first.
func groupFlags(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		own := pflag.NewFlagSet("", pflag.ContinueOnError)
		n := 0
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			own.AddFlag(f)
			n++
		})
		if n < manyFlags {
			continue
		}
		var text strings.Builder
		var grouped []string
		for _, g := range config.FlagGroups() {
			flags := pflag.NewFlagSet("", pflag.ContinueOnError)
			flags.SortFlags = false
			for _, name := range g.Names {
				if f := cmd.Flags().Lookup(name); f != nil {
					flags.AddFlag(f)
					grouped = append(grouped, name)
				}
			}
			if flags.HasFlags() {
				fmt.Fprintf(&text, "\n\n%s:\n%s", g.Title, strings.TrimRight(flags.FlagUsages(), "\n"))
			}
		}
		rest := pflag.NewFlagSet("", pflag.ContinueOnError)
		own.VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(grouped, f.Name) {
				rest.AddFlag(f)
			}
		})
		cmd.SetUsageTemplate(strings.Replace(root.UsageTemplate(), allFlags, strings.TrimRight(rest.FlagUsages(), "\n")+text.String(), 1))
	}
}
