import { execFileSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const made = new Map<string, string>()

/**
 * Bundles a program of this folder into one file: it is started for every kill, and loading
 * hundreds of modules would take longer than the run that is killed.
 */
export function bundled(name: string): string {
  const known = made.get(name)
  if (known !== undefined) return known
  const file = join(ROOT, '.cache', 'programs', name)
  const draft = `${file}.${process.pid}`
  const how = ['--platform', 'node', '--external', '@parcel/watcher', '--log-level', 'silent']
  const source = join(ROOT, 'test', 'kill9', name)
  execFileSync(join(ROOT, 'node_modules', '.bin', 'rolldown'), [source, '--file', draft, ...how])
  // Another process may be loading the file of that name.
  renameSync(draft, file)
  made.set(name, file)
  return file
}
