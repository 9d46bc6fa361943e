package export

import (
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

const (
	sheetRows  = 1_048_576 // rows of a sheet, by the format; more records go to further sheets
	cellLength = 32_767    // characters of a cell, by the format; longer texts are cut
)

// xlsxWriter writes a table as a workbook: numbers as numbers, times as dates,
// the headings in a row that stays in sight. Rows go to a temporary file once
// they are more than 16 MB, so that memory stays flat.
type xlsxWriter struct {
	to      io.Writer
	f       *excelize.File
	t       *table
	sheet   *excelize.StreamWriter
	sheets  int
	limit   int // rows of a sheet
	cut     func(column string)
	row     int // last one written to sheet
	date    int // style of instants
	heading int // style of the first row
}

func newXLSXWriter(w io.Writer, columns []Column, cut func(string)) (*xlsxWriter, error) {
	x := &xlsxWriter{to: w, f: excelize.NewFile(), t: newTable(columns, true), limit: sheetRows, cut: cut}
	const dateAndTime = 22 // built-in number format "m/d/yy h:mm", shown by the reader's locale
	var err error
	if x.date, err = x.f.NewStyle(&excelize.Style{NumFmt: dateAndTime}); err != nil {
		return nil, err
	}
	if x.heading, err = x.f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}}); err != nil {
		return nil, err
	}
	return x, x.nextSheet()
}

func (x *xlsxWriter) nextSheet() error {
	if x.sheet != nil {
		if err := x.sheet.Flush(); err != nil {
			return err
		}
	}
	x.sheets++
	name := "records"
	if x.sheets > 1 {
		name = fmt.Sprintf("records %d", x.sheets)
		if _, err := x.f.NewSheet(name); err != nil {
			return err
		}
	} else if err := x.f.SetSheetName("Sheet1", name); err != nil {
		return err
	}
	var err error
	if x.sheet, err = x.f.NewStreamWriter(name); err != nil {
		return err
	}
	if err := x.sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	headings := make([]any, len(x.t.columns))
	for i, c := range x.t.columns {
		headings[i] = excelize.Cell{StyleID: x.heading, Value: c.Name}
	}
	x.row = 1
	return x.sheet.SetRow("A1", headings)
}

func (x *xlsxWriter) write(r storage.Record) error {
	if x.row == x.limit {
		if err := x.nextSheet(); err != nil {
			return err
		}
	}
	x.row++
	cells := x.t.cells(r)
	row := make([]any, len(cells))
	for i, cell := range cells {
		switch c := cell.(type) {
		case nil:
		case string:
			text, whole := cellText(c)
			if row[i] = text; !whole {
				x.cut(x.t.columns[i].Name)
			}
		default:
			row[i] = c
			if x.t.columns[i].kind == instant {
				row[i] = excelize.Cell{StyleID: x.date, Value: c}
			}
		}
	}
	return x.sheet.SetRow(fmt.Sprintf("A%d", x.row), row)
}

// cellText drops hostile characters, others that XML 1.0 cannot hold, and what is
// beyond the format's limit; then the text is not whole.
func cellText(s string) (text string, whole bool) {
	s = strings.Map(func(r rune) rune {
		if r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, visible.Without(s))
	units := 0 // the limit counts UTF-16
	for i, r := range s {
		if r > 0xffff {
			units++
		}
		if units++; units > cellLength {
			return s[:i], false
		}
	}
	return s, true
}

func (x *xlsxWriter) close() error {
	if err := x.sheet.Flush(); err != nil {
		return err
	}
	if _, err := x.f.WriteTo(x.to); err != nil {
		return err
	}
	return x.f.Close()
}
