// Package formfirst orders the links of a site by how likely they lead to its search
// interface. It knows what words and shapes of links lead there, in many languages, and
// learns from the visits of each site; it fetches nothing and stores nothing.
package formfirst
