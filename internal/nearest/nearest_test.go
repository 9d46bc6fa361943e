package nearest

import "testing"

func TestTo(t *testing.T) {
	candidates := []string{"delay", "max-requests", "ignore-robots", "site", "sites", "Français", "日本語"}
	for word, want := range map[string]string{
		"dealy": "delay", "Delay": "delay", "max_requests": "max-requests", "maxrequests": "max-requests", "robots": "", "site": "site",
		"zzz": "", "francais": "Français", "日本": "日本語", "qqqq": "", "": "", "x": "", "si": "", "sit": "site",
	} {
		if got := To(word, candidates); got != want {
			t.Errorf("To(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Hint("dealy", candidates); got != ` (did you mean delay?)` {
		t.Errorf("Hint says %q", got)
	}
	if got := Hint("zzz", candidates); got != "" {
		t.Errorf("Hint says %q", got)
	}
}
