package conformance

// align pairs requests with steps, in order, so that as many as possible are equal. It maps a request to its step.
func align(requests, steps int, equal func(i, j int) bool) map[int]int {
	length := make([][]int, requests+1) // of the longest alignment of what follows
	for i := range length {
		length[i] = make([]int, steps+1)
	}
	same := make([][]bool, requests)
	for i := requests - 1; i >= 0; i-- {
		same[i] = make([]bool, steps)
		for j := steps - 1; j >= 0; j-- {
			same[i][j] = equal(i, j)
			length[i][j] = max(length[i+1][j], length[i][j+1])
			if same[i][j] {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	pairs := map[int]int{}
	for i, j := 0, 0; i < requests && j < steps; {
		switch {
		case same[i][j]:
			pairs[i] = j
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
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
