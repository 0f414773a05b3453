import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A browser killed with its process leaves its profile, which is removed with this folder. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-b-'))
  // The browser window runs as another user.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
