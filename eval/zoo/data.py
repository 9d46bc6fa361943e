#!/usr/bin/python3
"""data.py N [LANGUAGE]: N made-up records as JSON Lines, always the same: id, mark (a word that no
other record has), title, text, author, year, kind. Words are made of the language's letters."""
import json, random, sys

# For each language: how syllables begin, how they end, and the kinds.
languages = {
    "": ("b d f g k l m n p r s t v z br tr kl", "a e i o u", "letter map photograph poem drawing minutes"),
    "ar": ("ب ت ج ح خ د ر ز س ش ط ع غ ف ق ك ل م ن ه", "ا و ي ار ان", "رسالة خريطة صورة قصيدة رسم محضر"),
    "cs": ("b c č d h j k l m n p r ř s š t v z ž", "a á e ě i í o u ů y ou", "dopis mapa fotografie báseň kresba zápis"),
    "el": ("β γ δ θ κ λ μ ν π ρ σ τ φ χ", "α ε ι ο η ου άν", "επιστολή χάρτης φωτογραφία ποίημα σχέδιο πρακτικά"),
    "fi": ("h j k l m n p r s t v", "a ä e i o ö u y aa ää uu", "kirje kartta valokuva runo piirros pöytäkirja"),
    "hu": ("b cs d f gy k l m ny p r sz t v zs", "a á e é i o ö ő ü ű", "levél térkép fénykép vers rajz jegyzőkönyv"),
    "ja": ("カ キ ク ケ コ サ シ ス タ チ ツ テ ナ ニ ノ ハ ヒ マ ミ モ ラ リ ル", "ン ー ア イ オ", "手紙 地図 写真 詩 図面 議事録"),
    "ko": ("가 나 다 라 마 바 사 아 자 차 카 타 파 하 고 노 도 로 모 보 소 오 조", " 강 누 리 늘 솔 빛 밤", "편지 지도 사진 시집 그림 회의록"),
    "tr": ("b c ç d g h k l m n p r s ş t v y z", "a e o ö u ü ağ er", "mektup harita fotoğraf şiir çizim tutanak"),
    "th": ("กา ขา คา งา จา ชา ดา ตา ทา นา บา ปา พา มา ยา รา ลา วา สา หา", "น ม ก บ ย ว", "จดหมาย แผนที่ ภาพถ่าย บทกวี ภาพวาด บันทึก"),
    "uk": ("б в г ґ д ж з к л м н п р с т х ц ч ш", "а е є и і ї о у ю я", "лист мапа світлина вірш малюнок протокол"),
    "zh": ("山 水 风 云 花 鸟 石 木 竹 梅 江 湖 海 天 地 日 月 星 春 秋 金 银 玉 铁 城 门 桥 路 村 田 米 茶 酒 盐 书 画 琴 棋 诗 词 歌 舞 龙 虎 马 牛 羊 鱼 虫 草 叶 根 枝 果 红 黄 蓝 紫 东 西 南 北 左 右 高 低 远 近 老 少 男 女 父 母 兄 弟 手 足 心 眼", " 中 上 大 小 白 青 长 光 声 色 香 味 影 气 力", "书信 地图 照片 诗歌 图画 记录"),
    "vi": ("b ch d đ gi h kh l m n ng ph qu th tr v", "á ạ ấ ầ ế ệ ô ộ ơ ư ữ anh", "thư đồ ảnh thơ tranh chép"),
}
begins, ends, names = languages[sys.argv[2] if len(sys.argv) > 2 else ""]
r = random.Random(7)
syllables = [c + v for c in begins.split() for v in ends.split(" ")]
word = lambda n: "".join(r.choice(syllables) for _ in range(n))
stock = sorted({word(r.choice((2, 2, 3))) for _ in range(900)})
weights = [1 / (i + 5) for i in range(len(stock))]  # few words often, many seldom
r.shuffle(stock)
authors = [word(2).title() + " " + word(3).title() for _ in range(40)]
kinds = names.split()
marks = set()
for i in range(int(sys.argv[1])):
    mark = word(4)
    while mark in marks or mark in stock:
        mark = word(4)
    marks.add(mark)
    text = " ".join(r.choices(stock, weights, k=r.randint(25, 60)))
    print(json.dumps({"id": i + 1, "mark": mark, "title": " ".join([mark.title()] + r.choices(stock, weights, k=2)),
                      "text": text, "author": r.choice(authors), "year": r.randint(1850, 2020), "kind": r.choice(kinds)}))
