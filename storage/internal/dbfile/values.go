package dbfile

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// Millis is how times stand in the file; NULL is the zero time.
func Millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

func FromMillis(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.Int64).UTC()
}

// ToJSON returns v as text for a JSON column.
func ToJSON(what string, v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("store %s: %w", what, err)
	}
	return string(b), nil
}

func FromJSON(what, text string, v any) error {
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return fmt.Errorf("read %s: %w: %w", what, ErrCorrupt, err)
	}
	return nil
}
