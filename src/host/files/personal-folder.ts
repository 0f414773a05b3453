import { chmodSync, mkdirSync } from 'node:fs'

/** The mode of files in it: private. */
export const PERSONAL_MODE = 0o600

/** A folder that only this user can read, even if it was open to others before. */
export function preparePersonalFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  chmodSync(dir, 0o700)
}
