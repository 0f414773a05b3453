import { execFile } from 'node:child_process'
import { resolveExecutable } from '../agents/process/executable.ts'
import { errnoOf } from '../files/errno.ts'

const MAX_OUTPUT_BYTES = 5 * 1024 * 1024

export interface GitOutput {
  code: number
  text: string
  truncated: boolean
}

export class GitMissing extends Error {}

/** Switches off everything that a repository's own configuration could run or wait for. */
export const SAFE: readonly Setting[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.sshCommand', 'false'],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['diff.submodule', 'short'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['log.showSignature', 'false'],
  ['protocol.allow', 'never'],
  ['submodule.recurse', 'false'],
]

export type Setting = readonly [name: string, value: string]

export type Git = (...args: string[]) => Promise<GitOutput>

/** Throws `GitMissing`; null when the repository's configuration cannot be read. */
export async function gitIn(dir: string, env: NodeJS.ProcessEnv): Promise<Git | null> {
  const found = resolveExecutable({ command: () => ({ executable: 'git', program: null }) }, env)
  if (!found.ok) throw new GitMissing(found.error.path)
  const { path } = found.value
  const run = (settings: readonly Setting[], args: string[]): Promise<GitOutput> =>
    execute(path, [...asOptions(settings), '--no-pager', ...args], {
      cwd: dir,
      env: cleanedEnv(env, settings),
    })
  const listed = await run(SAFE, ['config', '--list', '--name-only', '-z'])
  if (listed.code !== 0 || listed.truncated) return null
  const settings = [...SAFE, ...withoutFilters(listed.text.split('\0'))]
  return (...args) => run(settings, args)
}

/** A filter runs a program on every changed file that git inspects; an empty one runs none. */
function withoutFilters(names: string[]): Setting[] {
  const drivers = new Set(names.flatMap((name) => FILTER.exec(name)?.[1] ?? []))
  return [...drivers].flatMap((driver): Setting[] => [
    [`filter.${driver}.clean`, ''],
    [`filter.${driver}.smudge`, ''],
    [`filter.${driver}.process`, ''],
    [`filter.${driver}.required`, 'false'],
  ])
}

const FILTER = /^filter\.(.*)\.[^.]+$/s

/** A name with `=` cannot be passed as an option; `cleanedEnv` passes it instead. */
export const asOptions = (settings: readonly Setting[]): string[] =>
  settings.flatMap(([name, value]) => (name.includes('=') ? [] : ['-c', `${name}=${value}`]))

function execute(
  path: string,
  args: string[],
  where: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<GitOutput> {
  const options = { ...where, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'buffer' as const }
  return new Promise((resolve, reject) => {
    execFile(path, args, options, (error, stdout) => {
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

/**
 * Without the GIT_ variables of a hook that started the host, which name the hook's repository.
 * Allows no protocol: a partial clone would fetch missing objects with a command of its choice.
 */
export function cleanedEnv(
  env: NodeJS.ProcessEnv,
  settings: readonly Setting[],
): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'))
  const named = settings.filter(([name]) => name.includes('='))
  const inEnv = named.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(inEnv),
    GIT_CONFIG_COUNT: String(named.length),
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
}
