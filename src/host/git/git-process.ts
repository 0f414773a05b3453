import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { errnoOf } from '../files/errno.ts'

const MINUTE_MS = 60_000
const MAX_ERROR_CHARS = 4000
/** From the request to end until it is made to. */
const GRACE_MS = 5000

export interface GitExit {
  code: number
  out: Buffer
  errors: string
  /** It was ended because it printed more than `maxBytes`. */
  truncated: boolean
}

export interface GitCommand {
  program: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  limitMs: number
  input?: string | Buffer
  /** Ends it, and lets it remove its own locks. */
  signal?: AbortSignal
  maxBytes?: number
}

/** Git failed at a command that was expected to succeed. */
export class GitFailed extends Error {
  readonly errors: string

  constructor(args: readonly string[], { code, errors }: Pick<GitExit, 'code' | 'errors'>) {
    const said = withoutLogin(errors)
    super(`git ${withoutLogin(args.join(' '))} ended with ${code}: ${said.trim() || 'no message'}`)
    this.errors = said
  }
}

/** Git was ended: it waited for something that never came. */
export class GitTimedOut extends GitFailed {
  constructor({ program, args, cwd, limitMs }: GitCommand) {
    const limit = `${Math.round((limitMs / MINUTE_MS) * 100) / 100} minutes`
    super(args, { code: 124, errors: '' })
    const command = [basename(program), ...args.slice(0, 2).filter((word) => !isLong(word))]
    this.message = `${command.join(' ')} in ${cwd} was ended, because it had not finished after ${limit}: look for a pipe in place of a file (find . -type p) or a server that does not answer, or set SDD_GIT_MINUTES to allow it more time`
  }
}

/** Options would hide what the command is. */
const isLong = (word: string): boolean => word.startsWith('-') || word.length > 20

/** A repository's address may contain a password, and other people read these errors. */
export const withoutLogin = (text: string): string => text.replace(/(:\/\/)[^/\s@]+@/g, '$1')

const LIMITS = { look: 2, act: 10, network: 30 } as const

/** How long one git process may take: the user's `SDD_GIT_MINUTES`, or what suits the purpose. */
export function limitFor(purpose: keyof typeof LIMITS, env: NodeJS.ProcessEnv): number {
  const asked = Number(env['SDD_GIT_MINUTES'])
  return (asked > 0 ? asked : LIMITS[purpose]) * MINUTE_MS
}

/** Runs one git, or another program like it, to its end. Throws `GitTimedOut`, and what the signal was aborted with. */
export async function runGit(command: GitCommand): Promise<GitExit> {
  const { signal, limitMs, maxBytes = Number.POSITIVE_INFINITY } = command
  signal?.throwIfAborted()
  const child = startGit(command)
  const out: Buffer[] = []
  let [size, errors, isLate] = [0, '', false]
  let forced: NodeJS.Timeout | undefined
  const end = (): void => {
    forced ??= setTimeout(() => killGit(child), GRACE_MS)
    signalGroup(child, 'SIGTERM')
  }
  const late = setTimeout(() => {
    isLate = true
    end()
  }, limitMs)
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size - chunk.length < maxBytes) out.push(chunk)
    if (size > maxBytes) killGit(child)
  })
  child.stderr.on(
    'data',
    (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-MAX_ERROR_CHARS)),
  )
  signal?.addEventListener('abort', end)
  child.stdin.end(command.input ?? '')
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    signal?.throwIfAborted()
    if (isLate) throw new GitTimedOut(command)
    const truncated = size > maxBytes
    const printed = Buffer.concat(out)
    return {
      code: truncated ? 0 : (code ?? 128),
      out: truncated ? printed.subarray(0, maxBytes) : printed,
      errors,
      truncated,
    }
  } finally {
    clearTimeout(late)
    clearTimeout(forced)
    signal?.removeEventListener('abort', end)
  }
}

const living = new Set<ChildProcessWithoutNullStreams>()
let isWatchingExit = false

/** In a group of its own, so that whatever it started ends with it. */
export function startGit({
  program,
  args,
  cwd,
  env,
}: Pick<GitCommand, 'program' | 'args' | 'cwd' | 'env'>): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { cwd, env, stdio: 'pipe', detached: true })
  living.add(child)
  child.once('close', () => living.delete(child))
  child.once('error', () => living.delete(child))
  // Git may exit before it has read everything.
  child.stdin.on('error', () => undefined)
  if (!isWatchingExit)
    process.once('exit', () => living.forEach((one) => signalGroup(one, 'SIGTERM')))
  isWatchingExit = true
  return child
}

/** Also lets go of its output, which a program that left the group may keep open. */
function killGit(child: ChildProcessWithoutNullStreams): void {
  signalGroup(child, 'SIGKILL')
  child.stdout.destroy()
  child.stderr.destroy()
}

function signalGroup({ pid }: ChildProcessWithoutNullStreams, name: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch (error) {
    // It has just ended by itself; macOS says so with EPERM.
    if (!['ESRCH', 'EPERM'].includes(errnoOf(error) ?? '')) throw error
  }
}
