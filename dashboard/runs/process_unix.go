//go:build unix

package runs

import (
	"os"
	"os/exec"
	"syscall"
)

func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func interrupt(p *os.Process) error { return p.Signal(syscall.SIGTERM) }
