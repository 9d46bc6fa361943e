// Command rooms measures how a module is built inside: of each package its files, lines,
// the arrows between files (one uses what another declares), the largest set of files that
// all lead to each other, and the names that it exports; the types with the most methods;
// how many conditions have && and || three times or more; and the lines of the product, of what
// measures it, and of tests.
//
//	go run ./eval/rooms [--json] [folder of a module]
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

func main() {
	asJSON := flag.Bool("json", false, "write all figures as JSON")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: rooms [--json] [folder of a module]")
		flag.PrintDefaults()
	}
	flag.Parse()
	dir := "."
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	if err := run(dir, *asJSON); err != nil {
		fmt.Fprintln(os.Stderr, "rooms:", err)
		os.Exit(1)
	}
}

func run(dir string, asJSON bool) error {
	h, err := measure(dir)
	if err != nil {
		return fmt.Errorf("measure %s: %w", dir, err)
	}
	if asJSON {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		return e.Encode(h)
	}
	return h.print(os.Stdout)
}
