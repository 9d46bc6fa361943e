package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// columnsOf reads a list of ten records, and returns the third one's fields by name.
func columnsOf(t *testing.T, record func(i int) string) map[string]string {
	t.Helper()
	var b strings.Builder
	for i := range 10 {
		fmt.Fprintf(&b, "<div class=hit><h3><a href='/b/%d'>The %s of ropes</a></h3>%s</div>", 100+i, []string{"book", "art", "history", "use", "lore", "care", "price", "age", "end", "song"}[i], record(i))
	}
	r := Read(parse(t, "http://x.example/find?q=ropes", wrap(b.String())), Options{Query: []string{"ropes"}})
	if len(r.Records) != 10 {
		t.Fatalf("%d records: %v", len(r.Records), r.Reasons)
	}
	out := map[string]string{}
	for _, f := range r.Records[2].Fields {
		if _, twice := out[f.Name]; twice {
			t.Errorf("two fields are called %s", f.Name)
		}
		out[f.Name] = strings.TrimSpace(f.Value + " " + f.Kind)
	}
	return out
}

// What a person would call the columns of a record, whatever elements it is made of.
func TestColumnsAsAPersonWouldNameThem(t *testing.T) {
	towns := []string{"Lübeck", "Bremen", "Emden", "Husum", "Kiel", "Wismar", "Stade", "Varel", "Leer", "Jever"}
	for name, c := range map[string]struct {
		record func(i int) string
		want   map[string]string
	}{
		"labels above and below values": {func(i int) string {
			return fmt.Sprintf("<div><div class=top>%d</div><div class=bottom>Rooms</div></div><div><div class=top>%s</div><div class=bottom>Town</div></div><p><span class=k-label>Pages</span> <span class=k>%d</span></p>", 2+i, towns[i], 70+i)
		}, map[string]string{"rooms": "4 number", "town": "Emden", "pages": "72 number"}},
		"labels whose values follow close behind": {func(i int) string {
			odd := []string{"see also", "note", "ask", "new", "old", "std", "geo", "way", "end", "tip"}[i]
			return fmt.Sprintf("<p class=p1>住所:%s中央区</p><p class=p2>Town:%s</p><p class=name>std::%s</p><p class=more>%s:%d</p>", towns[i], towns[i], towns[i], odd, 3+i)
		}, map[string]string{"住所": "Emden中央区", "town": "Emden", "name": "std::Emden", "more": "ask:5"}},
		"a word before one value is no label": {func(i int) string {
			return fmt.Sprintf("<div><span class=stock>In stock</span><span class=cost>%d.50 €</span></div>", 3+i)
		}, map[string]string{"stock": "In stock", "cost": "5.50 € money"}},
		"what can be done": {func(i int) string {
			return fmt.Sprintf("<p class=place>%s</p><button class=cart>Add to cart</button><a class=full href='/b/%d/full'>View event</a><a class=shelf href='/shelf/sea'>Seafaring</a>", towns[i], 100+i)
		}, map[string]string{"place": "Emden", "shelf": "Seafaring"}},
		"cells of several things": {func(i int) string {
			return fmt.Sprintf("<p class=place>%d Kai %s · %d km</p><p class=lent>%02d.01.2018 - %02d.02.2018</p><p class=range>%d - %d</p>", 100+i, towns[i], 3+i, 10+i, 12+i, 2+i, 7+i)
		}, map[string]string{"place": "102 Kai Emden", "distance": "5 km number", "start": "12.01.2018 date", "end": "14.02.2018 date", "range": "4 - 9"}},
		"elements side by side": {func(i int) string {
			return fmt.Sprintf("<p class=where>Port <b>%s</b> <u>%d m</u></p>", towns[i], 3+i)
		}, map[string]string{"where": "Port Emden 5 m"}},
		"icons": {func(i int) string {
			return fmt.Sprintf("<p class=lang><img src='/f/%d.png' alt='%s'></p><p class=pdf><img src='/pdf.png' alt=''></p><p class=cover><img src='/c/%d.jpg' alt=''></p><p class=place>%s</p>", i%2, []string{"English", "French"}[i%2], i, towns[i])
		}, map[string]string{"place": "Emden", "lang_image": "English", "cover_image": "http://x.example/c/2.jpg image"}},
		"names by what values are": {func(i int) string {
			return fmt.Sprintf("<p class=text-sm>%d €</p><p class=text-sm>2024-03-%02d</p><p class=text-sm>%02d:30</p><p class=text-sm>%d rooms</p><p class=text-sm>A house by the harbour of %s, with a garden and a view</p>", 3+i, 10+i, 8+i, 2+i, towns[i])
		}, map[string]string{"price": "5 € money", "date": "2024-03-12 date", "time": "10:30 time", "rooms": "4 rooms number", "description": "A house by the harbour of Emden, with a garden and a view"}},
		"dates with commas": {func(i int) string {
			return fmt.Sprintf("<p class=when>March %d, 2024 - 6:00pm</p><p class=len>%dh %dm</p>", 10+i, 1+i, 5+i)
		}, map[string]string{"when": "March 12, 2024 - 6:00pm date", "len": "3h 7m duration"}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(c.want, columnsOf(t, c.record)); d != "" {
				t.Errorf("columns (-want +got):\n%s", d)
			}
		})
	}
}

// A wrapper names by its labels what stands on a page of one record, and takes its cells apart.
func TestWrapperReadsLabelsWithoutColon(t *testing.T) {
	layout := func(bs []book) string {
		var s strings.Builder
		for _, b := range bs {
			fmt.Fprintf(&s, "<div class=hit><h3><a href='/b/%d'>%s</a></h3><div><p>%d</p><p>Rooms</p></div><div><p>%s</p><p>Town</p></div><p class=place>%s · %d km</p></div>", b.id, b.title, b.id, b.author, b.author, b.id)
		}
		return s.String()
	}
	w := learned(t, layout)
	one := volumes(300, 1)
	r := Read(parse(t, "http://books.example/find?q=north", wrap(layout(one))), Options{Wrapper: &w})
	if len(r.Records) != 1 {
		t.Fatalf("%d records: %v", len(r.Records), r.Reasons)
	}
	f := fieldsOf(r.Records[0])
	if want := fmt.Sprint(one[0].id); f["rooms"].Value != want || f["town"].Value != one[0].author || f["distance"].Value != want+" km" || f["place"].Value != one[0].author {
		t.Errorf("%+v of %+v", f, one[0])
	}
}

// The column that is headed as names are is what records are called, though names come again
// and what follows says more.
func TestNamesByTheirHeading(t *testing.T) {
	for _, heading := range []string{"Namn", "Navn", "Nazwa", "Název", "Имя", "Nama", "氏名", "이름", "용어", "ชื่อ", "नाम", "الاسم"} {
		var b strings.Builder
		for i := range 12 {
			fmt.Fprintf(&b, "<tr><td>%s</td><td>%d Long Street by the old harbour</td><td>Mora</td></tr>", []string{"Larsson, Anna", "Larsson, Olof", "Eriksson, Karin", "Berg, Nils", "Dahlgren, Eva", "Ekdahl, Sven"}[i%6], i)
		}
		r := Read(parse(t, "http://phone.example/?q=mora", wrap("<table><tr><th>"+heading+"</th><th>A</th><th>B</th></tr>"+b.String()+"</table>")), Options{Query: []string{"mora"}})
		if len(r.Records) != 12 || r.Records[0].Title != "Larsson, Anna" {
			t.Errorf("%s: %d records, the first is called %q", heading, len(r.Records), append(r.Records, Record{})[0].Title)
		}
	}
}
