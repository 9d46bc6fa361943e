#!/usr/bin/python3
"""serve.py PORT VAR: the files of VAR/www, and /datos as bootstrap-table asks for it."""
import http.server, json, sys, urllib.parse

port, var = int(sys.argv[1]), sys.argv[2]
rows = [{k: v for k, v in json.loads(line).items() if k not in ("text", "mark")} for line in open(var + "/records.jsonl")]


class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args):
        super().__init__(*args, directory=var + "/www")

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path != "/datos":
            return super().do_GET()
        query = dict(urllib.parse.parse_qsl(url.query))
        word = query.get("search", "").lower()
        found = [r for r in rows if any(word in str(v).lower() for v in r.values())]
        at = int(query.get("offset", 0))
        body = json.dumps({"total": len(found), "rows": found[at:at + int(query.get("limit", 25))]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
