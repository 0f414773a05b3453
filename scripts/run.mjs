import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const setupLock = join(root, '.cache', 'setup.lock')

/** Runs a command in the repository with our own terminal and gives its exit code. */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  // A terminal's Ctrl-C reaches the child by itself; these two come to us alone.
  const forward = (signal) => child.kill(signal)
  process.on('SIGTERM', forward).on('SIGHUP', forward)
  await once(child, 'close')
  process.off('SIGTERM', forward).off('SIGHUP', forward)
  return child.exitCode ?? 1
}

export function runTool(name, args) {
  return run(join(root, 'node_modules', '.bin', name), args)
}
