package deeds

import (
	"os"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// at returns an address of the site that the tests speak of.
func at(path string) page.URL { return page.MustParseURL("http://site.example" + path) }

func TestAddresses(t *testing.T) {
	var a Addresses
	for _, path := range []string{
		"/logout", "/item/7/delete", "/items/delete/7", "/?action=remove&id=7", "/cart/add?x=1", "/x/list?action=delete", "/x?cmd=rm&f=1",
		"/signoff", "/vote?id=7", "/p?add-to-cart=7", "/abmelden", "/l%C3%B6schen", "/l%F6schen", "/loeschen/7", "/x%2Fdelete", "/%2564elete",
		"/trash", "/purge", "/opt-out", "/close-account", "/account/close", "/x;action=delete", "/x;do=logout/list", "/delete.php?id=1",
		"/deleteItem?id=1", "/index.php?page=logout", "/index.php?route=account/logout", "/?r=site/logout", "/?option=com_users&task=user.logout",
		"/items/7/like", "/redirect?url=/items/7/like", "/item/7/report", "/books/7/review", "/rate.php?id=1&delete=1", "/x?_method=x&do=purge", "/unsubscribe?u=1", "/subscribe",
		"/DELETE/7", "/item-delete.php", "/confirm-delete", "/removeFromCart?i=1", "/item/3f2504e0-4f89-11d3-9a0c-0305e82c3301/remove", "/post-comment", "/sendmail.cgi",
	} {
		if a.Deed(at(path)) == "" {
			t.Errorf("%s is no deed", path)
		}
	}
	for _, path := range []string{
		"/", "/search?q=delete", "/how-to-delete-an-account", "/how-to-delete-your-data", "/books/order", "/list?sort=order", "/list?order=asc", "/report/7", "/reports/2020/list",
		"/annual/2020/report", "/blog/post/17", "/mark/5", "/exchange/rate", "/item;jsessionid=a1b2", "/recipes/remove-stains", "/jobs/delete-engineer", "/film/the-vote",
		"/removals", "/list-of-removals", "/deleted-scenes", "/votes", "/subscribers", "/list?page=2", "/list?p=3", "/login?next=/logout", "/search?s=logout", "/buyers-guide",
		"/list?delete=0", "/drop-city", "/orders", "/comments", "/posts/12/comments", "/list?like=cat", "/list?rate=3", "/delete-engineer-salaries-2020",
	} {
		if word := a.Deed(at(path)); word != "" {
			t.Errorf("%s is a deed: %q", path, word)
		}
	}
}

// Every language has every section, or says why it has not.
func TestLanguagesAreWhole(t *testing.T) {
	whole, have := 0, lexicon.Languages(files)
	for language := range lexicon.Languages(os.DirFS("../page/lexicon")) {
		if have[language] == nil {
			t.Errorf("the words of pages are known in %s, those of deeds are not", language)
		}
	}
	for language, of := range have {
		if language == "rest" {
			continue
		}
		whole++
		for s := range new(words).sections() {
			if of[s] == nil && s != "wreck" && s != "sought" { // other languages are not so ambiguous, or do not bend the word
				t.Errorf("%s has no section %s", language, s)
			}
		}
	}
	if whole < 29 {
		t.Errorf("%d languages", whole)
	}
}

// sent is a form as a search would look, with what the test changes about it.
func sent(change func(*Act)) Act {
	a := Act{By: Send, Name: "3", URL: at("/go"), Fields: []Field{{Kind: "text", Name: "x", Label: "Text"}}, Submitter: &Button{Label: "OK"}}
	change(&a)
	return a
}

// TestFormsThatDoSomething: whatever says the deed, and in which language.
func TestFormsThatDoSomething(t *testing.T) {
	hidden := func(name, value string) func(*Act) {
		return func(a *Act) { a.Fields = append(a.Fields, Field{Kind: "hidden", Name: name, Value: value}) }
	}
	button := func(label string) func(*Act) { return func(a *Act) { a.Submitter = &Button{Label: label} } }
	action := func(path string) func(*Act) { return func(a *Act) { a.URL = at(path) } }
	box := func(f Field) func(*Act) {
		return func(a *Act) {
			if f.Kind == "" {
				f.Kind = "text"
			}
			a.Fields = []Field{f}
		}
	}
	for name, change := range map[string]func(*Act){
		"hidden action": hidden("action", "delete"), "hidden op": hidden("op", "purge"), "hidden do": hidden("do", "logout"), "hidden task": hidden("task", "user.unsubscribe"),
		"hidden in German": hidden("aktion", "löschen"), "hidden in French": hidden("action", "supprimer"), "hidden under another name": hidden("zz", "delete_item"),
		"hidden statement":         hidden("q", "INSERT INTO lamps VALUES (1, 'a lamp of brass that hangs in the hall, and burns oil')"),
		"statement in the address": action("/rows?db=a&sql=DROP+TABLE+%60lamps%60"),
		"hidden switch":            hidden("delete", "1"), "hidden path": hidden("route", "account/logout"), "postback": hidden("__EVENTTARGET", "ctl00$btnDelete"),
		"in Dutch": hidden("taak", "wissen"), "in Turkish": hidden("yap", "boşalt"), "hidden and encoded": hidden("modus", "l%25C3%25B6schen"), "all of them": hidden("event", "close_all"),
		"chosen by the page": func(a *Act) {
			a.Fields = append(a.Fields, Field{Kind: "radio", Name: "zz", Options: []Option{{Value: "show"}, {Value: "remove", Selected: true}}})
		},
		"turn": action("/redirect?url=/logout"), "find a table": func(a *Act) { a.Submitter, a.Around = &Button{Label: "Find a table"}, []string{"Book a table"} },
		"search word in its heading": func(a *Act) { a.Around = []string{"Marcar consulta"} }, "soft hyphens": button("Ab\u00admel\u00adden"),
		"override": hidden("_method", "delete"), "ticked": func(a *Act) {
			a.Fields = append(a.Fields, Field{Kind: "checkbox", Name: "delete", Options: []Option{{Value: "1", Selected: true}}})
		},
		"ticked by its label": func(a *Act) {
			a.Fields = append(a.Fields, Field{Kind: "checkbox", Name: "z", Label: "Supprimer", Options: []Option{{Value: "1", Selected: true}}})
		},
		"chosen command": func(a *Act) {
			a.Fields = append(a.Fields, Field{Kind: "select", Name: "do", Asked: true, Options: []Option{{Value: "trash", Label: "Move", Selected: true}}})
		},
		"button's value":  func(a *Act) { a.Submitter = &Button{Name: "cmd", Value: "remove", Label: "Go"} },
		"button's place":  func(a *Act) { a.Submitter = &Button{Label: "Go", URL: at("/items/purge")} },
		"button's method": func(a *Act) { a.Submitter = &Button{Label: "Go", Method: "DIALOG"} },
		"delete":          button("Delete"), "German": button("Jetzt löschen"), "French": button("Se désabonner"), "Spanish": button("Eliminar cuenta"), "Italian": button("Aggiungi al carrello"),
		"Portuguese": button("Finalizar compra"), "Dutch": button("Nu betalen"), "Swedish": button("Ta bort"), "Danish": button("Slet konto"), "Norwegian": button("Legg i handlekurv"),
		"Finnish": button("Lisää ostoskoriin"), "Polish": button("Dodaj do koszyka"), "Czech": button("Odhlásit se"), "Hungarian": button("Kosárba"), "Turkish": button("Sepete ekle"),
		"Russian": button("Оформить заказ"), "Ukrainian": button("Видалити"), "Greek": button("Διαγραφή"), "Hebrew": button("מחק"), "Arabic": button("حذف"), "Chinese": button("加入购物车"),
		"Japanese": button("削除する"), "Korean": button("회원탈퇴"), "Romanian": button("Șterge"), "Hindi": button("हटाएं"), "Bengali": button("মুছে ফেলুন"), "Urdu": button("مٹائیں"), "Tamil": button("நீக்கு"), "Serbian": button("Поручи"),
		"Lithuanian": button("Ištrinti"), "Catalan": button("Esborra"), "Icelandic": button("Eyða"), "Georgian": button("წაშლა"), "Swahili": button("Futa"), "booking in Arabic": button("إلغاء الحجز"),
		"save search": button("Save search"), "job alert": button("Create job alert"), "rating": button("Rate this film"), "rebuild": button("Rebuild index"), "clear": button("Clear history"),
		"suggest": button("Suggest a purchase"), "add": button("Add a book"), "table": button("Book a table"), "rsvp": button("RSVP"), "nominate": button("Nominate"), "call": button("Call me back"),
		"quote": button("Get a quote"), "chat": button("Start chat"), "suche speichern": button("Suche speichern"), "rappel": button("Être rappelé"), "Tisch": button("Tisch reservieren"),
		"trash": action("/trash"), "purge": action("/purge"), "remove": action("/remove"), "opt-out": action("/opt-out"), "close": action("/close-account"), "encoded": action("/l%C3%B6schen"),
		"twice encoded": action("/%2564elete"), "matrix": action("/list;action=delete"), "supprimer": action("/supprimer"), "Cyrillic": action("/%D1%83%D0%B4%D0%B0%D0%BB%D0%B8%D1%82%D1%8C"),
		"pwd": box(Field{Name: "pwd"}), "pin": box(Field{Label: "PIN"}), "passcode": box(Field{ID: "passcode"}), "one-time code": box(Field{Autocomplete: "one-time-code"}), "card": box(Field{Label: "Card number"}),
		"cvv": box(Field{Name: "cvv"}), "mail by keyboard": box(Field{Name: "x", InputMode: "email"}), "mail by example": box(Field{Name: "x", Placeholder: "you@example.com"}),
		"mail by pattern": box(Field{Name: "x", Pattern: `[^@]+@[^@]+\.[a-z]+`}), "mail in Greek": box(Field{Label: "Ηλεκτρονική διεύθυνση"}),
		"newsletter by its heading": func(a *Act) { a.Around = []string{"Newsletter"} }, "under a heading in Czech": func(a *Act) { a.Around = []string{"Rezervace stolu"} },
		"guest book": func(a *Act) { a.Fields[0].Label = "Leave a message" }, "calculator": func(a *Act) { a.Fields[0].Label = "Loan calculator" },
	} {
		if v := Judge(sent(change)); v.OK() {
			t.Errorf("%s: it is harmless", name)
		} else if v.Kind == Deed && v.Allow != "" || v.Kind == Doubtful && v.Allow == "" {
			t.Errorf("%s: %+v has the wrong advice", name, v)
		}
	}
}

// What visitors must confirm before a press or a link gets on is doubtful, too, in whatever
// language, and a deed where a word in the question says so.
func TestWhatAPressHasVisitorsConfirm(t *testing.T) {
	for _, by := range []By{Press, Follow} {
		for code, want := range map[string]Kind{
			"if (confirm('Oletko varma?')) go(7)": Doubtful, "return confirm(sure)": Doubtful, "confirmed(7)": Harmless,
			"return confirm('Haluatko varmasti poistaa kaikki?')": Deed,
		} {
			if v := Judge(Act{By: by, Text: "Search", URL: at("/x/7"), Href: "http://site.example/x/7", Says: []string{code}}); v.Kind != want {
				t.Errorf("%s %s: %+v, want %v", by, code, v, want)
			}
		}
	}
}

// What visitors must confirm is at least doubtful, whatever else the form says.
func TestWhatVisitorsMustConfirm(t *testing.T) {
	for _, tt := range []struct {
		attribute, value string
		want             Kind
	}{
		{"onsubmit", "return confirm('Really erase all that match?')", Deed},
		{"onclick", `if (!confirm("Haluatko varmasti poistaa kaikki?")) return false`, Deed},
		{"data-confirm", "Alles weg?", Doubtful}, {"hx-confirm", "Hakika?", Doubtful}, {"onsubmit", "return confirm(question)", Doubtful},
		{"data-confirm", "false", Harmless}, {"onsubmit", "return confirmed(this)", Harmless}, {"onsubmit", "return removeEmpty(this)", Harmless}, {"title", "Confirm (optional)", Harmless},
	} {
		question, ok := Asks(tt.attribute, tt.value)
		a := sent(func(a *Act) { a.Submitter = &Button{Label: "Search"} })
		if ok {
			a.Asks = []string{question}
		}
		if v := Judge(a); v.Kind != tt.want {
			t.Errorf("%s=%q: %+v", tt.attribute, tt.value, v)
		}
	}
}

func TestFormsThatSearch(t *testing.T) {
	button := func(label string) func(*Act) { return func(a *Act) { a.Submitter = &Button{Label: label} } }
	field := func(f Field) func(*Act) { return func(a *Act) { a.Fields = append(a.Fields, f) } }
	for name, change := range map[string]func(*Act){
		"plain": func(*Act) {}, "asked": field(Field{Kind: "text", Name: "action", Value: "delete", Asked: true}), "kept words": field(Field{Kind: "hidden", Name: "q", Value: "delete"}),
		"category":    field(Field{Kind: "select", Name: "cat", Options: []Option{{Value: "buy", Label: "Buy", Selected: true}, {Value: "delete", Label: "Delete"}}}),
		"of a status": field(Field{Kind: "select", Name: "status", Options: []Option{{Value: "remove", Label: "Removed", Selected: true}, {Value: "", Label: "All"}}}), "asked of a list": field(Field{Kind: "select", Name: "film", Asked: true, Options: []Option{{Value: "remove", Label: "Remove", Selected: true}, {Value: "", Label: "All"}}}),
		"asked by a tick": field(Field{Kind: "checkbox", Name: "d", Label: "Deleted", Asked: true, Options: []Option{{Value: "1", Label: "Delete", Selected: true}}}), "asked unseen": field(Field{Kind: "hidden", Name: "mode", Value: "remove", Asked: true}), "asked for a method": field(Field{Kind: "text", Name: "method", Value: "PUT", Asked: true}),
		"deal": field(Field{Kind: "hidden", Name: "mode", Value: "buy"}), "hotel": field(Field{Kind: "hidden", Name: "checkout", Value: "2026-12-24"}), "submit": field(Field{Kind: "hidden", Name: "submit", Value: "Submit"}),
		"off": field(Field{Kind: "hidden", Name: "delete", Value: "0"}), "unticked": field(Field{Kind: "checkbox", Name: "delete", Options: []Option{{Value: "1"}}}), "order": field(Field{Kind: "hidden", Name: "order", Value: "asc"}),
		"apply": button("Apply"), "send": button("Senden"), "update": button("Update results"), "comments": button("Search comments"), "orders": button("Find orders"), "deleted": button("Deleted items"),
		"Kommentare": button("Kommentare suchen"), "subscriptions": button("Search newsletters"), "show": button("Show"), "Buscar": button("Buscar en el catálogo del museo"),
		"voters":           func(a *Act) { a.Submitter, a.Around = &Button{Label: "Search"}, []string{"Voter registration lookup"} },
		"newsletters' own": func(a *Act) { a.Submitter, a.Around = &Button{Label: "Search"}, []string{"Newsletter archive"} },
		"books ordered":    func(a *Act) { a.URL = at("/books/order") }, "report": func(a *Act) { a.URL = at("/report") }, "buy": func(a *Act) { a.URL = at("/buy/houses") }, "post": func(a *Act) { a.URL = at("/post") },
		"pattern of letters": field(Field{Kind: "text", Name: "x", Pattern: `[\w@.-]*`}), "mails searched": field(Field{Kind: "search", Name: "words", Label: "Search the e-mail archive"}),
		"delete beside it": func(a *Act) { a.Submitter, a.Siblings = &Button{Label: "Search"}, []Button{{Label: "Delete"}} },
		"save beside it":   func(a *Act) { a.Submitter, a.Siblings = &Button{Label: "Search"}, []Button{{Label: "Save search"}} },
	} {
		if v := Judge(sent(change)); !v.OK() {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// TestFormsThatCanDestroy: a form that drops or truncates by another button is
// sent by its own search button only, and by POST only where the server is told.
func TestFormsThatCanDestroy(t *testing.T) {
	search := Button{Label: "Search"}
	named := Button{Label: "Search", Name: "act", Value: "find"}
	for _, c := range []struct {
		method  string
		pressed *Button
		other   string
		ok      bool
	}{
		{"GET", &search, "Drop", true}, {"GET", nil, "Drop", false}, {"GET", &Button{Label: "OK"}, "Truncate", false}, {"POST", &search, "Vacuum", false}, {"POST", nil, "Supprimer", false},
		{"POST", &named, "Drop", true}, {"POST", &Button{Label: "Search", URL: at("/search")}, "Löschen", true}, {"POST", &Button{Label: "OK", Name: "a", Value: "b"}, "Drop", false}, {"POST", nil, "Next", true},
	} {
		a := Act{By: Send, Method: c.method, URL: at("/table"), Submitter: c.pressed, Siblings: []Button{{Label: c.other}}}
		if v := Judge(a); v.OK() != c.ok {
			t.Errorf("%+v: %+v", c, v)
		}
	}
}

// A form in which no word speaks of a search is doubtful where it looks like none; what it is
// made of, what is said around it and the page that answers it speak for it.
// What shops and oracles say in languages of which few words are known, on links beside
// each thing and on the only button of a form.
func TestWordsOfShopsAndOracles(t *testing.T) {
	for _, text := range []string{"Tilaa tämä", "Sepete at", "До кошика", "Comandă acum", "Đặt mua", "หยิบใส่ตะกร้า"} {
		if v := Judge(Act{By: Follow, URL: at("/go?item=1"), Text: text}); v.Kind != Deed {
			t.Errorf("a link %q: %+v", text, v)
		}
	}
	for _, text := range []string{"Tanya", "Kysy", "Zeptat se", "Sor", "Zapytaj", "Întreabă", "اسأل"} {
		a := Act{By: Send, URL: at("/go"), Fields: []Field{{Kind: "text", Name: "query"}}, Submitter: &Button{Label: text}}
		if v := Judge(a); v.OK() {
			t.Errorf("a button %q is pressed", text)
		}
	}
}

func TestFormsThatSayNothing(t *testing.T) {
	on := []Option{{Value: "1", Label: "On"}, {Value: "0", Label: "Off", Selected: true}}
	years := []Option{{Value: "2018", Label: "2018"}, {Value: "2019", Label: "2019"}}
	button := func(label string) *Button { return &Button{Label: label} }
	box := func(f Field) []Field { f.Kind, f.Name = "text", "q"; return []Field{f} }
	for name, c := range map[string]struct {
		a  Act
		ok bool
	}{
		"a box with a word that nobody knows":  {Act{Fields: box(Field{}), Submitter: button("Dërgo")}, false},
		"a box that says nothing":              {Act{Fields: box(Field{}), Submitter: button("OK")}, true},
		"a picture":                            {Act{Fields: box(Field{}), Submitter: button("")}, true},
		"declared":                             {Act{Fields: box(Field{}), Submitter: button("Gjej"), Around: []string{"search"}}, true},
		"of type search":                       {Act{Fields: []Field{{Kind: "search", Name: "x"}}, Submitter: button("Gjej")}, true},
		"named a search":                       {Act{Fields: box(Field{}), Submitter: &Button{Label: "Gjej", ID: "btnSearch"}}, true},
		"its box alone is named a search":      {Act{Fields: []Field{{Kind: "text", Name: "query"}}, Submitter: button("Rrotullo")}, false},
		"such a box, and a word that is known": {Act{Fields: []Field{{Kind: "text", Name: "query"}}, Submitter: button("Bilatu")}, true},
		"such a box beside a picture":          {Act{Fields: []Field{{Kind: "text", Name: "query"}}, Submitter: button("")}, true},
		"a question":                           {Act{Fields: box(Field{Label: "Wie geht es dir?"}), Submitter: button("OK")}, false},
		"what is looked for":                   {Act{Fields: box(Field{Label: "What are you looking for?"}), Submitter: button("OK")}, true},
		"a message":                            {Act{Fields: box(Field{Placeholder: "Message"}), Submitter: button("")}, false},
		"a lamp":                               {Act{Fields: []Field{{Kind: "radio", Name: "x", Options: on}}, Submitter: button("OK")}, false},
		"an oven":                              {Act{Fields: []Field{{Kind: "range", Name: "x", Value: "200"}}, Submitter: button("OK")}, false},
		"a switch":                             {Act{Fields: []Field{{Kind: "checkbox", Name: "x", Options: on[:1]}}, Submitter: button("OK")}, false},
		"years to apply":                       {Act{Fields: []Field{{Kind: "select", Name: "x", Options: years}}, Submitter: button("Apply")}, false},
		"years":                                {Act{Fields: []Field{{Kind: "select", Name: "x", Options: years}}, Submitter: button("Go")}, true},
		"years to show":                        {Act{Fields: []Field{{Kind: "select", Name: "x", Options: years}}, Submitter: button("Show minutes")}, true},
		"choices that may stay open":           {Act{Fields: []Field{{Kind: "radio", Name: "x", Options: on}, {Kind: "select", Name: "y", Options: append([]Option{{Value: "all", Any: true}}, years...)}}, Submitter: button("Apply")}, true},
		"a washing machine":                    {Act{Fields: []Field{{Kind: "select", Name: "x", Options: append([]Option{{Any: true, Label: "Choose"}}, years...)}, {Kind: "select", Name: "y", Options: years}}, Submitter: button("Nisje")}, false},
		"a stake":                              {Act{Fields: []Field{{Kind: "text", Name: "x"}, {Kind: "select", Name: "y", Options: years}}, Submitter: button("Hodit")}, false},
		"a name and a message":                 {Act{Fields: []Field{{Kind: "text", Name: "x", Label: "Jméno"}, {Kind: "textarea", Name: "y", Label: "Message"}}, Submitter: button("Odeslat")}, false},
		"boxes to send":                        {Act{Fields: []Field{{Kind: "text", Name: "x"}, {Kind: "text", Name: "y"}}, Submitter: button("Odeslat")}, true},
		"answered":                             {Act{Fields: box(Field{}), Submitter: button("Dërgo"), Answered: true}, true},
	} {
		c.a.By, c.a.Name, c.a.URL = Send, "3", at("/go")
		if v := Judge(c.a); v.OK() != c.ok || !c.ok && (v.Kind != Doubtful || v.Allow != "form: 3") {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// What scripts send by another method than GET is told by many attributes.
func TestMethodOf(t *testing.T) {
	for attribute, want := range map[[2]string]string{
		{"hx-post", "/a"}: "POST /a", {"data-hx-delete", "/a"}: "DELETE /a", {"ic-put-to", "/a"}: "PUT /a", {"data-method", "delete"}: "DELETE ", {"data-turbo-method", "Patch"}: "PATCH ",
		{"up-method", " put "}: "PUT ", {"data-formmethod", "post"}: "POST ", {"x-on:submit", "$post('/a')"}: "POST ", {"data-on-click", "@delete('/a')"}: "DELETE ",
		{"hx-get", "/a"}: " ", {"hx-target", "#a"}: " ", {"data-method", "get"}: " ", {"data-shipping-method", "express"}: " ", {"method", "put"}: " ", {"data-post", "7"}: " ", {"title", "post (by air)"}: " ",
	} {
		method, address := MethodOf(attribute[0], attribute[1])
		if got := method + " " + address; got != want {
			t.Errorf("%s: %q", attribute, got)
		}
	}
}

func TestMethods(t *testing.T) {
	for _, c := range []struct {
		a     Act
		kind  Kind
		allow string
	}{
		{Act{By: Script, Method: "PUT", URL: at("/x?q=heron"), Asked: []string{"heron"}}, Doubtful, "methods: PUT"},
		{Act{By: Script, Method: "PUT", Methods: []string{"put"}, URL: at("/x?q=heron"), Asked: []string{"heron"}}, Harmless, ""},
		{Act{By: Script, Method: "POST", Header: "X-HTTP-Method-Override: DELETE\n", URL: at("/x"), Body: "q=heron", Asked: []string{"heron"}}, Doubtful, "methods: DELETE"},
		{Act{By: Follow, URL: at("/x?_method=PURGE")}, Deed, ""},
		{Act{By: Send, Name: "3", Method: "DELETE", URL: at("/search")}, Deed, ""},
		{Act{By: Script, Method: "CONNECT", URL: at("/x")}, Deed, ""},
	} {
		if v := Judge(c.a); v.Kind != c.kind || v.Allow != c.allow {
			t.Errorf("%+v: %+v", c.a, v)
		}
	}
}

func TestScripts(t *testing.T) {
	const json = "application/json"
	for _, c := range []struct {
		method, path, kind, body string
		asked                    []string
		ok                       bool
	}{
		{"GET", "/api/items?q=delete", "", "", []string{"delete"}, true}, {"GET", "/reports/2020/list", "", "", nil, true}, {"GET", "/posts/12/comments", "", "", nil, true}, {"GET", "/logout", "", "", nil, false},
		{"POST", "/api/items", json, `{"cursor":"x7"}`, nil, false}, {"POST", "/api/items", json, `{"filter":{"text":"heron"}}`, []string{"heron"}, true}, {"POST", "/api/items", "", "offset=20", []string{"heron"}, false},
		{"POST", "/api/find", json, `{"q":"eyJxIjoiaGVyb24ifQ"}`, []string{"heron"}, true}, {"POST", "/graphql", json, `{"query":"query F($q:String){items(q:$q){id}}","variables":{"q":"delete"}}`, []string{"delete"}, true},
		{"POST", "/graphql", json, `{"query":"mutation { drop(id: 7) }","variables":{"q":"heron"}}`, []string{"heron"}, false}, {"POST", "/graphql", json, `{"query":"fragment F on I { id }\n mutation D { d { ...F } }","v":"heron"}`, []string{"heron"}, false},
		{"POST", "/graphql", json, `{"operationName":"DeleteItem","variables":{"q":"heron"}}`, []string{"heron"}, false}, {"POST", "/api/cart", json, `{"q":"heron"}`, []string{"heron"}, false},
		{"POST", "/api/transfer", json, `{"from":"a","to":"heron"}`, []string{"heron"}, false}, {"POST", "/rpc", json, `{"method":"items.delete","q":"heron"}`, []string{"heron"}, false},
		{"POST", "/api/items/7/like", json, `{"q":"heron"}`, []string{"heron"}, false}, {"POST", "/_bulk", json, "{\"delete\":{\"_id\":7}}\n{\"q\":\"heron\"}", []string{"heron"}, false},
		{"POST", "/_msearch", json, "{}\n{\"query\":{\"match\":{\"text\":\"heron\"}}}", []string{"heron"}, true}, {"POST", "/api/items", json, `{"category":3}`, []string{"3"}, true}, {"POST", "/api/items", json, `{"category":13}`, []string{"3"}, false},
	} {
		v := Judge(Act{By: Script, Method: c.method, URL: at(c.path), ContentType: c.kind, Body: c.body, Asked: c.asked})
		if v.OK() != c.ok {
			t.Errorf("%s %s %s asked %q: %+v", c.method, c.path, c.body, c.asked, v)
		}
	}
}

// A request that has carried what was asked is vouched for with nothing in it, its words are not.
func TestVouched(t *testing.T) {
	const json = "application/json"
	for _, c := range []struct {
		path, body        string
		vouched, harmless bool
	}{
		{"/api/search", `{"q":"","from":0}`, true, true}, {"/api/search", `{"q":"","from":0}`, false, false}, {"/api/cart", `{"q":""}`, true, false},
		{"/api/items/7/like", `{"q":""}`, true, false}, {"/graphql", `{"query":"mutation { drop(id: 7) }","q":""}`, true, false}, {"/v1/telemetry", `{"q":""}`, true, false},
	} {
		v := Judge(Act{By: Script, Method: "POST", URL: at(c.path), ContentType: json, Body: c.body, Asked: []string{"heron"}, Vouched: c.vouched})
		if v.OK() != c.harmless {
			t.Errorf("%s %s vouched %v: %+v", c.path, c.body, c.vouched, v)
		}
	}
}

func TestLinksAndPresses(t *testing.T) {
	for _, c := range []struct {
		a  Act
		ok bool
	}{
		{Act{By: Follow, URL: at("/x/7"), Says: []string{"return confirm('Really delete?')"}}, false}, {Act{By: Follow, URL: at("/x/7"), Says: []string{"removeItem(7)"}}, false}, {Act{By: Follow, URL: at("/x/7"), Text: "Log out"}, false},
		{Act{By: Follow, URL: at("/x/7"), Text: "Delete me", Says: []string{"How to remove stains"}}, true}, {Act{By: Follow, URL: at("/x/7"), Says: []string{"this.classList.remove('a'); go('/list')"}}, true},
		{Act{By: Press, Text: "Send"}, false}, {Act{By: Press, Text: "Go", Says: []string{"fetch('/x/1')"}}, false}, {Act{By: Press, Text: "Apply", Around: []string{"Promo code"}}, false},
		{Act{By: Press, Text: "Search"}, true}, {Act{By: Press, Text: "Load more"}, true}, {Act{By: Press, Text: "Next", Href: "http://site.example/list?page=2"}, true}, {Act{By: Press, Text: "✕", Says: []string{"remove-item"}}, false},
		{Act{By: Press, Text: "Acheter"}, false}, {Act{By: Press, Text: "Log in"}, false}, {Act{By: Press, Kind: "file"}, false}, {Act{By: Press, Text: "Write to us", Href: "mailto:a@site.example"}, false},
		{Act{By: Press, Text: "Go on", Method: "POST", URL: at("/x")}, false}, {Act{By: Press, Text: "Search", Method: "POST", URL: at("/s")}, true}, {Act{By: Press, Text: "Menu", Says: []string{"drop-down-toggle"}}, true},
	} {
		if v := Judge(c.a); v.OK() != c.ok {
			t.Errorf("%+v: %+v", c.a, v)
		}
	}
}

func TestDeclines(t *testing.T) {
	for label, want := range map[string]bool{
		"Reject all": true, "Only necessary cookies": true, "Nur notwendige": true, "Tout refuser": true, "拒否": true, "Accept all": false, "Alle akzeptieren": false, "Settings": false, "Reject all and log out": false, "": false,
	} {
		if got := Declines(label); got != want {
			t.Errorf("%q: %v", label, got)
		}
	}
}

// What tells things apart is called by what lists are parted by, in any language, or offers years
// or letters; what sets something is called by anything else.
func TestWhatTellsThingsApart(t *testing.T) {
	options := []Option{{Value: "1", Label: "One"}, {Value: "2", Label: "Two"}}
	for label, want := range map[string]bool{
		"Library": true, "Zweigstelle": true, "Département": true, "Provincia": true, "Województwo": true, "都道府県": true, "Область": true, "المدينة": true,
		"Reason": false, "Grund": false, "Motif": false, "Powód": false, "Brightness": false, "Assign to": false, "理由": false, "Причина": false, "Scene": false,
	} {
		if got := (Field{Kind: "select", Label: label, Options: options}).TellsApart(""); got != want {
			t.Errorf("%s: %t", label, got)
		}
	}
	years := []Option{{Value: "1", Label: "2019"}, {Value: "2", Label: "2020"}, {Value: "3", Label: "2021"}}
	if !(Field{Kind: "select", Options: years}).TellsApart("") {
		t.Error("years tell nothing apart")
	}
	if !(Field{Kind: "range", Label: "Price up to"}).TellsApart("") || (Field{Kind: "range", Label: "Brightness"}).TellsApart("") {
		t.Error("sliders")
	}
	if !(Field{Kind: "select", Options: options}).TellsApart("Show objects from") || (Field{Kind: "select", Options: options}).TellsApart("Your vote") {
		t.Error("what stands over it")
	}
}
