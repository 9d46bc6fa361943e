// Package encode writes form data as browsers send it: three encodings of the
// pairs, in the charset that a form asks for. It never decides what is sent.
//
//	encode.go   URL-encoded, multipart and plain
//	charset.go  the charset of a form, texts in it, and their direction
package encode
