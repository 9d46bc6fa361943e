#!/bin/bash
# Grid.js: a table whose server searches and cuts it, ten a page, in Vietnamese.
. "$(dirname "$0")/../lib.sh" "$1"
modules gridjs@6.2
records 600 vi
mkdir -p "$VAR/www"
cp "$VAR"/node_modules/gridjs/dist/gridjs.umd.js "$VAR"/node_modules/gridjs/dist/theme/mermaid.min.css "$VAR/www"
cat >"$VAR/www/index.html" <<'H'
<!DOCTYPE html><html lang="vi"><head><meta charset="utf-8"><title>Lưu trữ</title><link rel="stylesheet" href="mermaid.min.css"></head>
<body><h1>Kho lưu trữ</h1><div id="bang"></div><script src="gridjs.umd.js"></script><script>
new gridjs.Grid({
	columns: ["Tiêu đề", "Tác giả", "Năm", "Loại"],
	server: {url: "api/records?", then: d => d.rows.map(r => [r.title, r.author, r.year, r.kind]), total: d => d.total},
	search: {server: {url: (prev, word) => prev + "&q=" + encodeURIComponent(word)}},
	pagination: {limit: 10, server: {url: (prev, page, limit) => `${prev}&limit=${limit}&offset=${page * limit}`}},
	language: {search: {placeholder: "Tìm kiếm..."}, pagination: {previous: "Trước", next: "Tiếp", showing: "Hiển thị", of: "trong", to: "đến", results: "kết quả"}, noRecordsFound: "Không tìm thấy", loading: "Đang tải..."},
}).render(document.getElementById("bang"))
</script></body></html>
H
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
