package main

// random is splitmix64. A file must come out the same from one release of Go to the next, which math/rand does not promise.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is a number in [0, n).
func (r *random) below(n int) int { return int(r.next() % uint64(n)) }

// between is a number in [low, high].
func (r *random) between(low, high int) int { return low + r.below(max(high-low, 0)+1) }

// percent is true that many times in a hundred.
func (r *random) percent(n int) bool { return r.below(100) < n }
