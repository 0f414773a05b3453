import { expect } from 'vitest'

/** For laws that are looked at millions of times: `expect` itself would take most of the time. */
export function holds(isHeld: boolean, law: string, found?: unknown): void {
  if (!isHeld) expect.fail(found === undefined ? law : `${law}: ${JSON.stringify(found)}`)
}
