package dates

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// monthNames are the months of the languages that most sites are in, as they stand
// in headings and beside days: English, German, French, Spanish, Portuguese, Italian,
// Dutch, Swedish, Danish, Polish, Russian (as a heading, and in a date), Turkish.
var monthNames = [...][]string{
	strings.Fields("january february march april may june july august september october november december"),
	strings.Fields("januar februar märz april mai juni juli august september oktober november dezember"),
	strings.Fields("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
	strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
	strings.Fields("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
	strings.Fields("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
	strings.Fields("januari februari maart april mei juni juli augustus september oktober november december"),
	strings.Fields("januari februari mars april maj juni juli augusti september oktober november december"),
	strings.Fields("januar februar marts april maj juni juli august september oktober november december"),
	strings.Fields("styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień"),
	strings.Fields("январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь"),
	strings.Fields("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
	strings.Fields("ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık"),
}

// months are the numbers of the months by their names and by what these begin with, with
// accents and without; -1 where that is no one month's.
var months = func() map[string]int {
	out := map[string]int{"mrt": 3} // Dutch
	for _, names := range monthNames {
		for i, name := range names {
			for _, written := range []string{name, bare(name)} {
				for n, letters := leastMonth, []rune(written); n <= len(letters); n++ {
					start := string(letters[:n])
					if was := out[start]; was != 0 && was != i+1 {
						out[start] = -1 // "jui" is June and July
					} else {
						out[start] = i + 1
					}
				}
			}
		}
	}
	return out
}()

const leastMonth = 3 // letters

// bare returns a word without its accents.
func bare(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(word))
}

// Month returns the number of the month that a word in lower case names or
// abbreviates; 0 for none.
func Month(word string) int { return max(0, months[strings.TrimRight(word, ".")]) }
