import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { stopTree } from '../agents/process/stop-tree.ts'
import { processTable } from '../agents/process/process-table.ts'
import { checkEnv, readyCheck, type CheckCommand } from './check-command.ts'

interface ManualRun {
  check: CheckCommand & { timeoutMs: number }
  workspace: string
  projectDir: string
  item: WorkItem | null
  env: Env
  graceMs: number
  /** Aborted when the user stops the check. */
  signal: AbortSignal
  output: CommandOutput
}

/** Receives stdout and stderr, in the order written. */
export type CommandOutput = { fd: number } | { push(bytes: Buffer): void; end(): void }

/** Both go into one pipe: from two pipes they would arrive in any order. */
const INTO_ONE_PIPE = 'exec "$@" 2>&1'
/** A process that got away may keep the pipe open for ever. */
const PIPE_MS = 1000

export interface ManualResult {
  result: 'passed' | 'failed' | 'stopped'
  exitCode: number | null
  signal: string | null
  isTimeout: boolean
  ms: number
}

/** Runs a check from this process, with live output; none of its processes survives the call. */
export async function runManually(wanted: ManualRun): Promise<ManualResult> {
  const { check, workspace, projectDir, item, env, graceMs, signal, output } = wanted
  const { program, args, cwd } = readyCheck(check, workspace, env)
  const agentId = `check_${randomBytes(6).toString('hex')}_1_1`
  const begun = performance.now()
  const isPiped = 'push' in output
  const [command, ...words] = isPiped
    ? ['/bin/sh', '-c', INTO_ONE_PIPE, 'sh', program, ...args]
    : [program, ...args]
  const child = spawn(command, words, {
    cwd,
    env: {
      ...checkEnv(env, { name: check.name, workspace, projectDir, item }),
      SDD_AGENT_ID: agentId,
    },
    detached: true,
    stdio: isPiped ? ['ignore', 'pipe', 'ignore'] : ['ignore', output.fd, output.fd],
  })
  const printed = isPiped && child.stdout ? passedOn(child.stdout, output) : null
  const { pid } = child
  const leader =
    pid === undefined ? null : { pid, startTime: processTable.startTimeOf(pid) ?? null }
  let isTimeout = false
  let ending: Promise<void> | null = null
  let notStopped: (error: unknown) => void = () => undefined
  const stopFailed = new Promise<never>((_, reject) => {
    notStopped = reject
  })
  const end = (): void => {
    ending ??= stopTree({ agentId, leader, graceMs })
    ending.catch(notStopped)
  }
  const timer = setTimeout(() => {
    isTimeout = true
    end()
  }, check.timeoutMs)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
    // A check that cannot be ended may never exit.
    const [code, by] = await Promise.race([exit, stopFailed])
    await (ending ?? stopTree({ agentId, leader: null, graceMs }))
    if (printed !== null) await Promise.race([printed, delay(PIPE_MS)])
    child.stdout?.destroy()
    const isStopped = signal.aborted && !isTimeout
    return {
      result: isStopped ? 'stopped' : code === 0 && !isTimeout ? 'passed' : 'failed',
      exitCode: code,
      signal: by,
      isTimeout,
      ms: Math.round(performance.now() - begun),
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** Resolves when nobody writes any more, or when the stream was destroyed. */
function passedOn(from: Readable, to: Extract<CommandOutput, { end(): void }>): Promise<void> {
  from.on('data', (bytes: Buffer) => to.push(bytes))
  return new Promise((resolve) =>
    from.once('close', () => {
      to.end()
      resolve()
    }),
  )
}
