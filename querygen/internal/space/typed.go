package space

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// ValueType is what a text box wants where values can be made up for it.
type ValueType string

const (
	YearType     ValueType = "year"
	NumberType   ValueType = "number"
	ZipType      ValueType = "zip"
	countryType  ValueType = "country"
	languageType ValueType = "language"
	DateType     ValueType = "date"
	placeType    ValueType = "place"
)

// typeWords are words of labels and names that tell a type.
var typeWords = []struct {
	Kind  ValueType
	words string
}{
	{YearType, "year yr jahr annee année ano año anno"},
	{ZipType, "zip zipcode postcode postal plz cap"},
	{countryType, "country land pays pais país paese nation"},
	{languageType, "language lang sprache langue idioma lingua"},
	{DateType, "date datum fecha data day"},
	{placeType, "city town place location village municipality ort stadt gemeinde ville lieu commune ciudad lugar localidad cidade citta città comune stad plaats gemeente miasto"},
	{NumberType, "price cost amount number quantity size rooms bedrooms age weight height preis prix precio prezzo"},
}

// TypeOf returns the type of a text box, "" for none.
func TypeOf(f forms.Field) ValueType {
	words := append(querygen.LabelWords(f.Label), querygen.LabelWords(f.Name)...)
	for _, t := range typeWords {
		if slices.ContainsFunc(strings.Fields(t.words), func(w string) bool { return slices.Contains(words, w) }) {
			return t.Kind
		}
	}
	switch {
	case f.Control == "date" || f.Role == forms.Date:
		return DateType
	case f.Control == "number" || f.Role == forms.Number:
		return NumberType
	case f.Role == forms.Place:
		return placeType
	}
	return ""
}

// ClosedTypes are the values of types that have few: the frequent ones.
var ClosedTypes = map[ValueType]string{
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

// Coarse returns values that probe where the quantities of a type lie; dates in
// the notation given.
func Coarse(kind ValueType, written dates.Notation) []string {
	var out []string
	switch kind {
	case languageType:
		return strings.Fields(ClosedTypes[kind])
	case countryType, placeType:
		return strings.Split(ClosedTypes[kind], ",")
	case YearType:
		for y := 2020; y >= 1900; y -= 10 {
			out = append(out, strconv.Itoa(y))
		}
	case DateType:
		for y := 2024; y >= 2000; y -= 4 {
			out = append(out, written.Write(dates.Day(y, 6, 15), false))
		}
	case ZipType:
		out = []string{"10001", "20001", "30303", "60601", "77001", "90001", "02108", "98101", "33101", "48201", "19103", "80202"}
	case NumberType:
		for n := 1; n <= 1_000_000; n *= 10 {
			out = append(out, strconv.Itoa(n), strconv.Itoa(2*n), strconv.Itoa(5*n))
		}
	}
	return out
}

// widest is how many whole numbers between two boundaries are asked one by one.
const widest = 400

// Between returns the whole numbers near those that were answered: up to the
// nearest ones that were not, which are the boundaries. answers tells by value
// whether it was answered.
func Between(answers map[int]bool) []string {
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

// Written are values that stand for whole numbers: days, or codes of so many
// digits.
type Written struct {
	Kind   ValueType
	Dates  dates.Notation
	Digits int // of a zip code
}

// WritingOf returns how a box of a type that can be counted wants its values.
func WritingOf(kind ValueType, f forms.Field) Written {
	w := Written{Kind: kind, Dates: NotationOf(f), Digits: usualDigits}
	if n := f.MaxLength; kind == ZipType && n >= 4 && n <= 6 {
		w.Digits = n
	}
	return w
}

const usualDigits = 5 // of a zip code

// Number returns the number that a value stands for.
func (w *Written) Number(value string) (int, bool) {
	switch w.Kind {
	case DateType:
		if w.Dates == "" {
			return 0, false
		}
		day, ok := w.Dates.Read(value, false)
		return int(day), ok
	case ZipType:
		if len(value) != w.Digits || strings.Trim(value, "0123456789") != "" {
			return 0, false
		}
	}
	n, err := strconv.Atoi(strings.TrimSpace(value))
	return n, err == nil
}

// value is the inverse of number.
func (w *Written) value(n int) string {
	switch w.Kind {
	case DateType:
		return w.Dates.Write(float64(n), false)
	case ZipType:
		return fmt.Sprintf("%0*d", w.Digits, n)
	}
	return strconv.Itoa(n)
}

// Beside returns what lies next to a value that was answered: the days before
// and after it, the same day of the weeks before and after, the codes next to it. Asked
// while they are answered, they lead to the boundaries.
func (w *Written) Beside(n int) []string {
	var steps []int
	switch w.Kind {
	case DateType:
		if w.Dates == "" {
			return nil
		}
		steps = []int{1, -1, 7, -7}
	case ZipType:
		steps = []int{1, -1}
	}
	var out []string
	for _, s := range steps {
		if x := n + s; w.Kind == DateType || x >= 0 {
			out = append(out, w.value(x))
		}
	}
	return out
}

// Rewrite returns a value of a column as the box wants it.
func (w *Written) Rewrite(value string) string {
	if w.Kind != DateType {
		return value
	}
	words := strings.Fields(text.Tokens(value))
	if len(words) == 0 {
		return ""
	}
	d, ok := dates.At(words, 0)
	if !ok || d.Words != len(words) {
		return value
	}
	if w.Dates == "" { // as the site writes it
		w.Dates = dates.NotationIn(value)
		return value
	}
	if strings.HasPrefix(string(w.Dates), "m") && !math.IsNaN(d.Swapped) {
		d.Day = d.Swapped
	}
	return w.Dates.Write(d.Day, false)
}

// AsksFor reports whether a control asks for what l holds, by its label.
func AsksFor(f forms.Field, l querygen.LabelledValues) bool {
	return querygen.MatchLabel([]querygen.LabelledValues{l}, f.Label, f.Name, f.Placeholder) == 0
}
