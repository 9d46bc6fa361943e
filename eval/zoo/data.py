#!/usr/bin/python3
"""data.py N: N made-up records as JSON Lines, always the same: id, mark (a word that no
other record has), title, text, author, year, kind."""
import json, random, sys

r = random.Random(7)
syllables = [c + v for c in "b d f g k l m n p r s t v z br tr kl".split() for v in "aeiou"]
word = lambda n: "".join(r.choice(syllables) for _ in range(n))
stock = sorted({word(r.choice((2, 2, 3))) for _ in range(900)})
weights = [1 / (i + 5) for i in range(len(stock))]  # few words often, many seldom
r.shuffle(stock)
authors = [word(2).title() + " " + word(3).title() for _ in range(40)]
kinds = "letter map photograph poem drawing minutes".split()
marks = set()
for i in range(int(sys.argv[1])):
    mark = word(4)
    while mark in marks or mark in stock:
        mark = word(4)
    marks.add(mark)
    text = " ".join(r.choices(stock, weights, k=r.randint(25, 60)))
    print(json.dumps({"id": i + 1, "mark": mark, "title": " ".join([mark.title()] + r.choices(stock, weights, k=2)),
                      "text": text, "author": r.choice(authors), "year": r.randint(1850, 2020), "kind": r.choice(kinds)}))
