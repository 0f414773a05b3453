import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  cleanedEnv,
  GitGround,
  gitProgram,
  LIST_SETTINGS,
  listedSettings,
  refuseOdd,
  SAFE,
  withoutHooks,
  type Setting,
} from './git-ground.ts'
import { worktreePlace, type GitPlace } from './git-place.ts'
import { GitFailed, limitFor, runGit, startGit, type GitExit } from './git-process.ts'
import { mergeDrivers } from './kept-settings.ts'
import { pushAddress } from './push-address.ts'
import { repositoryAddress } from './repository-address.ts'

interface RunOptions {
  /** Another working tree of the repository, to run there instead of in its own folder. */
  cwd?: string
  input?: string | Buffer
  /** A private index: the user's stays as it is. */
  index?: string
  /** Writes new objects into a separate folder and reads the repository's own besides. */
  objects?: { into: string; beside: string }
  /** Allows network access, as configured by the user and never by the repository. */
  isRemote?: boolean
  /** Refuses a folder as the remote: its hooks would run. */
  isAway?: boolean
  /** For this command alone. */
  settings?: readonly Setting[]
  /** In the environment of this command alone. */
  variables?: Readonly<Record<string, string>>
}

export interface Opening {
  env: NodeJS.ProcessEnv
  /** `NAME=value` in the environment of every git, to find those that outlive this process. */
  mark?: string
  /** Terminates the running git, which then removes its own locks. */
  signal?: AbortSignal
  /** The folder is a bare repository that this program made. */
  isBare?: boolean
}

/** A folder is not, or no longer, a working tree of the repository. */
export class NotAWorktree extends Error {
  readonly path: string

  constructor(path: string) {
    super(`${path} is no worktree of this repository`)
    this.path = path
  }
}

/**
 * Git for commands that write. Hooks, editors, signing, fsmonitor and every transport are switched
 * off. Filters and merge drivers run only if the user's own or the system's configuration defines
 * them (git-lfs, for example): without those a commit would differ from what the user sees.
 * Programs from the repository's configuration are never run.
 */
export class WritingGit {
  readonly dir: string
  readonly #ground: GitGround
  readonly #opening: Opening
  readonly #places = new Map<string, GitPlace>()
  #settings: readonly Setting[] = ALWAYS
  /** All settings of the user's own and the system's configuration. */
  #trusted: readonly Setting[] = []

  private constructor(dir: string, ground: GitGround, opening: Opening) {
    this.dir = dir
    this.#ground = ground
    this.#opening = opening
  }

  /** Throws `GitMissing`, `NoRepository`, and `GitFailed` when the configuration cannot be read. */
  static async open(dir: string, opening: Opening): Promise<WritingGit> {
    const ground = GitGround.open(dir, opening)
    const git = new WritingGit(dir, ground, opening)
    const listed = listedSettings(await git.must(LIST_SETTINGS))
    const { trusted, names } = listed
    ground.refuseForeign(trusted)
    git.#trusted = trusted
    const drivers = mergeDrivers(ground.entries).map((name) => `merge.${name}.driver`)
    git.#settings = [
      ...ALWAYS,
      // Otherwise the file would be merged as text; so it is a conflict, which the user sees.
      ...drivers.flatMap((name): Setting[] => (git.#isTrusted(name) ? [] : [[name, 'false']])),
      ...withoutHooks(listed),
      ...identity(names),
    ]
    // Git cannot create them through links.
    for (const name of ['logs', 'worktrees'])
      mkdirSync(join(ground.place.commonDir, name), { recursive: true })
    return git
  }

  /** Makes a new repository in that folder, without the user's template. */
  static async init(
    dir: string,
    { env, isBare = false, branch }: Opening & { branch?: string },
  ): Promise<void> {
    const named = branch === undefined ? [] : [`--initial-branch=${branch}`]
    const args = ['init', '--quiet', '--template=', ...named, ...(isBare ? ['--bare'] : []), '.']
    const program = gitProgram(env)
    const limitMs = limitFor('act', env)
    const made = await runGit({ program, args, cwd: dir, env: cleanedEnv(env, ALWAYS), limitMs })
    if (made.code !== 0) throw new GitFailed(args, made)
  }

  /** Path of the git executable. */
  get program(): string {
    return this.#ground.program
  }

  /** How long an answer of a git that stays may take. */
  get patienceMs(): number {
    return limitFor('look', this.#opening.env)
  }

  /** The working tree in which it was opened. */
  get place(): GitPlace {
    return this.#ground.place
  }

  /** The name that stands for no object: as long as the repository's other names. */
  get noObject(): string {
    return '0'.repeat(this.configured('extensions.objectformat') === 'sha256' ? 64 : 40)
  }

  /** The names of the remotes in the repository's own configuration. */
  get remotes(): string[] {
    const found = this.#ground.entries.flatMap(({ section, sub }) =>
      section === 'remote' && sub !== null ? [sub] : [],
    )
    return [...new Set(found)]
  }

  /** The last value of `section.key` in the repository's own configuration, or null. */
  configured(name: string, sub: string | null = null): string | null {
    return this.#ground.configured(name, sub)
  }

  /** One of the repository's working trees, checked every time. Throws `NotAWorktree`. */
  placeOf(dir: string): GitPlace {
    const { place } = this.#ground
    if (dir === this.dir || dir === place.top) return place
    const found = worktreePlace(place.commonDir, dir)
    if (found === null) throw new NotAWorktree(dir)
    const known = this.#places.get(found.gitDir)
    if (known?.top === found.top) return known
    refuseOdd(found)
    this.#places.set(found.gitDir, found)
    return found
  }

  /** For commands whose failure is a valid answer. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<GitExit> {
    const { signal } = this.#opening
    const { cwd = this.dir, input, isRemote } = options
    const env = this.#ground.environment(this.placeOf(cwd), this.#settingsFor(options))
    return runGit({
      program: this.program,
      args,
      cwd,
      env: { ...env, ...this.#variables(options) },
      limitMs: limitFor(isRemote === true ? 'network' : 'act', this.#opening.env),
      ...(input === undefined ? {} : { input }),
      ...(signal === undefined ? {} : { signal }),
    })
  }

  /**
   * Pushes to this one address. Only the user's own configuration may rewrite it, and only that may
   * lead to a folder.
   */
  push(address: string, options: readonly string[], refspec: string): Promise<GitExit> {
    const to = pushAddress(address, this.#trusted)
    // Of all rules the longest match counts, and nobody can know this name.
    const name = randomUUID()
    const { address: plain, settings, variables } = repositoryAddress(to)
    return this.run(['push', ...options, '--', name, refspec], {
      isRemote: true,
      isAway: to === address,
      settings: [[`url.${plain}.pushInsteadOf`, name], ...settings],
      variables,
    })
  }

  /** Starts a git that answers until its input is closed; it does not keep this process alive. */
  stay(args: readonly string[]): ChildProcessWithoutNullStreams {
    const child = startGit({
      program: this.program,
      args,
      cwd: this.dir,
      env: { ...this.#ground.environment(this.place, this.#settings), ...this.#variables({}) },
    })
    child.unref()
    return child
  }

  #settingsFor({ isRemote, settings = [] }: RunOptions): Setting[] {
    if (isRemote !== true) return [...this.#settings, ...settings]
    const local = this.#settings.filter(([name]) => !TRANSPORT.has(name))
    const defaults = FOR_NETWORK.filter(([name]) => !this.#isTrusted(name.toLowerCase()))
    return [...local, ['protocol.allow', 'user'], ...defaults, ...settings]
  }

  #variables(options: RunOptions): NodeJS.ProcessEnv {
    const [name, value] = this.#opening.mark?.split('=') ?? []
    const { index, objects, isRemote, isAway, variables = {} } = options
    const protocols = isAway === true ? NETWORK : `${NETWORK}:file`
    return {
      ...(name === undefined ? {} : { [name]: value }),
      ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
      ...(objects === undefined
        ? {}
        : {
            GIT_OBJECT_DIRECTORY: objects.into,
            GIT_ALTERNATE_OBJECT_DIRECTORIES: objects.beside,
          }),
      ...(isRemote === true ? { GIT_ALLOW_PROTOCOL: protocols } : {}),
      ...variables,
      GIT_EDITOR: 'true',
    }
  }

  #isTrusted(setting: string): boolean {
    return this.#trusted.some(([name]) => name === setting)
  }

  async must(args: readonly string[], options: RunOptions = {}): Promise<Buffer> {
    const result = await this.run(args, options)
    if (result.code !== 0) throw new GitFailed(args, result)
    return result.out
  }

  /** The output, without the final line break. */
  async text(args: readonly string[], options: RunOptions = {}): Promise<string> {
    return (await this.must(args, options)).toString('utf8').replace(/\n$/, '')
  }

  /** The NUL-separated parts of the output. */
  async lines(args: readonly string[], options: RunOptions = {}): Promise<string[]> {
    const text = (await this.must(args, options)).toString('utf8')
    return text.split('\0').slice(0, -1)
  }

  /** The id of the object that a name refers to, or null. */
  async find(name: string, options: RunOptions = {}): Promise<string | null> {
    const { code, out } = await this.run(
      ['rev-parse', '--verify', '--quiet', '--end-of-options', name],
      options,
    )
    return code === 0 ? out.toString('utf8').trim() : null
  }
}

const NETWORK = 'https:http:ssh'

/** Settings for commands without a network; with one, the user's own count. */
const TRANSPORT: ReadonlySet<string> = new Set([
  'core.sshCommand',
  'credential.helper',
  'protocol.allow',
])

/**
 * Where the user has configured nothing. A server that falls silent is given up, even if nothing
 * tells that the connection is gone.
 */
const FOR_NETWORK: readonly Setting[] = [
  [
    'core.sshCommand',
    'ssh -o ConnectTimeout=60 -o ServerAliveInterval=30 -o ServerAliveCountMax=10',
  ],
  // Otherwise a dialog of the desktop could open, with nobody in front of it.
  ['core.askPass', ''],
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', '300'],
]

const ALWAYS: readonly Setting[] = [
  ...SAFE,
  ['commit.gpgSign', 'false'],
  ['core.editor', 'true'],
  ['sequence.editor', 'true'],
  ['core.safecrlf', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['merge.renormalize', 'false'],
  ['rebase.autoStash', 'false'],
  ['rebase.updateRefs', 'false'],
  ['rerere.enabled', 'false'],
  // Git would write that into a configuration.
  ['worktree.useRelativePaths', 'false'],
]

/** Commits need an identity even if the user has configured none. */
function identity(names: ReadonlySet<string>): Setting[] {
  return [
    ...(names.has('user.name') ? [] : [['user.name', 'SDD Orchestrator'] as const]),
    ...(names.has('user.email') ? [] : [['user.email', 'sdd-orchestrator@localhost'] as const]),
  ]
}
