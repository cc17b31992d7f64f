// Package provenance answers where a part of a request comes from and what became of it: [Trail] follows the items of a
// thread along its requests, [Trail.Explain] makes the chain from origin to body of one of them, and [Locate] finds the item
// that an API's error is about.
//
// It reads requests and the lines behind them, and knows nothing of how anything is shown.
package provenance
