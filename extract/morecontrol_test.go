package extract

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

func TestMoreControl(t *testing.T) {
	rows := func(in string) string {
		return "<ul class=list>" + strings.Repeat("<li class=item><a href=/a>A title of a thing</a> <span>and what it is about</span>"+in+"</li>", 6) + "</ul>"
	}
	for _, c := range []struct{ name, body, want string }{
		{"button", rows("") + `<button id=m>Load more</button>`, "#m"},
		{"link without address", rows("") + `<a id=m href="#">Mehr anzeigen</a>`, "#m"},
		{"role", rows("") + `<div id=m role=button>Show more results</div>`, "#m"},
		{"more of anything", rows("") + `<button id=m>Show more paintings</button>`, "#m"},
		{"with the thing within", rows("") + `<button id=m>Mehr Bücher anzeigen</button>`, "#m"},
		{"with an article", rows("") + `<button id=m>Voir plus d'articles</button>`, "#m"},
		{"of something else", rows("") + `<button>Show all paintings of this painter</button>`, ""},
		{"next before more", rows("") + `<nav class=pager><button>Previous</button><button id=m>Next</button></nav>`, "#m"},
		{"beside the rows", strings.Replace(rows(""), "</ul>", `<li class=item><button id=m>Load more</button></li></ul>`, 1), "#m"},
		{"a link", rows("") + `<a href=/list?page=2>Next</a>`, ""},
		{"of a record", rows(`<button>more</button>`), ""},
		{"disabled", rows("") + `<button disabled>Next</button>`, ""},
		{"disabled by class", rows("") + `<button class="btn btn-disabled">Next</button>`, ""},
		{"hidden", rows("") + `<div hidden><button>Next</button></div>`, ""},
		{"of a form", rows("") + `<form><button>Next</button></form>`, ""},
	} {
		doc, err := (&page.Page{Final: page.MustParseURL("http://a.test/"), Body: []byte("<!doctype html><body>" + c.body)}).Document()
		if err != nil {
			t.Fatal(err)
		}
		if got := MoreControl(doc); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
