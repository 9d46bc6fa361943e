#!/bin/sh
# Opens what hadal writes with programs that others wrote: npm's warcio (WARC),
# hyparquet (Parquet) and read-excel-file (XLSX), and the stock sqlite3 shell (the file
# itself). Wants npm, node and sqlite3; the packages go to a temporary folder.
set -eu
for tool in npm node sqlite3; do
	command -v $tool >/dev/null || { echo "check-formats: no $tool. To have it: apt-get install npm nodejs sqlite3"; exit 1; }
done
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit warcio@2.4.11 hyparquet@1.31.5 hyparquet-compressors@1.1.2 read-excel-file@9.3.17 >/dev/null
"$here/bin/hadal" demo --site books --db books.db >/dev/null 2>&1
n=$(sqlite3 books.db 'select count(*) from books')
[ "$n" -gt 0 ] || { echo "check-formats: the demo found nothing"; exit 1; }
[ "$(sqlite3 books.db 'pragma integrity_check')" = ok ]
[ "$(sqlite3 books.db 'select count(*) from books where typeof(price) = "real" and title <> ""')" = "$n" ]
echo "sqlite3 $(sqlite3 --version | cut -d' ' -f1): view books has $n rows with numbers as prices"
for format in parquet xlsx; do "$here/bin/hadal" export --db books.db --format $format --out books.$format; done
"$here/bin/hadal" export --db books.db --format warc --out pages.warc.gz
pages=$(sqlite3 books.db 'select count(*) from pages')
cat >read.mjs <<'JS'
import { readFileSync, createReadStream } from "node:fs";
import { createHash } from "node:crypto";
import { parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import readXlsxFile from "read-excel-file/node";
import { WARCParser } from "warcio";
const [records, pages] = process.argv.slice(2).map(Number);
const fail = (why) => { console.error("check-formats: " + why); process.exit(1); };

const bytes = readFileSync("books.parquet");
const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const rows = await parquetReadObjects({ file, compressors });
if (rows.length !== records) fail(`hyparquet reads ${rows.length} of ${records} records`);
if (rows.some((r) => typeof r.price !== "number" || !r.title || !(r.first_seen instanceof Date))) fail("hyparquet reads other types");
console.log(`hyparquet: ${rows.length} records`);

const read = await readXlsxFile("books.xlsx");
const sheet = Array.isArray(read[0]) ? read : read[0].data;
const head = sheet[0];
if (sheet.length !== records + 1) fail(`read-excel-file reads ${sheet.length - 1} of ${records} records`);
if (typeof sheet[1][head.indexOf("price")] !== "number") fail("read-excel-file reads a price that is no number");
if (!(sheet[1][head.indexOf("first_seen")] instanceof Date)) fail("read-excel-file reads a date that is none");
console.log(`read-excel-file: ${sheet.length - 1} records`);

const counts = {};
for await (const record of new WARCParser(createReadStream("pages.warc.gz"))) {
  counts[record.warcType] = (counts[record.warcType] ?? 0) + 1;
  const payload = await record.readFully(false);
  if (record.warcType === "response") {
    if (!record.httpHeaders || record.httpHeaders.statusCode !== 200 && record.httpHeaders.statusCode !== 404) fail("warcio reads no status");
    const want = record.warcHeaders.headers.get("WARC-Payload-Digest");
    const got = "sha1:" + base32(createHash("sha1").update(record.payload).digest());
    if (want !== got) fail(`payload of ${record.warcTargetURI} has digest ${got}, not ${want}`);
  }
}
if (counts.warcinfo !== 1 || counts.response !== pages || counts.request !== pages) fail(`warcio reads ${JSON.stringify(counts)}, want ${pages} pages`);
console.log(`warcio: ${JSON.stringify(counts)}`);

function base32(b) {
  let bits = "", out = "";
  for (const x of b) bits += x.toString(2).padStart(8, "0");
  for (let i = 0; i < bits.length; i += 5) out += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[parseInt(bits.slice(i, i + 5), 2)];
  return out;
}
JS
node read.mjs "$n" "$pages"
npx --no-install warcio index pages.warc.gz --fields offset,warc-type,warc-target-uri >index.json 2>/dev/null || { echo "check-formats: warcio cannot index the file"; exit 1; }
[ "$(wc -l <index.json)" -ge "$((2 * pages))" ] || { echo "check-formats: warcio indexes $(wc -l <index.json) records"; exit 1; }
