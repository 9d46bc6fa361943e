package querygen

import (
	"slices"
	"strconv"
	"strings"

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
	{numberType, "price cost amount number quantity size rooms bedrooms age weight height preis prix precio prezzo"},
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
	}
	return ""
}

// closedTypes are the values of types that have few: the frequent ones.
var closedTypes = map[valueType]string{
	languageType: "en de fr es it pt nl ru zh ja ar pl sv da fi no cs hu tr el he ko hi id uk ro bg ca",
	countryType: "United States,Germany,United Kingdom,France,Canada,Italy,Spain,Australia,Japan,China,India,Brazil,Mexico,Netherlands," +
		"Switzerland,Austria,Belgium,Sweden,Norway,Denmark,Finland,Poland,Portugal,Ireland,Russia,Turkey,Greece,Argentina,Chile," +
		"Colombia,Peru,South Africa,Egypt,Israel,South Korea,New Zealand,Czech Republic,Hungary,Ukraine,Romania,Indonesia,Thailand",
}

// coarse returns values that probe where the quantities of a type lie.
func coarse(kind valueType) []string {
	var out []string
	switch kind {
	case languageType:
		return strings.Fields(closedTypes[kind])
	case countryType:
		return strings.Split(closedTypes[kind], ",")
	case yearType:
		for y := 2020; y >= 1900; y -= 10 {
			out = append(out, strconv.Itoa(y))
		}
	case dateType:
		for y := 2024; y >= 2000; y -= 4 {
			out = append(out, strconv.Itoa(y)+"-06-15")
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
