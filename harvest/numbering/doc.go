// Package numbering learns from addresses how the pager of a site numbers the pages of its
// answers, so that any page of any question can be asked for. It knows addresses alone:
// no page, no cursor, no request that is more than an address.
package numbering

import "errors"

// ErrUnknown is returned for pages that cannot be asked for by their number.
var ErrUnknown = errors.New("how the site numbers the pages of this answer is not known")
