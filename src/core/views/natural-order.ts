/**
 * `spec-2` before `spec-10`. Allocation-free: a board sorts thousands of rows at every keystroke.
 */
export function naturalOrder(a: string, b: string): number {
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (isDigit(a, i) && isDigit(b, j)) {
      const [from, other] = [skipZeros(a, i), skipZeros(b, j)]
      const [end, otherEnd] = [skipDigits(a, from), skipDigits(b, other)]
      const order = end - from - (otherEnd - other) || byCode(a, b, [from, other, end])
      if (order !== 0) return order
      i = end
      j = otherEnd
    } else {
      const order = a.charCodeAt(i++) - b.charCodeAt(j++)
      if (order !== 0) return order
    }
  }
  // Names that differ only in leading zeros still need a fixed order.
  return a.length - i - (b.length - j) || (a < b ? -1 : a > b ? 1 : 0)
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

function skipZeros(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === 48 && isDigit(text, end + 1)) end++
  return end
}

function skipDigits(text: string, at: number): number {
  let end = at
  while (isDigit(text, end)) end++
  return end
}

/** Compares two numbers with equally many digits. */
function byCode(a: string, b: string, [from, other, end]: [number, number, number]): number {
  for (let at = 0; from + at < end; at++) {
    const order = a.charCodeAt(from + at) - b.charCodeAt(other + at)
    if (order !== 0) return order
  }
  return 0
}
