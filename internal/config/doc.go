// Package config knows every setting of hadal: its name, its default, what it
// may be, and where a value can come from.
//
// A setting has one name everywhere: `max-requests` in the YAML file,
// --max-requests as a flag, HADAL_MAX_REQUESTS in the environment. Flags win
// over the environment, the environment over the file's entry for a site, that
// over the rest of the file, and the file over the defaults.
//
// A file is read twice. First it is held against the settings' types, so that
// every unknown key and every impossible value is refused with file, line,
// column and a picture of the place; only then are the sources merged. The
// package knows nothing of the other packages and touches nothing but the
// file that it is asked to read and the environment.
package config
