import { spawn } from 'node:child_process'
import { packageFile } from '../../host/shell/package-files.ts'

export interface Guard {
  /** These are at work, and the lease holds. */
  beat(agentIds: readonly string[]): void
  close(): void
}

/** In a session of its own: what ends the worker does not end it. */
export function startGuard(): Guard {
  const program = packageFile('dist', 'fleet', 'worker', 'guardian.js')
  const child = spawn(process.execPath, [program], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  // Without it the lease alone ends what runs.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  return {
    beat: (agentIds) => void child.stdin.write(`${JSON.stringify({ agentIds })}\n`),
    close: () => void child.stdin.end(),
  }
}
