package compile

import (
	"errors"
	"fmt"

	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// ReadRendered reads the input that a client renders for a new thread without any user input: its initial context. Ids and
// metadata are of that thread, and left out.
func ReadRendered(text []byte) ([]*history.ResponseItem, error) {
	if err := rawjson.Check(text); err != nil {
		return nil, err
	}
	var items []*history.ResponseItem
	list := rawjson.Walk(rawjson.Canonical(text))
	for list.NextElement() {
		it, err := history.NewItem(list.Value, true, history.Origin{Index: -1, Rule: history.Predicted})
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", len(items), err)
		}
		items = append(items, it.Without(history.FieldID).Without(history.FieldMetadata))
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, errors.New("no items")
	}
	return items, nil
}
