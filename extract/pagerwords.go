package extract

import (
	"slices"
	"strings"
	"unicode"
)

// How a label says "next".
const (
	wordNone  = iota
	wordArrow // an arrow and nothing else
	wordMore  // "more results"
	wordPart  // next among other words: "next 10 results"
	wordExact // "next", "next page"
)

// pageWords stand before a page's number.
var pageWords = []string{"page", "seite", "página", "pagina", "страница", "стр.", "sivu", "sida", "side", "strona", "strana", "oldal", "trang", "halaman", "第"}

// nextWords say "next page" by themselves.
var nextWords = set(
	"next", "next page", "nextpage", "next results", "next set", "next »", "older", "older posts", "older entries", "forward", "go to next page", "page suivante",
	"nächste", "nächste seite", "naechste", "naechste seite", "weiter", "vor", "vorwärts", "folgende", "folgende seite",
	"suivant", "suivante", "suivants", "suivantes", "page suiv", "siguiente", "siguientes", "próximo", "próxima", "proximo", "proxima", "próximos", "página siguiente", "próxima página", "avançar", "seguinte",
	"successivo", "successiva", "successivi", "avanti", "prossima", "prossimo", "pagina successiva", "volgende", "volgende pagina", "verder",
	"nästa", "nästa sida", "neste", "neste side", "næste", "næste side", "seuraava", "seuraava sivu", "następna", "następny", "następna strona", "dalej", "další", "další strana", "následující",
	"ďalej", "ďalšia", "következő", "tovább", "următoarea", "următor", "urmatoarea", "înainte", "sljedeća", "sljedeće", "sledeća", "sledeće", "naslednja", "следующая", "следующая страница", "след", "след.", "вперед", "вперёд", "далее", "дальше",
	"наступна", "далі", "напред", "следваща", "επόμενη", "επόμενο", "επόμενα", "sonraki", "sonraki sayfa", "ileri", "التالي", "التالية", "الصفحة التالية", "הבא", "הבאה", "בעדי", "صفحه بعد", "بعدی",
	"次へ", "次", "次のページ", "次ページ", "次の", "下一页", "下一頁", "下页", "下頁", "后页", "後頁", "다음", "다음 페이지", "다음페이지", "ถัดไป", "หน้าถัดไป", "tiếp", "tiếp theo", "trang sau", "sau", "selanjutnya", "berikutnya", "seterusnya", "अगला", "অগला", "পরবর্তী",
)

// prevWords turn a label away: those of the way back, and those of calendars
// and of series of articles.
var prevWords = set(
	"prev", "previous", "back", "newer", "first", "last", "zurück", "zurueck", "vorherige", "vorige", "précédent", "précédente", "precedent", "anterior", "anteriores", "precedente", "indietro",
	"föregående", "forrige", "edellinen", "poprzednia", "wstecz", "předchozí", "előző", "предыдущая", "назад", "пред", "önceki", "geri", "السابق", "上一页", "上一頁", "上页", "前へ", "前", "이전", "ก่อนหน้า", "trước", "sebelumnya", "latest", "newest",
	"month", "week", "day", "year", "monat", "woche", "tag", "jahr", "mois", "semaine", "année", "mes", "semana", "año", "mese", "maand", "step", "slide", "image", "photo", "article", "story", "post", "topic", "thread", "product", "chapter",
	"generation", "level", "door",
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

const arrows = "›»>→⟩▶►⏵❯⇒⇨➔➜➡▸〉》⟶≫"
const backArrows = "‹«<←⟨◀◄⏴❮⇐⇦⬅◂〈《⟵≪"

// wordKind tells how a label (lower case) says "next page".
func wordKind(label string) int {
	label = strings.TrimSpace(strings.ReplaceAll(label, "\u00a0", " "))
	if label == "" || len(label) > 50 || strings.ContainsAny(label, backArrows) && !strings.ContainsAny(label, "›»→▶►") {
		return wordNone
	}
	core := strings.TrimFunc(label, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	if core == "" {
		// ">>|" and ">|" lead to the last page.
		t := strings.Trim(label, "[]() \u00a0")
		if t != "" && strings.Trim(t, arrows+" ") == "" && !strings.Contains(t, "|") {
			return wordArrow
		}
		return wordNone
	}
	ws := strings.Fields(core)
	if slices.ContainsFunc(ws, func(w string) bool { return prevWords[strings.Trim(w, ".,:;!?()[]«»‹›<>")] }) && !nextWords[core] {
		return wordNone
	}
	if nextWords[core] {
		return wordExact
	}
	if len(ws) <= 5 {
		head := strings.Trim(ws[0], ".,:;!?()[]")
		if nextWords[head] && head != "vor" && head != "sau" && head != "forward" {
			return wordPart // "next 10", "next page of results"
		}
		tail := strings.Trim(ws[len(ws)-1], ".,:;!?()[]")
		if len(ws) <= 3 && nextWords[tail] && tail != "vor" && tail != "sau" && tail != "forward" {
			return wordPart // "go to next", "resultados siguientes"
		}
		if len(ws) == 1 && len([]rune(core)) <= 10 {
			for _, w := range []string{"下一页", "下一頁", "次のページ", "次へ", "다음"} {
				if strings.HasPrefix(core, w) || strings.HasPrefix(w, core) && len(core) >= 6 {
					return wordPart
				}
			}
		}
		switch {
		case len(ws) >= 2 && (ws[0] == "more" || ws[0] == "load" || ws[0] == "show" || ws[0] == "view") &&
			(slices.Contains(ws, "results") || slices.Contains(ws, "matches") || slices.Contains(ws, "hits") || slices.Contains(ws, "items") || slices.Contains(ws, "data") || core == "load more" || core == "show more"),
			core == "mehr treffer", core == "weitere treffer", core == "mehr ergebnisse", core == "weitere ergebnisse", core == "plus de résultats", core == "más resultados", core == "mais resultados", core == "больше результатов", core == "показать ещё", core == "もっと見る":
			return wordMore
		}
	}
	return wordNone
}

// isPrev reports whether a label leads back.
func (v *view) isPrev(label string) bool {
	t := strings.TrimSpace(label)
	if t == "" {
		return false
	}
	if strings.Trim(t, backArrows+" ") == "" {
		return true
	}
	ws := words(t)
	return len(ws) > 0 && prevWords[ws[0]] && !nextWords[t] && wordKind(t) == wordNone
}

// endWords say "first page" and "last page".
var endWords = set("first", "last", "first page", "last page", "newest", "oldest",
	"erste", "letzte", "erste seite", "letzte seite", "anfang", "ende", "première", "premiere", "dernière", "derniere", "premier", "dernier", "début", "debut", "fin",
	"primera", "última", "ultima", "primero", "último", "primeira", "prima", "eerste", "laatste", "första", "sista", "første", "sidste", "siste", "pierwsza", "ostatnia", "první", "poslední",
	"первая", "последняя", "в начало", "в конец", "начало", "конец", "首页", "首頁", "尾页", "末页", "尾頁", "最初", "最後", "先頭", "처음", "마지막", "맨끝", "ilk", "son", "primeiro", "start", "end")

// backWords say "previous page".
var backWords = set("prev", "previous", "previous page", "prev page", "previouspage", "newer", "newer posts", "newer entries", "older", "back", "zurück", "zurueck", "vorherige", "vorherige seite", "vorige",
	"précédent", "précédente", "precedent", "précédents", "page précédente", "anterior", "anteriores", "página anterior", "precedente", "indietro", "föregående", "forrige", "edellinen", "poprzednia", "wstecz", "předchozí", "előző",
	"предыдущая", "предыдущая страница", "назад", "пред", "пред.", "попередня", "önceki", "geri", "السابق", "上一页", "上一頁", "上页", "前へ", "前", "前のページ", "이전", "이전 페이지", "ก่อนหน้า", "trước", "sebelumnya", "vorige pagina", "next newer")

// isBack tells how a label (lower case) says "previous page".
func isBack(label string) int {
	t := strings.Trim(label, " []()\u00a0")
	if t == "" {
		return wordNone
	}
	if strings.Trim(t, backArrows+" ") == "" {
		return wordArrow
	}
	core := strings.TrimFunc(t, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	if core == "older" || core == "" {
		return wordNone
	}
	if backWords[core] {
		return wordExact
	}
	if ws := strings.Fields(core); len(ws) <= 4 && len(ws) > 0 && backWords[ws[0]] && ws[0] != "back" && ws[0] != "older" {
		return wordPart
	}
	return wordNone
}

// doubled reports whether a label is two arrows or more and nothing else.
func doubled(label string) bool {
	t := strings.Trim(label, " []()\u00a0")
	return len([]rune(t)) > 1 && strings.Trim(t, arrows+backArrows) == ""
}
