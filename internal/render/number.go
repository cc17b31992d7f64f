package render

import "strconv"

// count writes a number with thousands separated.
func count[T int | int64](n T) string {
	digits := strconv.FormatInt(int64(n), 10)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(digits) - 3; i > start; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// signed writes a difference of two numbers.
func signed(n int) string {
	if n < 0 {
		return count(n)
	}
	return "+" + count(n)
}

// counted writes a number with its noun.
func counted[T int | int64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return count(n) + " " + noun + "s"
}
