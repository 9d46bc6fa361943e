package forms_test

import (
	"testing"

	"golang.org/x/net/html/charset"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// submission is one case of HTML's form submission algorithm. Its first form
// is filled. TestFill compares Fill with want, TestChrome compares Fill with
// what a browser sends.
type submission struct {
	name    string
	body    string // of a page at /case
	charset string // that the page is served in; utf-8 where empty
	values  forms.Values
	submit  forms.Submission
	want    string // METHOD, path and query; of POST also content type and body
	chrome  string // what Chrome sends where it is known to deviate from the standard
}

const (
	urlencoded = " application/x-www-form-urlencoded\n"
	multipart  = " multipart/form-data; boundary=BOUNDARY\n"
)

var submissions = []submission{
	{name: "text by GET", body: `<form action=/sent><input name=q></form>`,
		values: forms.Values{"q": {"two words"}}, want: "GET /sent?q=two+words"},
	{name: "text by POST", body: `<form action=/sent method=post><input name=q></form>`,
		values: forms.Values{"q": {"a&b=c"}}, want: "POST /sent" + urlencoded + "q=a%26b%3Dc"},
	{name: "every ASCII character", body: `<form action=/sent><input name=q></form>`,
		values: forms.Values{"q": {" !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~"}},
		want:   "GET /sent?q=+%21%22%23%24%25%26%27%28%29*%2B%2C-.%2F09%3A%3B%3C%3D%3E%3F%40AZ%5B%5C%5D%5E_%60az%7B%7C%7D%7E"},
	{name: "names are encoded too", body: `<form action=/sent><input name="a[b] é"></form>`,
		values: forms.Values{"a[b] é": {"1"}}, want: "GET /sent?a%5Bb%5D+%C3%A9=1"},
	{name: "nothing bound", body: `<form action=/sent><input name=q value=def><input name=e></form>`, want: "GET /sent?q=def&e="},
	{name: "no names", body: `<form action=/sent><input id=q><input name=""></form>`, want: "GET /sent?"},
	{name: "GET replaces the query", body: `<form action="/sent?old=1&q=2#f"><input name=q></form>`,
		values: forms.Values{"q": {"x"}}, want: "GET /sent?q=x"},
	{name: "POST keeps the query", body: `<form action="/sent?old=1&q=2#f" method=POST><input name=q></form>`,
		values: forms.Values{"q": {"x"}}, want: "POST /sent?old=1&q=2" + urlencoded + "q=x"},
	{name: "no action", body: `<form><input name=q></form>`, values: forms.Values{"q": {"x"}}, want: "GET /case?q=x"},
	{name: "empty action is the page, not its base", body: `<base href=/other/><form action=""><input name=q></form>`,
		values: forms.Values{"q": {"x"}}, want: "GET /case?q=x"},
	{name: "action against the base", body: `<base href=/dir/x><form action="sent"><input name=q></form>`,
		values: forms.Values{"q": {"x"}}, want: "GET /dir/sent?q=x"},
	{name: "unknown method is GET", body: `<form action=/sent method=put><input name=q></form>`,
		values: forms.Values{"q": {"x"}}, want: "GET /sent?q=x"},
	{name: "GET ignores enctype", body: `<form action=/sent enctype=multipart/form-data><input name=q></form>`,
		values: forms.Values{"q": {"x"}}, want: "GET /sent?q=x"},

	{name: "hidden and order", body: `<form action=/sent><input type=hidden name=h value=1><input name=q><input type=hidden name=h value=2></form>`,
		values: forms.Values{"q": {"x"}}, want: "GET /sent?h=1&q=x&h=2"},
	{name: "duplicate names", body: `<form action=/sent><input name=a value=0><input name=b><input name=a></form>`,
		values: forms.Values{"a": {"1", "2"}}, want: "GET /sent?a=1&b=&a=2"},
	{name: "fewer values than boxes", body: `<form action=/sent><input name=a value=0><input name=a value=0></form>`,
		values: forms.Values{"a": {"1"}}, want: "GET /sent?a=1&a="},
	{name: "cleared", body: `<form action=/sent><input name=a value=0><input type=checkbox name=c checked><select multiple name=m><option selected>1</select></form>`,
		values: forms.Values{"a": {}, "c": {}, "m": {}}, want: "GET /sent?a="},
	{name: "disabled", body: `<form action=/sent><input name=a disabled value=1><input name=q><select name=s disabled><option>1</select><input type=hidden name=h value=1 disabled></form>`,
		want: "GET /sent?q="},
	{name: "disabled fieldset but its first legend", body: `<form action=/sent><fieldset disabled><legend><input name=in value=1></legend><input name=out value=1><legend><input name=second value=1></legend><fieldset><input name=deep value=1></fieldset></fieldset><input name=q></form>`,
		want: "GET /sent?in=1&q="},
	{name: "readonly is sent", body: `<form action=/sent><input name=r readonly value=1 required pattern=x><input name=q></form>`, want: "GET /sent?r=1&q="},
	{name: "owned from outside, in tree order", body: `<input form=f name=before value=1><form id=f action=/sent><input name=q></form><select form=f name=after><option>2</select><form><input form=f name=other value=3><input name=lost value=4></form>`,
		want: "GET /sent?before=1&q=&after=2&other=3"},
	{name: "form attribute takes out", body: `<form action=/sent><input name=q><input name=gone form=nowhere value=1></form>`, want: "GET /sent?q="},
	{name: "table breaks the form", body: `<table><form action=/sent><tr><td><input name=q></td></tr><tr><td><select name=s><option>1</select><input type=submit value=Go></td></tr></form></table>`,
		values: forms.Values{"q": {"x"}}, want: "GET /sent?q=x&s=1"},

	{name: "checkboxes", body: `<form action=/sent><input type=checkbox name=a><input type=checkbox name=a value=2 checked><input name=q><input type=checkbox name=a value=3><input type=checkbox name=b checked></form>`,
		values: forms.Values{"a": {"3", "on"}}, want: "GET /sent?a=on&q=&a=3&b=on"},
	{name: "group around other controls", body: `<form action=/sent><input type=checkbox name=a value=1 checked><input name=q><input type=checkbox name=a value=2 checked></form>`,
		want: "GET /sent?a=1&q=&a=2"},
	{name: "checkbox with its hidden stand-in", body: `<form action=/sent><input type=hidden name=c value=0><input type=checkbox name=c value=1></form>`,
		values: forms.Values{"c": {"1"}}, want: "GET /sent?c=0&c=1"},
	{name: "radio buttons, last checked wins", body: `<form action=/sent><input type=radio name=r value=1 checked><input type=radio name=r value=2 checked><input type=radio name=s value=3></form>`,
		want: "GET /sent?r=2"},
	{name: "radio bound", body: `<form action=/sent><input type=radio name=r value=1 checked><input name=q><input type=radio name=r value=2></form>`,
		values: forms.Values{"r": {"2"}}, want: "GET /sent?q=&r=2"},
	{name: "disabled among a group", body: `<form action=/sent><input type=checkbox name=a value=1 checked disabled><input type=checkbox name=a value=2 checked></form>`,
		want: "GET /sent?a=2"},

	{name: "select takes the first enabled", body: `<form action=/sent><select name=s><option disabled>0<optgroup disabled><option>1</optgroup><optgroup label=g><option value="">2</optgroup><option>3</select></form>`,
		want: "GET /sent?s="},
	{name: "select, last selected", body: `<form action=/sent><select name=s><option selected>1<option selected>2<option>3</select></form>`, want: "GET /sent?s=2"},
	{name: "selected but disabled", body: `<form action=/sent><select name=s><option selected disabled>Choose<option>2</select><input name=q></form>`, want: "GET /sent?q="},
	{name: "list box has no default", body: `<form action=/sent><select name=s size=4><option>1<option>2</select></form>`, want: "GET /sent?"},
	{name: "option text is collapsed", body: "<form action=/sent><select name=s><option>  two \n  words </select></form>", want: "GET /sent?s=two+words"},
	{name: "option label is not its value", body: `<form action=/sent><select name=s><option label=L>text</select></form>`, want: "GET /sent?s=text"},
	{name: "multiple select", body: `<form action=/sent><select name=s multiple><option>1<option selected>2<option>3<option disabled selected>4</select></form>`,
		values: forms.Values{"s": {"3", "1"}}, want: "GET /sent?s=1&s=3"},
	{name: "multiple select as served", body: `<form action=/sent><select name=s multiple><option>1<option selected>2<option disabled selected>4</select></form>`, want: "GET /sent?s=2"},
	{name: "datalist only suggests", body: `<form action=/sent><input name=q list=l><datalist id=l><option value=a><input name=inner value=1></datalist></form>`,
		values: forms.Values{"q": {"zzz"}}, want: "GET /sent?q=zzz", chrome: "GET /sent?q=zzz&inner=1"},
	{name: "output, object and fieldset are not sent", body: `<form action=/sent><fieldset name=f><output name=o>1</output><object name=x></object><input name=q></fieldset></form>`, want: "GET /sent?q="},

	{name: "default button is the first", body: `<form action=/sent><input name=q><button name=b value=1>One</button><input type=submit name=b value=2></form>`,
		values: forms.Values{"q": {"x"}}, want: "GET /sent?q=x&b=1"},
	{name: "buttons that do not submit", body: `<form action=/sent><button type=button name=n value=0>N</button><input type=reset name=r><input type=button name=i value=0><input name=q><button type=bogus name=b value=1>One</button></form>`,
		want: "GET /sent?q=&b=1"},
	{name: "button before the box", body: `<form action=/sent><input type=submit name=b value=1><input name=q></form>`, want: "GET /sent?b=1&q="},
	{name: "chosen button by value", body: `<form action=/sent><input name=q><button name=b value=1>One</button><button name=b value=2>Two</button></form>`,
		submit: forms.Submission{Button: "b", Value: "2"}, want: "GET /sent?q=&b=2"},
	{name: "button without value", body: `<form action=/sent><input name=q><button name=b>One</button></form>`, want: "GET /sent?q=&b="},
	{name: "submit input without value", body: `<form action=/sent><input name=q><input type=submit name=b></form>`, want: "GET /sent?q=&b=Submit"},
	{name: "submit input with empty value", body: `<form action=/sent><input name=q><input type=submit name=b value=""></form>`, want: "GET /sent?q=&b="},
	{name: "image button", body: `<form action=/sent><input name=q><input type=image name=go src=/x.png alt=Go></form>`, want: "GET /sent?q=&go.x=0&go.y=0"},
	{name: "image button without name", body: `<form action=/sent><input name=q><input type=image value=v src=/x.png></form>`, want: "GET /sent?q=&x=0&y=0"},
	{name: "image button not pressed", body: `<form action=/sent><input name=q><input type=submit name=b value=1><input type=image name=go></form>`, want: "GET /sent?q=&b=1"},
	{name: "button owned from outside", body: `<button form=f name=b value=1>One</button><form id=f action=/sent><input name=q><button name=b value=2>Two</button></form>`,
		want: "GET /sent?b=1&q="},
	{name: "formaction", body: `<form action=/wrong><input name=q><button formaction=/sent?x=1>Go</button></form>`, want: "GET /sent?q="},
	{name: "formmethod post", body: `<form action=/sent?a=1><input name=q><button formmethod=post>Search</button></form>`,
		values: forms.Values{"q": {"a b"}}, want: "POST /sent?a=1" + urlencoded + "q=a+b"},
	{name: "formmethod get", body: `<form action=/sent?a=1 method=post><input name=q><button formmethod=get>Search</button></form>`, want: "GET /sent?q="},
	{name: "formnovalidate", body: `<form action=/sent><input name=q required><button formnovalidate>Search</button></form>`, want: "GET /sent?q="},
	{name: "novalidate", body: `<form action=/sent novalidate><input name=q required pattern=[0-9]><input type=number name=n min=5></form>`,
		values: forms.Values{"q": {"x"}, "n": {"1"}}, want: "GET /sent?q=x&n=1"},

	{name: "textarea newlines", body: "<form action=/sent><textarea name=q>\n\na\nb</textarea></form>", want: "GET /sent?q=%0D%0Aa%0D%0Ab"},
	{name: "textarea bound", body: `<form action=/sent><textarea name=q></textarea></form>`,
		values: forms.Values{"q": {"a\nb\r\nc\rd"}}, want: "GET /sent?q=a%0D%0Ab%0D%0Ac%0D%0Ad"},
	{name: "newlines in hidden values and names", body: "<form action=/sent><input type=hidden name='a&#10;b' value='1&#13;2&#10;3&#13;&#10;'></form>",
		want: "GET /sent?a%0D%0Ab=1%0D%0A2%0D%0A3%0D%0A"},
	{name: "newlines in text are dropped", body: "<form action=/sent><input name=q value='a&#10;b'></form>", want: "GET /sent?q=ab"},
	{name: "values are sanitized", body: `<form action=/sent><input type=number name=n value=1x><input type=number name=m value=1e2><input type=range name=r value=500><input type=range name=d min=0 max=9><input type=date name=t value=2020-13-01><input type=date name=v value=2020-02-29><input type=url name=u value=" http://a/ "><input type=month name=o value=2020-00></form>`,
		want: "GET /sent?n=&m=1e2&r=100&d=5&t=&v=2020-02-29&u=http%3A%2F%2Fa%2F&o="},
	{name: "typed inputs bound", body: `<form action=/sent><input type=number name=n step=0.1><input type=date name=d><input type=search name=s><input type=tel name=t><input type=range name=r></form>`,
		values: forms.Values{"n": {"1.1"}, "d": {"2021-05-06"}, "s": {"x"}, "t": {"+1 2"}, "r": {"7"}},
		want:   "GET /sent?n=1.1&d=2021-05-06&s=x&t=%2B1+2&r=7"},
	{name: "_charset_", body: `<form action=/sent><input type=hidden name=_charset_ value=x><input type=hidden name=_CHARSET_><input name=_charset_ value=y></form>`,
		want: "GET /sent?_charset_=UTF-8&_CHARSET_=UTF-8&_charset_=y"},

	{name: "latin1 page", charset: "iso-8859-1", body: `<form action=/sent><input name=q><input type=hidden name=_charset_></form>`,
		values: forms.Values{"q": {"é€ж"}}, want: "GET /sent?q=%E9%80%26%231078%3B&_charset_=windows-1252"},
	{name: "latin1 page, POST with a query", charset: "iso-8859-1", body: `<form method=post action="/sént?ä=ж"><input name=q></form>`,
		values: forms.Values{"q": {"é😀"}}, want: "POST /s%C3%A9nt?%E4=%26%231078%3B" + urlencoded + "q=%E9%26%23128512%3B"},
	{name: "shift_jis", charset: "shift_jis", body: `<form action=/sent><input name=q></form>`,
		values: forms.Values{"q": {"検索−¥‾～é"}}, want: "GET /sent?q=%8C%9F%8D%F5%81%7C%5C%7E%81%60%26%23233%3B"},
	{name: "euc-jp", charset: "euc-jp", body: `<form action=/sent><input name=q></form>`,
		values: forms.Values{"q": {"検索−¥～"}}, want: "GET /sent?q=%B8%A1%BA%F7%A1%DD%5C%A1%C1"},
	{name: "iso-2022-jp", charset: "iso-2022-jp", body: `<form action=/sent><input name=q></form>`,
		values: forms.Values{"q": {"検索a"}}, want: "GET /sent?q=%1B%24B8%21%3Aw%1B%28Ba"},
	{name: "gbk", charset: "gb2312", body: `<form action=/sent><input name=q><input type=hidden name=_charset_></form>`,
		values: forms.Values{"q": {"检索€"}}, want: "GET /sent?q=%BC%EC%CB%F7%80&_charset_=GBK"},
	{name: "big5", charset: "big5", body: `<form action=/sent><input name=q></form>`, values: forms.Values{"q": {"檢索"}}, want: "GET /sent?q=%C0%CB%AF%C1"},
	{name: "euc-kr", charset: "euc-kr", body: `<form action=/sent><input name=q></form>`, values: forms.Values{"q": {"검색"}}, want: "GET /sent?q=%B0%CB%BB%F6"},
	{name: "koi8-r", charset: "koi8-r", body: `<form action=/sent><input name=q></form>`, values: forms.Values{"q": {"поиск"}}, want: "GET /sent?q=%D0%CF%C9%D3%CB"},
	{name: "utf-16 page sends utf-8", charset: "utf-16le", body: `<form action=/sent><input name=q><input type=hidden name=_charset_></form>`,
		values: forms.Values{"q": {"é"}}, want: "GET /sent?q=%C3%A9&_charset_=UTF-8"},
	{name: "accept-charset", body: `<form action=/sent accept-charset="bogus iso-8859-2 utf-8"><input name=q><input type=hidden name=_charset_></form>`,
		values: forms.Values{"q": {"żö€"}}, want: "GET /sent?q=%BF%F6%26%238364%3B&_charset_=ISO-8859-2"},
	{name: "accept-charset utf-16", body: `<form action=/sent accept-charset="utf-16be,latin1"><input name=q></form>`,
		values: forms.Values{"q": {"é"}}, want: "GET /sent?q=%C3%A9"},
	{name: "accept-charset unknown", charset: "windows-1251", body: `<form action=/sent accept-charset="unknown"><input name=q></form>`,
		values: forms.Values{"q": {"ж"}}, want: "GET /sent?q=%E6"},

	{name: "multipart", body: `<form action=/sent method=post enctype=multipart/form-data><input name=q><input type=checkbox name='a"b' value=1 checked><textarea name=t>` + "\nx\ny" + `</textarea><button name=b value=1>Search</button></form>`,
		values: forms.Values{"q": {"é&"}},
		want: "POST /sent" + multipart +
			"--BOUNDARY\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\né&\r\n" +
			"--BOUNDARY\r\nContent-Disposition: form-data; name=\"a%22b\"\r\n\r\n1\r\n" +
			"--BOUNDARY\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nx\r\ny\r\n" +
			"--BOUNDARY\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n1\r\n--BOUNDARY--\r\n"},
	{name: "multipart in latin1", charset: "windows-1252", body: `<form action=/sent method=post enctype=multipart/form-data><input name=é></form>`,
		values: forms.Values{"é": {"éж"}},
		want:   "POST /sent" + multipart + "--BOUNDARY\r\nContent-Disposition: form-data; name=\"\xe9\"\r\n\r\n\xe9&#1078;\r\n--BOUNDARY--\r\n"},
	{name: "multipart without entries", body: `<form action=/sent method=post enctype=multipart/form-data></form>`, want: "POST /sent" + multipart + "--BOUNDARY--\r\n"},
	{name: "unknown enctype", body: `<form action=/sent method=post enctype=text/html><input name=q></form>`,
		values: forms.Values{"q": {"x"}}, want: "POST /sent" + urlencoded + "q=x"},
	{name: "empty POST", body: `<form action=/sent method=post><input></form>`, want: "POST /sent" + urlencoded},
	{name: "view state", body: `<form method=post action="/sent;jsessionid=1?x=y"><input type=hidden name=__VIEWSTATE value="/wEPDwUKMTY3+Nzc=="><input type=hidden name=__EVENTTARGET value=""><input name=ctl00$q><input type=submit name=ctl00$go value=Search></form>`,
		values: forms.Values{"ctl00$q": {"x"}},
		want:   "POST /sent;jsessionid=1?x=y" + urlencoded + "__VIEWSTATE=%2FwEPDwUKMTY3%2BNzc%3D%3D&__EVENTTARGET=&ctl00%24q=x&ctl00%24go=Search"},
}

// encoded is the page of a case as a server sends it.
func (c submission) encoded(t testing.TB) (body []byte, contentType string) {
	t.Helper()
	text := "<!DOCTYPE html><title>case</title><body>" + c.body
	if c.charset == "" {
		return []byte(text), "text/html; charset=utf-8"
	}
	if c.charset == "utf-16le" {
		var out []byte
		for _, r := range text {
			out = append(out, byte(r), byte(r>>8))
		}
		return out, "text/html; charset=utf-16le"
	}
	enc, _ := charset.Lookup(c.charset)
	out, err := enc.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out, "text/html; charset=" + c.charset
}

// filled parses the case's page at u and fills its first form. The form is
// made a certain search first: how it is judged is not what is tested here.
func (c submission) filled(t testing.TB, u page.URL) (page.Request, error) {
	t.Helper()
	body, contentType := c.encoded(t)
	doc, err := page.ParseDocument(body, contentType, u)
	if err != nil {
		t.Fatal(err)
	}
	f := forms.Parse(doc)[0]
	f.Purpose, f.Score, c.submit.Named = forms.Search, 1, true
	return f.Fill(c.values, c.submit)
}
