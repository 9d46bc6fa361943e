package roles

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// BindsNothing reports whether choosing option i of f leaves the answer
// unrestricted.
func BindsNothing(f *control.Field, i int) bool {
	if !f.Control.IsMenu() && f.Control != "radio" {
		return false
	}
	o := &f.Options[i]
	if strings.Trim(o.Label, " -–—=_.*·…<>«»()[]:\u00a0") == "" {
		return o.Value == "" || i == 0 || strings.Trim(o.Value, "-0_*.") == ""
	}
	text := lexicon.Fold(o.Label)
	if anyWords.Matches(text) || anyWords.Within(text) && len(strings.Fields(text)) <= 5 {
		return true
	}
	// "Choose a category" with nothing to send.
	return o.Value == "" && f.Control.IsMenu() || betweenYesAndNo(f, i)
}

// betweenYesAndNo reports whether option i is the third beside a yes and a no, and
// the one that stands where nobody touches it ("Unknown", "Either way"): it asks
// for neither.
func betweenYesAndNo(f *control.Field, i int) bool {
	if len(f.Options) != 3 {
		return false
	}
	preset := slices.IndexFunc(f.Options, func(o control.Option) bool { return o.Selected })
	if max(preset, 0) != i {
		return false
	}
	says := func(l *lexicon.List) int {
		return slices.IndexFunc(f.Options, func(o control.Option) bool { return l.Matches(lexicon.Fold(o.Label)) })
	}
	yes, no := says(yesWords), says(noWords)
	return yes >= 0 && no >= 0 && yes != no && yes != i && no != i
}

var (
	yesWords = lexicon.New(`yes, y, true, ja, oui, si, sim, da, tak, ano, igen, evet, kylla, да, так, ναι, כן, نعم, بله, はい, 有り, 是, 有, 예, 네, ใช่`)
	noWords  = lexicon.New(`no, n, false, nein, nee, nej, nei, non, nao, nu, nie, ne, nem, hayir, ei, нет, не, ні, οχι, לא, لا, خیر, いいえ, 無し, 否, 无, 無, 아니요, 아니오, ไม่ใช่`)
)

// anyWords mark options that bind nothing.
var anyWords = lexicon.New(`
	any, all, any type, any price, any category, anything, anywhere, everything, everywhere, no preference, no min, no max, no minimum, no maximum, no limit, unlimited, either, both, doesnt matter, does not matter, dont care, not specified, unspecified, select, please select, please choose, choose, select one, choose one, select all, none selected, show all, see all, view all, default, no filter, not selected, min, max, all types, all categories
	alle, alles, beliebig*, egal, keine angabe, bitte wahlen, auswahlen, keine auswahl, keine einschrankung, tous, toutes, tout, toute, indifferent*, peu importe, choisir, choisissez, selectionner, selectionnez, n importe, n importe quel
	todos, todas, todo, toda, cualquier*, indiferente, elegir, elija, seleccione*, seleccionar, qualquer, selecione*, selecionar, escolha, escolher, tutti, tutte, tutto, qualsiasi, indifferente, scegli, seleziona, selezionare, alle categorieen, maakt niet uit, kies, selecteer, geen voorkeur
	alla, allt, alla kategorier, valj, velg, vaelg, kaikki, valitse, wszystkie, wszystko, wszyscy, dowolny, dowolna, dowolne, wybierz, obojetnie, vse, vsechny, vsechno, vsetko, vsetky, libovolny, libovolne, vyberte, vybrat, nezalezi, sve, svi, odaberi*, izaberi*, mind, osszes, barmely, mindegy, valassz*, toate, toti, oricare, orice, alege, selectati
	hepsi, tumu, tum, farketmez, fark etmez, seciniz, secin, tat ca, bat ky, chon, semua, pilih, все, всё, любой, любая, любое, любые, не важно, неважно, выберите, выбрать, всі, будь який, оберіть, виберіть, всички, изберете, сви, ολα, ολες, ολοι, οποιοδηποτε, επιλεξτε, επιλογη, הכל, כל, בחר, בחרו, الكل, جميع, كل, اختر, همه, انتخاب کنید
	全部, 所有, 不限, 任意, 请选择, 請選擇, 不拘, すべて, 全て, 指定なし, 指定しない, 選択してください, こだわらない, 전체, 모두, 상관없음, 선택, 선택하세요, ทั้งหมด, ไม่ระบุ, เลือก
`)
