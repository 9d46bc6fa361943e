#!/usr/bin/python3
"""serve.py PORT VAR: the files of VAR/www, and /api/records as JSON: {total, rows}, of those records that have
q (or search) in any column and agree with author, kind and the bounds from and to (years), from offset on, limit many; /api/find the same by a POST of
JSON, its bounds {range: {from, to}} as times in UTC;
/api/values?of=COLUMN: the values of a column, of records that agree with the rest, at most limit, as {results: [{id, text}]}."""
import datetime, http.server, json, sys, urllib.parse

port, var = int(sys.argv[1]), sys.argv[2]
rows = [{k: v for k, v in json.loads(line).items() if k not in ("text", "mark")} for line in open(var + "/records.jsonl")]


def matching(query):
    word = query.get("q", query.get("search", "")).lower()
    for row in rows:
        if word and query.get("of") is None and not any(word in str(v).lower() for v in row.values()):
            continue
        if any(query.get(k) and str(row[k]) != query[k] for k in ("author", "kind", "year")):
            continue
        if query.get("titleHas", "").lower() not in row["title"].lower() or query.get("authorHas", "").lower() not in row["author"].lower():
            continue
        if int(query.get("from") or 0) <= row["year"] <= int(query.get("to") or 9999):
            yield row


class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args):
        super().__init__(*args, directory=var + "/www")

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        if url.path == "/api/records":
            found, at = list(matching(query)), int(query.get("offset", 0))
            return self.say({"total": len(found), "rows": found[at:at + int(query.get("limit", 25))]})
        if url.path == "/api/values":
            of = sorted({str(row[query["of"]]) for row in matching(query)})
            return self.say({"results": [{"id": v, "text": v} for v in of if query.get("q", "").lower() in v.lower()][:int(query.get("limit", 20))]})
        return super().do_GET()

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        year = lambda text: str((datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) + datetime.timedelta(hours=12)).year)
        query = {"kind": asked["kind"], **{k: year(v) for k, v in asked["range"].items() if v}}
        found = list(matching(query))
        self.say({"total": len(found), "rows": found[asked["offset"]:asked["offset"] + min(asked["limit"], 50)]})

    def say(self, value):
        body = json.dumps(value, ensure_ascii=False).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
