import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endOfInterruption, runMarker, startChild } from './interruption.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const setupLock = join(root, '.cache', 'setup.lock')

/**
 * Runs a command in the repository and returns its exit code. It has its own process group: Ctrl+C
 * then reaches only us, and we end that whole group before ourselves.
 */
export async function run(command, args, options = {}) {
  await endOfInterruption()
  const env = { ...(options.env ?? process.env), ...runMarker }
  const stdio = ['ignore', 'inherit', 'inherit']
  const { child, ended } = startChild(() =>
    spawn(command, args, { cwd: root, stdio, detached: true, ...options, env }),
  )
  try {
    await once(child, 'close')
  } finally {
    ended()
  }
  await endOfInterruption()
  return child.exitCode ?? 1
}

export function runTool(name, args) {
  return run(join(root, 'node_modules', '.bin', name), args)
}
