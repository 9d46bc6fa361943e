#!/usr/bin/python3
"""check.py APP STATUS: compares what try.sh harvested with the truth. A record is the one whose mark
stands in it; one with the marks of several is that whose mark stands in its title, else foreign."""
import json, os, re, subprocess, sys

app, status = sys.argv[1:]
var = os.path.join(os.path.dirname(os.path.abspath(__file__)), app, "var")
marks = {json.loads(line)["mark"] for line in open(var + "/truth.jsonl")}
words = lambda v: set(re.findall(r"\w+", json.dumps(v, ensure_ascii=False).lower())) & marks
out = subprocess.run([os.environ["HADAL"], "export", "--db", var + "/try.db", "--format", "jsonl"], capture_output=True, text=True).stdout
held, foreign, double = set(), 0, 0
for line in out.splitlines():
    record = json.loads(line)
    found = words(record)
    if len(found) > 1:
        found = words(record.get("title"))
    if len(found) != 1:
        foreign += 1
    elif found & held:
        double += 1
    held |= found if len(found) == 1 else set()
try:
    told = json.load(open(var + "/try.json"))
    told = told[0] if isinstance(told, list) else told
except ValueError:
    told = {}
stop = told.get("stop") or {}
print(f"{app}: {len(held)}/{len(marks)} foreign {foreign} double {double} requests {told.get('requests')} floor {told.get('floor')} status {status} {stop.get('kind')}: {stop.get('reason') or open(var + '/try.err').read()[-200:]}")
