// Package locate finds search interfaces across sites and ranks what is behind
// them: a form-focused crawl (Barbosa and Freire, WWW 2007; J. Madhavan et al.,
// Google's deep-web crawl, VLDB 2008, for what it is good for), then source
// selection.
//
// The crawl goes form-first through each site, by the engine of surface/crawl
// and the judge of surface, and leaves a site when it has found what it came
// for, when nothing promising is left there, or at limits of pages and depth.
// What it finds are forms that package forms judges searches; of each site the
// best is a Source. A glimpse at a source is a harvest of a few requests (see
// strategy glimpse of querygen), so that every question is in the ledger, the
// sample is in the store, and a later harvest goes on from there. The sample
// says how much the source holds and how much of that is on the topic.
//
// It never submits a form that is not judged a search, and asks nothing of a
// site that its crawl would not be allowed.
package locate
