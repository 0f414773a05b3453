import { resolveExecutable } from '../agents/process/executable.ts'
import { isAbsolute } from 'node:path'
import { BadConfig, lastOf, type ConfigEntry } from './config-text.ts'
import { ownCommonDir } from './common-dir.ts'
import {
  barePlace,
  entriesOf,
  findPlace,
  foreignFolderOf,
  oddFileIn,
  type GitPlace,
  type PlaceProblem,
} from './git-place.ts'
import { keptSettings, unknownExtension } from './kept-settings.ts'

export class GitMissing extends Error {}

export type GroundProblem =
  | PlaceProblem
  | { problem: 'unknown-extension'; name: string }
  /** A link, a pipe or the like among the files that git writes. */
  | { problem: 'odd-git-file'; path: string }
  | { problem: 'foreign-owner'; path: string }

/** Git cannot be used in that folder. */
export class NoRepository extends Error {
  readonly found: GroundProblem

  constructor(found: GroundProblem) {
    super(`no repository: ${found.problem}`)
    this.found = found
  }
}

export type Setting = readonly [name: string, value: string]

/** What `git config --list --show-scope -z` prints. */
export const LIST_SETTINGS = ['config', '--list', '--show-scope', '-z']

export interface ListedSettings {
  /** Those of the user's own and the system's configuration. */
  trusted: Setting[]
  names: Set<string>
}

const HOOK = /^hook\.(.*)\.command$/s

/** Hooks that the user's configuration defines are off, like those in folders. */
export const withoutHooks = ({ names }: ListedSettings): Setting[] =>
  [...names].flatMap((name): Setting[] => {
    const hook = HOOK.exec(name)?.[1]
    return hook === undefined ? [] : [[`hook.${hook}.enabled`, 'false']]
  })

/** It prints scope and `name\nvalue` alternately. */
export function listedSettings(printed: Buffer): ListedSettings {
  const fields = printed.toString('utf8').split('\0').slice(0, -1)
  const all = fields.flatMap((scope, index) => {
    if (index % 2 === 1) return []
    const [name = '', ...value] = (fields[index + 1] ?? '').split('\n')
    return [{ scope, setting: [name, value.join('\n')] as const }]
  })
  return {
    trusted: all.flatMap(({ scope, setting }) => (TRUSTED.has(scope) ? [setting] : [])),
    names: new Set(all.map(({ setting: [name] }) => name)),
  }
}

const TRUSTED: ReadonlySet<string> = new Set(['system', 'global'])

export interface Ground {
  env: NodeJS.ProcessEnv
  /** The folder is a bare repository that this program made. */
  isBare?: boolean
}

/**
 * Where git works and under which configuration. Both are decided here: no file of the repository
 * can name a program, lead a connection elsewhere or stand for another repository.
 */
export class GitGround {
  /** Path of the git executable. */
  readonly program: string
  readonly place: GitPlace
  /** What the repository's own configuration says. */
  readonly entries: readonly ConfigEntry[]
  readonly #env: NodeJS.ProcessEnv
  readonly #isBare: boolean
  readonly #commonDirs = new WeakMap<GitPlace, string>()

  private constructor(program: string, place: GitPlace, ground: Ground) {
    this.program = program
    this.place = place
    this.entries = entriesOf(place)
    this.#env = ground.env
    this.#isBare = ground.isBare === true
  }

  /** Throws `GitMissing` and `NoRepository`. */
  static open(dir: string, ground: Ground): GitGround {
    const program = gitProgram(ground.env)
    const found = ground.isBare === true ? barePlace(dir) : findPlace(dir)
    if ('problem' in found) throw new NoRepository(found)
    if (ground.isBare !== true) refuseOdd(found)
    try {
      const opened = new GitGround(program, found, ground)
      const name = unknownExtension(opened.entries)
      if (name === null) return opened
      throw new NoRepository({ problem: 'unknown-extension', name })
    } catch (error) {
      if (!(error instanceof BadConfig)) throw error
      throw new NoRepository({ problem: 'not-a-repository' })
    }
  }

  /** Git refuses to work in the folders of others too, but only where it looks for them itself. */
  refuseForeign(trusted: readonly Setting[]): void {
    const safe = trusted.flatMap(([name, value]) => (name === 'safe.directory' ? [value] : []))
    const users = [process.geteuid?.(), sudoUser(this.#env)].filter((id) => id !== undefined)
    const path = users.length === 0 ? null : foreignFolderOf(this.place, { users, safe })
    if (path !== null) throw new NoRepository({ problem: 'foreign-owner', path })
  }

  /** The last value of `section.key` in the repository's own configuration, or null. */
  configured(name: string, sub: string | null = null): string | null {
    return lastOf(this.entries, name, sub)
  }

  /** The environment in which git works in that working tree, and reads our configuration. */
  environment(place: GitPlace, settings: readonly Setting[]): NodeJS.ProcessEnv {
    const own = this.#commonDirs.get(place) ?? this.#commonDirFor(place)
    this.#commonDirs.set(place, own)
    return {
      ...cleanedEnv(this.#env, settings),
      GIT_DIR: place.gitDir,
      GIT_COMMON_DIR: own,
      ...(place.top === null ? {} : { GIT_WORK_TREE: place.top }),
    }
  }

  #commonDirFor(place: GitPlace): string {
    const entries = place === this.place ? this.entries : entriesOf(place)
    const { top, commonDir } = place
    const env = this.#env
    const config = keptSettings({ entries, dir: top ?? commonDir, env }, this.#isBare)
    return ownCommonDir({ commonDir, config, env })
  }
}

/** Throws `NoRepository`. */
export function refuseOdd(place: GitPlace): void {
  const path = oddFileIn(place)
  if (path !== null) throw new NoRepository({ problem: 'odd-git-file', path })
}

/** Like git itself: with `sudo`, the repositories of the user who called it count as one's own. */
function sudoUser(env: NodeJS.ProcessEnv): number | undefined {
  const id = Number(env['SUDO_UID'])
  return process.geteuid?.() === 0 && Number.isInteger(id) ? id : undefined
}

/** Throws `GitMissing`. */
export function gitProgram(env: NodeJS.ProcessEnv): string {
  const found = resolveExecutable({ command: () => ({ executable: 'git', program: null }) }, env)
  if (!found.ok) throw new GitMissing(found.error.path)
  return found.value.path
}

/**
 * Without the GIT_ variables of a hook that started the host, which name the hook's repository.
 * Allows no protocol: a partial clone would fetch missing objects with a command of its choice.
 * Settings are not passed as options, because other users can see the options of a process.
 */
export function cleanedEnv(
  env: NodeJS.ProcessEnv,
  settings: readonly Setting[],
): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'))
  const inEnv = settings.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(inEnv),
    PATH: absolutePath(env['PATH']),
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
}

/** Git would look for `ssh` in the repository itself where the user's PATH contains `.`. */
export const absolutePath = (path: string | undefined): string =>
  (path ?? '').split(':').filter(isAbsolute).join(':')

/** Switches off everything that could be run or waited for, also what the user has configured. */
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
