import { readFileSync } from 'node:fs'

/** Loading the program alone takes more than a hundred at once on a busy computer. */
const NEEDED = 256

class TooFewDescriptors extends Error {
  readonly code = 'EMFILE'
  readonly syscall = 'open'
}

/** Checked at the start: later, runs would fail in random places. */
export function checkDescriptors(): void {
  const problem = descriptorProblem()
  if (problem !== null) throw new TooFewDescriptors(problem)
}

export function descriptorProblem(): string | null {
  const allowed = allowedDescriptors()
  if (allowed === null || allowed >= NEEDED) return null
  return `only ${allowed} files may be open at once, and ${NEEDED} are needed; allow more: ulimit -n 1024`
}

/** Null if the system does not tell. */
function allowedDescriptors(): number | null {
  if (process.platform !== 'linux') return null
  const limits = readFileSync('/proc/self/limits', 'utf8')
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return soft === undefined ? null : Number(soft)
}
