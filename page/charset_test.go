package page

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

func encode(t *testing.T, e encoding.Encoding, s string) string {
	t.Helper()
	out, err := e.NewEncoder().String(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const (
	russian  = "Библиотека открыта с девяти часов утра, книги выдаются на месяц."
	greek    = "Η βιβλιοθήκη είναι ανοιχτή από τις εννέα, τα βιβλία δίνονται για έναν μήνα."
	nihongo  = "図書館は九時に開きます。本は一か月借りることができます。"
	zhongwen = "图书馆九点开门，书可以借一个月，读者需要在门口登记姓名。"
	hangugeo = "도서관은 아홉 시에 문을 엽니다. 책은 한 달 동안 빌릴 수 있습니다."
)

func TestCharset(t *testing.T) {
	utf16le := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	utf16be := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	cyrillic := encode(t, charmap.Windows1251, "<p>Привет")
	japaneseText := encode(t, japanese.ShiftJIS, "<p>表示ソ能")
	iso2022 := encode(t, japanese.ISO2022JP, "<p>日本")
	far := "<!--" + strings.Repeat(" ", 2000) + "-->"
	out := "<!--" + strings.Repeat(" ", 9000) + "-->"
	for _, c := range []struct{ name, contentType, body, charset, text string }{
		{"nothing said, ASCII", "text/html", "<p>a", "windows-1252", "a"},
		{"nothing said, UTF-8", "text/html", "<p>é", "utf-8", "é"},
		{"UTF-8 cut in a character", "text/html", "<p>aéb\xe6\x97", "utf-8", "aéb\ufffd"},
		{"UTF-8 only after 2000 bytes", "", far + "<p>é", "utf-8", "é"},
		{"nothing said, Latin", "", "<p>caf\xe9 \x93x\x94", "windows-1252", "café “x”"},
		{"header", "text/html; charset=windows-1251", cyrillic, "windows-1251", "Привет"},
		{"header with an alias", "text/html;charset='cp1251'", cyrillic, "windows-1251", "Привет"},
		{"broken header", "text/html; charset=windows-1251; x", cyrillic, "windows-1251", "Привет"},
		{"unknown in header, meta", "text/html; charset=nonsense", "<meta charset=windows-1251>" + cyrillic, "windows-1251", "Привет"},
		{"header beats meta", "text/html; charset=utf-8", "<meta charset=windows-1251><p>é", "utf-8", "é"},
		{"UTF-8 beats a header that lies", "text/html; charset=windows-1251", "<p>crème brûlée à part", "utf-8", "crème brûlée à part"},
		{"UTF-8 beats a meta that lies", "", "<meta charset=iso-8859-1><p>Здравствуй", "utf-8", "Здравствуй"},
		{"UTF-8 by chance", "text/html; charset=gbk", "<p>\xc1\xaa\xcd\xa8", "gbk", "联通"},
		{"BOM beats header", "text/html; charset=windows-1251", "\ufeff<p>é", "utf-8", "é"},
		{"meta beats well-formed UTF-8", "", "<meta charset=windows-1252><p>é", "windows-1252", "Ã©"},
		{"meta charset", "", "<meta charset=Shift_JIS>" + japaneseText, "shift_jis", "表示ソ能"},
		{"meta content", "", "<meta content='text/html; charset = \"windows-1251\"' http-equiv=Content-Type>" + cyrillic, "windows-1251", "Привет"},
		{"content without pragma", "", "<meta name=x content='text/html; charset=windows-1251'><p>é", "utf-8", "é"},
		{"meta in a comment", "", "<!-- <meta charset=windows-1251> --><p>é", "utf-8", "é"},
		{"meta in noscript", "", "<noscript><meta charset=windows-1251></noscript>" + cyrillic, "windows-1251", "Привет"},
		{"meta utf-16 is utf-8", "", "<meta charset=utf-16><p>é", "utf-8", "é"},
		{"late meta", "", far + "<meta charset=windows-1251>" + cyrillic, "windows-1251", "Привет"},
		{"late meta, 7-bit page", "", far + "<meta charset=iso-2022-jp>" + iso2022, "iso-2022-jp", "日本"},
		{"UTF-8 beats late meta", "", far + "<meta charset=windows-1251><p>é", "utf-8", "é"},
		{"meta much too late", "", out + "<meta charset=windows-1251>" + cyrillic, "windows-1251", "Привет"},
		{"XML declaration", "application/xhtml+xml", "<?xml version='1.0' encoding='windows-1251'?>" + cyrillic, "windows-1251", "Привет"},
		{"meta beats XML declaration", "", "<?xml version='1.0' encoding='koi8-r'?><meta charset=windows-1251>" + cyrillic, "windows-1251", "Привет"},
		{"UTF-16 LE by BOM", "", "\xff\xfe" + encode(t, utf16le, "<p>é"), "utf-16le", "é"},
		{"UTF-16 BE by BOM", "text/html", "\xfe\xff" + encode(t, utf16be, "<p>é"), "utf-16be", "é"},
		{"UTF-16 by header", "text/html; charset=utf-16", encode(t, utf16le, "<p>é"), "utf-16le", "é"},
		{"UTF-16 LE unsaid", "text/html", encode(t, utf16le, "<p>é"), "utf-16le", "é"},
		{"UTF-16 BE unsaid", "text/html", encode(t, utf16be, "<p>é"), "utf-16be", "é"},
		{"declared UTF-8, is not", "text/html; charset=utf-8", "<p>caf\xe9 noir", "windows-1252", "café noir"},
		{"declared UTF-8, is not, Russian", "text/html; charset=utf-8", encode(t, charmap.Windows1251, "<p>"+russian), "windows-1251", russian},
		{"declared UTF-8, has a piece that is not", "text/html; charset=utf-8", "<p>é <b>caf\xe9</b><i>ü", "utf-8", "é caf\ufffdü"},
		{"nothing said, Russian", "", encode(t, charmap.Windows1251, "<p>"+russian), "windows-1251", russian},
		{"nothing said, KOI8-R", "", encode(t, charmap.KOI8R, "<p>"+russian), "koi8-r", russian},
		{"nothing said, Greek", "", encode(t, charmap.ISO8859_7, "<p>"+greek), "iso-8859-7", greek},
		{"nothing said, Japanese", "", encode(t, japanese.ShiftJIS, "<p>"+nihongo), "shift_jis", nihongo},
		{"nothing said, Chinese", "", encode(t, simplifiedchinese.GBK, "<p>"+zhongwen), "gb18030", zhongwen},
		{"nothing said, Korean", "", encode(t, korean.EUCKR, "<p>"+hangugeo), "euc-kr", hangugeo},
		{"nothing said, Hungarian", "", encode(t, charmap.Windows1252, "<p>Köszönöm, a könyvek jegyzéke itt található"), "windows-1252", "Köszönöm, a könyvek jegyzéke itt található"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := ParseDocument([]byte(c.body), c.contentType, MustParseURL("http://h.example/"))
			if err != nil {
				t.Fatal(err)
			}
			if got := d.Text(); d.Charset != c.charset || got != c.text {
				t.Errorf("%s %q, want %s %q", d.Charset, got, c.charset, c.text)
			}
		})
	}
}
