package rollout

import (
	"errors"

	"promptctl/internal/rawjson"
)

// parseBare decodes one line of the format before 0.32: the first holds id, timestamp and instructions, the others are
// response items without an envelope, or {"record_type":"state"} marks, which are skipped as Unknown lines.
func parseBare(raw []byte, line *Line) error {
	*line = Line{Offset: line.Offset, Number: line.Number, Length: len(raw), Ordinal: -1}
	if err := rawjson.Check(raw); err != nil {
		return err
	}
	if i := firstByte(raw); raw[i] != '{' {
		return errNotObject
	}
	line.Payload, line.Loose = raw, true
	switch {
	case rawjson.Field(raw, "record_type") != nil:
		line.Type = "record_type"
	case rawjson.Field(raw, "type") != nil:
		line.Kind = ResponseItem
	case rawjson.Field(raw, "id") != nil && rawjson.Field(raw, "timestamp") != nil:
		line.Kind = SessionMeta
		line.Time = borrow(rawjson.Field(raw, "timestamp"))
	default:
		return errors.New("neither a response item nor a meta line")
	}
	return nil
}
