package refresh

import (
	"math"
	"time"
)

// Check is one look at a record.
type Check struct {
	At      time.Time
	Changed bool // since the check before; nothing in a record's first check
}

// interval is the time between two checks.
type interval struct {
	days    float64
	changed bool
	weight  float64
}

const day = 24 * time.Hour

// Days returns d in days, the unit of time of this package.
func Days(d time.Duration) float64 { return d.Hours() / 24 }

// Pooled returns the one rate, in changes a day, that explains the checks of
// records best: the maximum-likelihood estimate for irregular intervals (Cho and
// Garcia-Molina, Estimating frequency of change, 2003, section 5), with half an
// unchanged check added as in their bias-corrected estimator for regular
// intervals (section 4.2), so that it is finite and equal to that one where all
// intervals are. It is 0 where no record was checked twice or none has changed.
func Pooled(records ...[]Check) float64 {
	var all []interval
	var sum float64
	for _, checks := range records {
		for i := 1; i < len(checks); i++ {
			if d := Days(checks[i].At.Sub(checks[i-1].At)); d > 0 {
				all = append(all, interval{d, checks[i].Changed, 1})
				sum += d
			}
		}
	}
	if len(all) == 0 {
		return 0
	}
	return likeliest(append(all, interval{days: sum / float64(len(all)), weight: 0.5}))
}

// Rate returns the changes a day of one record among others that change prior
// times a day: what its own checks say, beside one check that says what is known
// of the others (half a change and half none, over the time in which a change is
// as likely as not). So a record that was never checked again has the prior, and
// one that has not changed yet is not given up for ever.
func Rate(checks []Check, prior float64) float64 {
	if prior <= 0 {
		return Pooled(checks)
	}
	half := math.Ln2 / prior
	all := make([]interval, 0, len(checks)+1)
	for i := 1; i < len(checks); i++ {
		if d := Days(checks[i].At.Sub(checks[i-1].At)); d > 0 {
			all = append(all, interval{d, checks[i].Changed, 1})
		}
	}
	return likeliest(append(all, interval{half, true, 0.5}, interval{half, false, 0.5}))
}

// likeliest solves sum over changed of t/(exp(l t)-1) = sum over unchanged of t
// for l. The left side is convex and falls with l, and at changes/time it is
// not below the right: Newton's steps from there never pass the solution.
func likeliest(all []interval) float64 {
	var changes, changed, unchanged float64
	for _, t := range all {
		if t.changed {
			changes += t.weight
			changed += t.weight * t.days
		} else {
			unchanged += t.weight * t.days
		}
	}
	if changes == 0 || unchanged == 0 {
		return 0 // nothing changed; or everything, which the callers' corrections exclude
	}
	l := changes / (changed + unchanged)
	for range 100 {
		excess, slope := -unchanged, 0.0
		for _, t := range all {
			if t.changed {
				e := math.Expm1(l * t.days)
				if math.IsInf(e, 1) {
					continue
				}
				excess += t.weight * t.days / e
				slope += t.weight * t.days * t.days * (e + 1) / (e * e)
			}
		}
		step := excess / slope
		if l += step; !(step > 1e-9*l) {
			break
		}
	}
	return l
}

// Arrivals returns how many new records a day a question brings that brought
// so many over so many days of being asked again. expected is what is known of
// the site's other questions, which counts as half a record.
func Arrivals(brought int, days, expected float64) float64 {
	if expected <= 0 {
		return 0
	}
	return (float64(brought) + 0.5) / (days + 0.5/expected)
}
