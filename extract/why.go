package extract

import (
	"fmt"
	"strings"
)

// why says in words what speaks for a region, for a person who asks why it
// won or lost.
func (r region) why() string {
	if r.f.count == 0 {
		return "" // found otherwise than by its looks
	}
	f := r.f
	parts := []string{fmt.Sprintf("%.0f%% of the page's text", 100*min(1, f.share)), fmt.Sprintf("%.0f%% alike", 100*f.regular), fmt.Sprintf("%.0f%% with a link", 100*f.linked)}
	for _, p := range []struct {
		holds bool
		says  string
	}{
		{f.titled, "under column names"},
		{f.marked, "marked as things"},
		{f.main, "in the main part"},
		{f.named > 0, "named like results"},
		{f.data > 0.9, "with numbers or dates"},
		{f.imaged > 0.9, "with images"},
		{f.hits > 0.5, "with words of the query"},
		{f.nav > 0.5, "in a menu or side bar"},
		{f.dense > 0.95 && f.rich < 0.5, "nothing but links"},
		{f.known > 0.5, "known from an empty answer"},
	} {
		if p.holds {
			parts = append(parts, p.says)
		}
	}
	return strings.Join(parts, ", ")
}
