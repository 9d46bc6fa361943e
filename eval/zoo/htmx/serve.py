#!/usr/bin/python3
"""serve.py PORT VAR: the files of VAR/www, and /zoek: rows as HTML for at least one letter, 20 at a time,
the last of which brings the next as it comes into view."""
import html, http.server, json, sys, urllib.parse

port, var = int(sys.argv[1]), sys.argv[2]
records = [json.loads(line) for line in open(var + "/records.jsonl")]


class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args):
        super().__init__(*args, directory=var + "/www")

    def answer(self, query):
        word, at = query.get("zoek", "").lower(), int(query.get("van", 0))
        found = [r for r in records if word and word in " ".join(map(str, (r["title"], r["author"], r["year"], r["kind"]))).lower()]
        rows = ""
        for i, r in enumerate(found[at:at + 20]):
            more = ""
            if i == 19 and len(found) > at + 20:
                more = ' hx-get="/zoek?%s" hx-trigger="revealed" hx-swap="afterend"' % html.escape(urllib.parse.urlencode({"zoek": word, "van": at + 20}))
            rows += "<tr%s>%s</tr>\n" % (more, "".join("<td>%s</td>" % html.escape(str(r[k])) for k in ("title", "author", "year", "kind")))
        if word and not found:
            rows = '<tr><td colspan="4">Niets gevonden.</td></tr>'
        body = rows.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.answer(dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())))

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path != "/zoek":
            return super().do_GET()
        self.answer(dict(urllib.parse.parse_qsl(url.query)))

    def log_message(self, *args):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
