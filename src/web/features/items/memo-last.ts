/** Memoizes the last call; new arguments keep the old result if `same` says they are equal. */
export function memoLast<A extends unknown[], R>(
  work: (...args: A) => R,
  same: (before: R, now: R) => boolean = () => false,
): (...args: A) => R {
  let last: { args: A; result: R } | null = null
  return (...args) => {
    if (last !== null && args.every((arg, index) => arg === last?.args[index])) return last.result
    const result = work(...args)
    last = { args, result: last !== null && same(last.result, result) ? last.result : result }
    return last.result
  }
}
