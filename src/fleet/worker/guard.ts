import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { packageFile } from '../../host/shell/package-files.ts'
import { endedSchema, type Beat } from './guard-lines.ts'

export interface Guard {
  /** These are at work, and the lease holds until `endsAt`. */
  beat(beat: Beat): void
  /** The guardian ended this one, so its end says nothing about its work. */
  hasEnded(agentId: string): boolean
  close(): void
}

/** In a session of its own, so what ends the worker does not end the guardian. */
export function startGuard(): Guard {
  const program = packageFile('dist', 'fleet', 'worker', 'guardian.js')
  const child = spawn(process.execPath, [program], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Set<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const agentId of endedSchema.parse(JSON.parse(line)).ended) ended.add(agentId)
  })
  // Without a guardian only the lease ends what runs.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  return {
    beat: (beat) => void child.stdin.write(`${JSON.stringify(beat)}\n`),
    hasEnded: (agentId) => ended.has(agentId),
    close: () => void child.stdin.end(),
  }
}
