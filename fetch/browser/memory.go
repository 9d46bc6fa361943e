package browser

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// memory returns the bytes of memory that Chrome's processes use, shared ones
// in shares (PSS); 0 where the system does not tell (a remote Chrome, no Linux).
func (c *chrome) memory() int64 {
	if c.wall == nil {
		return 0
	}
	ctx, cancel := context.WithTimeout(c.ctx, 2*time.Second)
	defer cancel()
	got, err := chromedp.CallBrowser(ctx, systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		return 0
	}
	var sum int64
	for _, q := range got.ProcessInfo {
		sum += proportional(q.ID)
	}
	return sum
}

// proportional returns the proportional set size of a process in bytes.
func proportional(pid int64) int64 {
	text, err := os.ReadFile("/proc/" + strconv.FormatInt(pid, 10) + "/smaps_rollup")
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(line, []byte("Pss:")); ok {
			kib, _ := strconv.ParseInt(string(bytes.Fields(rest)[0]), 10, 64)
			return kib << 10
		}
	}
	return 0
}
