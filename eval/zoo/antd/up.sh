#!/bin/bash
# Ant Design (React): Input.Search with a button, a table with pages and a filter that an icon opens, rows from a server, in Arabic, right to left.
. "$(dirname "$0")/../lib.sh" "$1"
modules antd@5.20 react@18 react-dom@18 esbuild@0.24
records 700 ar
mkdir -p "$VAR/www"
cat >"$VAR/main.jsx" <<'J'
import { useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import { ConfigProvider, Input, Table, Typography } from "antd"
import ar from "antd/locale/ar_EG"
const kinds = ["رسالة", "خريطة", "صورة", "قصيدة", "رسم", "محضر"]
function Records() {
	const [at, setAt] = useState({ page: 1, size: 20, q: "", kind: "" })
	const [data, setData] = useState({ total: 0, rows: [] })
	useEffect(() => { fetch(`/api/records?limit=${at.size}&offset=${(at.page - 1) * at.size}&q=${encodeURIComponent(at.q)}&kind=${encodeURIComponent(at.kind)}`).then(r => r.json()).then(setData) }, [JSON.stringify(at)])
	return <ConfigProvider locale={ar} direction="rtl"><Typography.Title>الأرشيف</Typography.Title>
		<Input.Search placeholder="ابحث في الأرشيف" enterButton="بحث" allowClear style={{ maxWidth: 400 }} onSearch={q => setAt({ ...at, q, page: 1 })} />
		<Table rowKey="id" dataSource={data.rows} pagination={{ current: at.page, pageSize: at.size, total: data.total, showTotal: n => `المجموع ${n}` }}
			onChange={(p, f) => setAt({ ...at, page: p.current, size: p.pageSize, kind: (f.kind || [""])[0] })}
			columns={[{ title: "العنوان", dataIndex: "title" }, { title: "المؤلف", dataIndex: "author" }, { title: "السنة", dataIndex: "year" }, { title: "النوع", dataIndex: "kind", filters: kinds.map(k => ({ text: k, value: k })), filterMultiple: false }]} /></ConfigProvider>
}
createRoot(document.getElementById("root")).render(<Records />)
J
[ -s "$VAR/www/main.js" ] || (cd "$VAR" && node node_modules/esbuild/bin/esbuild main.jsx --bundle --minify --jsx=automatic '--define:process.env.NODE_ENV="production"' --outfile=www/main.js >build.log 2>&1)
echo '<!DOCTYPE html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><title>الأرشيف</title></head><body><div id="root"></div><script src="main.js"></script></body></html>' >"$VAR/www/index.html"
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
