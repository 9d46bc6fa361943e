#!/bin/bash
# MUI's DataGrid: rows, pages and the quick filter from a server, 25 a page, drawn as one scrolls, in Korean.
. "$(dirname "$0")/../lib.sh" "$1"
modules @mui/x-data-grid@8 @mui/material@7 @emotion/react@11 @emotion/styled@11 react@18 react-dom@18 esbuild@0.24
records 900 ko
mkdir -p "$VAR/www"
cat >"$VAR/main.jsx" <<'J'
import { useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import { DataGrid } from "@mui/x-data-grid"
import { koKR } from "@mui/x-data-grid/locales"
function Records() {
	const [page, setPage] = useState({ page: 0, pageSize: 25 })
	const [filter, setFilter] = useState({ items: [] })
	const [data, setData] = useState({ total: 0, rows: [] })
	const q = (filter.quickFilterValues || []).join(" ")
	useEffect(() => { fetch(`/api/records?limit=${page.pageSize}&offset=${page.page * page.pageSize}&q=${encodeURIComponent(q)}`).then(r => r.json()).then(setData) }, [page, q])
	return <div style={{ height: 600 }}><h1>기록 보관소</h1><DataGrid showToolbar rows={data.rows} rowCount={data.total} paginationMode="server" filterMode="server" sortingMode="server" pageSizeOptions={[25, 50, 100]}
		paginationModel={page} onPaginationModelChange={setPage} filterModel={filter} onFilterModelChange={setFilter} localeText={koKR.components.MuiDataGrid.defaultProps.localeText}
		columns={[{ field: "title", headerName: "제목", flex: 2 }, { field: "author", headerName: "저자", flex: 1 }, { field: "year", headerName: "연도" }, { field: "kind", headerName: "종류" }]} /></div>
}
createRoot(document.getElementById("root")).render(<Records />)
J
[ -s "$VAR/www/main.js" ] || (cd "$VAR" && node node_modules/esbuild/bin/esbuild main.jsx --bundle --minify --jsx=automatic '--define:process.env.NODE_ENV="production"' --outfile=www/main.js >build.log 2>&1)
echo '<!DOCTYPE html><html lang="ko"><head><meta charset="utf-8"><title>기록 보관소</title></head><body><div id="root"></div><script src="main.js"></script></body></html>' >"$VAR/www/index.html"
start python3 "$PWD/../serve.py" "$PORT" "$VAR"
