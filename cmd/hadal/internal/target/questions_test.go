package target

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/internal/questions"
)

// Who may see no file of the machine does not read one through a plan.
func TestPlansOfStrangersReadNoFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(file, []byte("hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	plan := "controls:\n  - {control: Make, only: {file: " + file + "}}\n"
	p, err := ParseQuestions("plan", []byte(plan), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "plan:2:") || !strings.Contains(err.Error(), "a file cannot be named here") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v, %v", p, err)
	}
	earlier := &questions.Plan{Words: questions.Words{Values: questions.Values{File: file}}}
	if p, err = ParseQuestions("plan", []byte(plan), earlier); err != nil || len(p.Controls[0].Only.List) != 1 {
		t.Errorf("a file that the profile names already: %v, %v", p, err)
	}
	for _, wrong := range []string{"controls: x", "depth: 3", "controls: [{control: a}]"} {
		if _, err := ParseQuestions("plan", []byte(wrong), nil); err == nil || !strings.HasPrefix(err.Error(), "plan:1:") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
