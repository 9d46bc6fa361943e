package querygen

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/forms"
)

// valueType is what a text box wants where values can be made up for it.
type valueType string

const (
	yearType     valueType = "year"
	numberType   valueType = "number"
	zipType      valueType = "zip"
	countryType  valueType = "country"
	languageType valueType = "language"
	dateType     valueType = "date"
	placeType    valueType = "place"
)

// typeWords are words of labels and names that tell a type.
var typeWords = []struct {
	kind  valueType
	words string
}{
	{yearType, "year yr jahr annee année ano año anno"},
	{zipType, "zip zipcode postcode postal plz cap"},
	{countryType, "country land pays pais país paese nation"},
	{languageType, "language lang sprache langue idioma lingua"},
	{dateType, "date datum fecha data day"},
	{placeType, "city town place location village municipality ort stadt gemeinde ville lieu commune ciudad lugar localidad cidade citta città comune stad plaats gemeente miasto"},
	{numberType, "price cost amount number quantity size rooms bedrooms age weight height preis prix precio prezzo"},
}

// ValueTypes returns the names of the types of values that text boxes may want.
func ValueTypes() []string {
	var out []string
	for _, t := range typeWords {
		out = append(out, string(t.kind))
	}
	return out
}

// typeOf returns the type of a text box, "" for none.
func typeOf(f forms.Field) valueType {
	words := append(labelWords(f.Label), labelWords(f.Name)...)
	for _, t := range typeWords {
		if slices.ContainsFunc(strings.Fields(t.words), func(w string) bool { return slices.Contains(words, w) }) {
			return t.kind
		}
	}
	switch {
	case f.Control == "date" || f.Role == forms.Date:
		return dateType
	case f.Control == "number" || f.Role == forms.Number:
		return numberType
	case f.Role == forms.Place:
		return placeType
	}
	return ""
}

// closedTypes are the values of types that have few: the frequent ones.
var closedTypes = map[valueType]string{
	languageType: "en de fr es it pt nl ru zh ja ar pl sv da fi no cs hu tr el he ko hi id uk ro bg ca",
	countryType: "United States,Germany,United Kingdom,France,Canada,Italy,Spain,Australia,Japan,China,India,Brazil,Mexico,Netherlands," +
		"Switzerland,Austria,Belgium,Sweden,Norway,Denmark,Finland,Poland,Portugal,Ireland,Russia,Turkey,Greece,Argentina,Chile," +
		"Colombia,Peru,South Africa,Egypt,Israel,South Korea,New Zealand,Czech Republic,Hungary,Ukraine,Romania,Indonesia,Thailand",
	placeType: "London,New York,Berlin,Paris,Madrid,Rome,Amsterdam,Chicago,Sydney,Toronto,Vienna,Tokyo,Hamburg,Manchester,Los Angeles,Lyon,Barcelona," +
		"Milano,Boston,Zürich,München,Birmingham,Houston,Brussels,Dublin,Stockholm,Copenhagen,Oslo,Helsinki,Warszawa,Praha,Budapest,Lisboa,Porto,Roma," +
		"Köln,Frankfurt,Stuttgart,Leipzig,Dresden,Edinburgh,Glasgow,Liverpool,Leeds,Bristol,Cardiff,Belfast,San Francisco,Seattle,Philadelphia,Washington," +
		"Dallas,Atlanta,Denver,Miami,San Diego,Phoenix,Portland,Springfield,Melbourne,Brisbane,Montreal,Vancouver,Marseille,Toulouse,Bordeaux,Lille,Nantes," +
		"Valencia,Sevilla,Napoli,Torino,Firenze,Rotterdam,Utrecht,Antwerpen,Genève,Basel,Graz,Salzburg,Göteborg,Kraków,Moscow,Istanbul,Athens,Bucharest," +
		"São Paulo,Rio de Janeiro,Buenos Aires,Santiago,Lima,Bogotá,Mexico City,Cairo,Lagos,Nairobi,Johannesburg,Cape Town,Mumbai,Delhi,Bangalore,Beijing," +
		"Shanghai,Hong Kong,Singapore,Seoul,Osaka,Bangkok,Jakarta,Manila",
}

// coarse returns values that probe where the quantities of a type lie; dates in
// the notation given.
func coarse(kind valueType, dates notation) []string {
	var out []string
	switch kind {
	case languageType:
		return strings.Fields(closedTypes[kind])
	case countryType, placeType:
		return strings.Split(closedTypes[kind], ",")
	case yearType:
		for y := 2020; y >= 1900; y -= 10 {
			out = append(out, strconv.Itoa(y))
		}
	case dateType:
		for y := 2024; y >= 2000; y -= 4 {
			out = append(out, dates.write(dayOf(time.Date(y, 6, 15, 0, 0, 0, 0, time.UTC)), false))
		}
	case zipType:
		out = []string{"10001", "20001", "30303", "60601", "77001", "90001", "02108", "98101", "33101", "48201", "19103", "80202"}
	case numberType:
		for n := 1; n <= 1_000_000; n *= 10 {
			out = append(out, strconv.Itoa(n), strconv.Itoa(2*n), strconv.Itoa(5*n))
		}
	}
	return out
}

// widest is how many whole numbers between two boundaries are asked one by one.
const widest = 400

// between returns the whole numbers near those that were answered: up to the
// nearest ones that were not, which are the boundaries. answers tells by value
// whether it was answered.
func between(answers map[int]bool) []string {
	asked := make([]int, 0, len(answers))
	for n := range answers {
		asked = append(asked, n)
	}
	slices.Sort(asked)
	var out []string
	for i, n := range asked {
		if i == 0 || !answers[n] && !answers[asked[i-1]] || n-asked[i-1] > widest {
			continue
		}
		for x := asked[i-1] + 1; x < n; x++ {
			out = append(out, strconv.Itoa(x))
		}
	}
	return out
}

// written are values that stand for whole numbers: days, or codes of so many
// digits.
type written struct {
	kind   valueType
	dates  notation
	digits int // of a zip code
}

// writingOf returns how a box of a type that can be counted wants its values.
func writingOf(kind valueType, f forms.Field) written {
	w := written{kind: kind, dates: notationOf(f), digits: usualDigits}
	if n := f.MaxLength; kind == zipType && n >= 4 && n <= 6 {
		w.digits = n
	}
	return w
}

const usualDigits = 5 // of a zip code

// number returns the number that a value stands for.
func (w *written) number(value string) (int, bool) {
	switch w.kind {
	case dateType:
		if w.dates == "" {
			return 0, false
		}
		day, ok := w.dates.read(value, false)
		return int(day), ok
	case zipType:
		if len(value) != w.digits || strings.Trim(value, "0123456789") != "" {
			return 0, false
		}
	}
	n, err := strconv.Atoi(strings.TrimSpace(value))
	return n, err == nil
}

// value is the inverse of number.
func (w *written) value(n int) string {
	switch w.kind {
	case dateType:
		return w.dates.write(float64(n), false)
	case zipType:
		return fmt.Sprintf("%0*d", w.digits, n)
	}
	return strconv.Itoa(n)
}

// beside returns what lies next to a value that was answered: the days before
// and after it, the same day of the weeks before and after, the codes next to it. Asked
// while they are answered, they lead to the boundaries.
func (w *written) beside(n int) []string {
	var steps []int
	switch w.kind {
	case dateType:
		if w.dates == "" {
			return nil
		}
		steps = []int{1, -1, 7, -7}
	case zipType:
		steps = []int{1, -1}
	}
	var out []string
	for _, s := range steps {
		if x := n + s; w.kind == dateType || x >= 0 {
			out = append(out, w.value(x))
		}
	}
	return out
}

// rewrite returns a value of a column as the box wants it.
func (w *written) rewrite(value string) string {
	if w.kind != dateType {
		return value
	}
	words := strings.Fields(tokens(value))
	if len(words) == 0 {
		return ""
	}
	d, ok := dateAt(words, 0)
	if !ok || d.words != len(words) {
		return value
	}
	if w.dates == "" { // as the site writes it
		w.dates = notation(forms.DateFormat(value))
		return value
	}
	if strings.HasPrefix(string(w.dates), "m") && !math.IsNaN(d.swapped) {
		d.day = d.swapped
	}
	return w.dates.write(d.day, false)
}
