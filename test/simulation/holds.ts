import { expect } from 'vitest'

/** For laws that are checked millions of times: `expect` would take most of the time. */
export function holds(isHeld: boolean, law: string, found?: unknown): void {
  if (!isHeld) expect.fail(found === undefined ? law : `${law}: ${JSON.stringify(found)}`)
}
