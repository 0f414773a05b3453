import { execFile } from 'node:child_process'
import { resolveExecutable } from '../agents/executable.ts'
import { errnoOf } from '../files/errno.ts'

const MAX_OUTPUT_BYTES = 5 * 1024 * 1024

export interface GitOutput {
  code: number
  text: string
  truncated: boolean
}

export class GitMissing extends Error {}

/** What a repository's own configuration could run here, or wait for, is switched off. */
const SAFE = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']

export type Git = (...args: string[]) => Promise<GitOutput>

/** Throws `GitMissing`. */
export const gitIn = (dir: string, env: NodeJS.ProcessEnv): Git => {
  const cleaned = cleanedEnv(env)
  const found = resolveExecutable({ command: () => ({ executable: 'git', program: null }) }, env)
  if (!found.ok) throw new GitMissing(found.error.path)
  const { path } = found.value
  return (...args) =>
    new Promise((resolve, reject) => {
      const options = {
        cwd: dir,
        env: cleaned,
        maxBuffer: MAX_OUTPUT_BYTES,
        encoding: 'buffer' as const,
      }
      execFile(path, [...SAFE, ...args], options, (error, stdout) => {
        const text = stdout.toString('utf8')
        if (error === null) return resolve({ code: 0, text, truncated: false })
        if (errnoOf(error) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
          return resolve({ code: 0, text, truncated: true })
        if (typeof error.code === 'number')
          return resolve({ code: error.code, text, truncated: false })
        reject(error)
      })
    })
}

/** A host that was started from a hook would otherwise look at that hook's repository. */
function cleanedEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(own),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
}
