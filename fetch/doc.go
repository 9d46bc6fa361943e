// Package fetch is the only code of hadal that touches the network.
//
// Every request, form submissions and each redirect hop included, passes the
// same guards in this order: scope, robots.txt, host pacing, global ceiling,
// private-address guard (at connect time), limits of size, time and
// decompression, conditional request. Pacing and back-off are kept per host in
// HostState, a value that the caller stores with each commit and gives back
// after a restart.
//
// It never waits long for a host: a request that may not be sent yet returns
// *LaterError, and the caller comes back (see Patient); a request that had to
// wait at a redirect goes on from there. It never retries by itself, never
// submits anything that its caller did not ask for, and never connects to a
// private address unless the user's own target is one.
package fetch
