// Package estimate tells how many records there are: by what the site shows, by parts that
// were read to their end, by a listing that was recaptured, by what is counted on the way, which
// costs nothing, and by samples, which it
// draws itself: words drawn at random from the records held where there is a query
// box, random descents where there are menus and bounds only.
package estimate
