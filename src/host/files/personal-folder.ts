import { chmodSync, mkdirSync } from 'node:fs'

/** For a file in it; no one else's business. */
export const PERSONAL_MODE = 0o600

/** A folder of this person alone, also when an earlier one was open to others. */
export function preparePersonalFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  chmodSync(dir, 0o700)
}
