package config

import "encoding/json"

// Settings go from a process to another one as JSON, with all their parts; the text that
// flags and the environment give is another matter, and has less.

// UnmarshalJSON is the inverse of json.Marshal.
func (b *Binding) UnmarshalJSON(data []byte) error {
	type plain Binding
	return json.Unmarshal(data, (*plain)(b))
}

// UnmarshalJSON is the inverse of json.Marshal.
func (c *Capability) UnmarshalJSON(data []byte) error {
	type plain Capability
	return json.Unmarshal(data, (*plain)(c))
}

// UnmarshalJSON is the inverse of json.Marshal.
func (p *Pager) UnmarshalJSON(data []byte) error {
	type plain Pager
	return json.Unmarshal(data, (*plain)(p))
}
