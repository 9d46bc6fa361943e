package runs

import (
	"os"
	"os/exec"
)

func apart(*exec.Cmd) {}

// interrupt kills: Windows has no signal that ends a process cleanly. No more than the
// answer in flight is lost.
func interrupt(p *os.Process) error { return p.Kill() }
