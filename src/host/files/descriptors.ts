import { readFileSync } from 'node:fs'

/** A host with a few clients and agents opens about half of them. */
const NEEDED = 100

class TooFewDescriptors extends Error {
  readonly code = 'EMFILE'
  readonly syscall = 'open'

  constructor(allowed: number) {
    super(
      `only ${allowed} files may be open at once, and ${NEEDED} are needed; allow more: ulimit -n 1024`,
    )
  }
}

/** Later it would fail somewhere in a run, and in a different way each time. */
export function checkDescriptors(): void {
  const allowed = allowedDescriptors()
  if (allowed !== null && allowed < NEEDED) throw new TooFewDescriptors(allowed)
}

/** Null where the system does not tell. */
function allowedDescriptors(): number | null {
  if (process.platform !== 'linux') return null
  const limits = readFileSync('/proc/self/limits', 'utf8')
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return soft === undefined ? null : Number(soft)
}
