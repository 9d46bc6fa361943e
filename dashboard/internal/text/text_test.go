package text

import (
	"os/exec"
	"testing"
)

// A shell reads the name of a file as it is, whatever it has.
func TestShellWord(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh found in PATH: what a shell reads is not looked at")
	}
	for _, name := range []string{"hadal.db", "it's mine.db", "a b$HOME`id`.db", `back\\slash".db`, "büch;er&.db"} {
		out, err := exec.Command(shell, "-c", "printf %s "+shellWord(name)).Output()
		if err != nil || string(out) != name {
			t.Errorf("%q is written %s, which is read as %q, %v", name, shellWord(name), out, err)
		}
	}
	if got := shellWord("-x.db"); got != "./-x.db" {
		t.Errorf("a name that looks like a flag is written %s", got)
	}
}
