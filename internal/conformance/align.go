package conformance

// align pairs requests with steps, in order, so that the sum of their weights is largest. It maps a request to its step. A
// weight of 0 is for two that are not equal.
func align(requests, steps int, weight func(i, j int) int) map[int]int {
	sum := make([][]int, requests+1) // of the best alignment of what follows
	for i := range sum {
		sum[i] = make([]int, steps+1)
	}
	paired := make([][]bool, requests) // that alignment pairs the two
	for i := requests - 1; i >= 0; i-- {
		paired[i] = make([]bool, steps)
		for j := steps - 1; j >= 0; j-- {
			sum[i][j] = max(sum[i+1][j], sum[i][j+1])
			if w := weight(i, j); w > 0 && w+sum[i+1][j+1] >= sum[i][j] {
				sum[i][j] = w + sum[i+1][j+1]
				paired[i][j] = true
			}
		}
	}
	pairs := map[int]int{}
	for i, j := 0, 0; i < requests && j < steps; {
		switch {
		case paired[i][j]:
			pairs[i] = j
			i, j = i+1, j+1
		case sum[i+1][j] >= sum[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

func values(pairs map[int]int) []int {
	var all []int
	for _, j := range pairs {
		all = append(all, j)
	}
	return all
}
