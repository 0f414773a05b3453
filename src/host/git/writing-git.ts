import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { resolveExecutable } from '../agents/process/executable.ts'
import { pushAddress } from './push-address.ts'
import { asOptions, cleanedEnv, GitMissing, SAFE, type Setting } from './run-git.ts'

const MAX_ERROR_CHARS = 4000

interface RunOptions {
  /** Runs there instead of in the repository's own folder. */
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
}

interface GitExit {
  code: number
  out: Buffer
  errors: string
}

export interface Opening {
  env: NodeJS.ProcessEnv
  /** `NAME=value` in the environment of every git, to find those that outlive this process. */
  mark?: string
  /** Terminates the running git, which then removes its own locks. */
  signal?: AbortSignal
}

/** Git failed at a command that was expected to succeed. */
export class GitFailed extends Error {
  readonly errors: string

  constructor(args: readonly string[], { code, errors }: GitExit) {
    const said = withoutLogin(errors)
    super(`git ${withoutLogin(args.join(' '))} ended with ${code}: ${said.trim() || 'no message'}`)
    this.errors = said
  }
}

/** A repository's address may contain a password, and other people read these errors. */
export const withoutLogin = (text: string): string => text.replace(/(:\/\/)[^/\s@]+@/g, '$1')

/**
 * Git for commands that write. Hooks, editors, signing, fsmonitor and every transport are switched
 * off. Filters and merge drivers run only if the user's own or the system's configuration defines
 * them (git-lfs, for example): without those a commit would differ from what the user sees.
 * Programs from the repository's configuration are never run.
 */
export class WritingGit {
  readonly dir: string
  /** Path of the git executable. */
  readonly program: string
  /** The `core.worktree` of the repository's configuration, if it is set. */
  readonly elsewhere: string | null
  /** The name that stands for no object: as long as the repository's other names. */
  readonly noObject: string
  readonly #opening: Opening
  readonly #settings: readonly Setting[]
  readonly #remote: readonly Setting[]
  /** All settings of the user's own and the system's configuration. */
  readonly #trusted: readonly Setting[]

  private constructor(
    dir: string,
    program: string,
    parts: {
      opening: Opening
      settings: readonly Setting[]
      remote: readonly Setting[]
      trusted: readonly Setting[]
      elsewhere: string | null
      noObject: string
    },
  ) {
    this.dir = dir
    this.program = program
    this.elsewhere = parts.elsewhere
    this.noObject = parts.noObject
    this.#opening = parts.opening
    this.#settings = parts.settings
    this.#remote = parts.remote
    this.#trusted = parts.trusted
  }

  /** Throws `GitMissing`, and `GitFailed` when the configuration cannot be read. */
  static async open(dir: string, opening: Opening): Promise<WritingGit> {
    const git = { command: () => ({ executable: 'git', program: null }) }
    const found = resolveExecutable(git, opening.env)
    if (!found.ok) throw new GitMissing(found.error.path)
    const { path } = found.value
    const reading = new WritingGit(dir, path, { opening, settings: ALWAYS, ...NOTHING_YET })
    const listed = scoped(await reading.lines(['config', '--list', '--show-scope', '-z']))
    const settings = [...ALWAYS, ...withoutRepositoryPrograms(listed), ...identity(listed)]
    const set = listed.findLast(({ scope, name }) => scope === 'local' && name === 'core.worktree')
    const elsewhere = set === undefined || set.value === '' ? null : set.value
    return new WritingGit(dir, path, {
      opening,
      settings,
      remote: remoteSettings(listed),
      trusted: listed.flatMap(({ scope, name, value }): Setting[] =>
        TRUSTED.has(scope) ? [[name, value]] : [],
      ),
      elsewhere,
      noObject: noObjectIn(listed),
    })
  }

  /** For commands whose failure is a valid answer. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<GitExit> {
    const { signal } = this.#opening
    signal?.throwIfAborted()
    const settings = [
      ...this.#settings,
      ...(options.isRemote === true ? this.#remote : []),
      ...(options.settings ?? []),
    ]
    const child = spawn(this.program, [...asOptions(settings), '--no-pager', ...args], {
      cwd: options.cwd ?? this.dir,
      env: this.#environment(settings, options),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const end = (): void => void child.kill('SIGTERM')
    signal?.addEventListener('abort', end)
    const out: Buffer[] = []
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on(
      'data',
      (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-MAX_ERROR_CHARS)),
    )
    // Git may exit before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
    const [code] = (await once(child, 'close')) as [number | null]
    signal?.removeEventListener('abort', end)
    signal?.throwIfAborted()
    return { code: code ?? 128, out: Buffer.concat(out), errors }
  }

  /**
   * Pushes to this one address. Only the user's own configuration may rewrite it, and only that may
   * lead to a folder.
   */
  push(address: string, options: readonly string[], refspec: string): Promise<GitExit> {
    const to = pushAddress(address, this.#trusted)
    // Of all rules the longest match counts, and the repository cannot know this name.
    const name = randomUUID()
    return this.run(['push', ...options, '--', name, refspec], {
      isRemote: true,
      isAway: to === address,
      settings: [[`url.${to}.pushInsteadOf`, name]],
    })
  }

  /** Starts a git that answers until its input is closed; it does not keep this process alive. */
  stay(args: readonly string[]): ChildProcessWithoutNullStreams {
    const child = spawn(this.program, [...asOptions(this.#settings), '--no-pager', ...args], {
      cwd: this.dir,
      env: this.#environment(this.#settings, {}),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.unref()
    return child
  }

  #environment(settings: readonly Setting[], options: RunOptions): NodeJS.ProcessEnv {
    const { env, mark } = this.#opening
    const [name, value] = mark?.split('=') ?? []
    const { index, objects, isRemote, isAway } = options
    const protocols = isAway === true ? NETWORK : `${NETWORK}:file`
    return {
      ...cleanedEnv(env, settings),
      ...(name === undefined ? {} : { [name]: value }),
      ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
      ...(objects === undefined
        ? {}
        : {
            GIT_OBJECT_DIRECTORY: objects.into,
            GIT_ALTERNATE_OBJECT_DIRECTORIES: objects.beside,
          }),
      ...(isRemote === true ? { GIT_ALLOW_PROTOCOL: protocols } : {}),
      GIT_EDITOR: 'true',
    }
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

const NOTHING_YET = { remote: [], trusted: [], elsewhere: null, noObject: '' }

const NETWORK = 'https:http:ssh'

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
]

const PROGRAM = /^(?<kind>filter|merge)\.(?<name>.*)\.(?<key>clean|smudge|process|driver)$/s

interface Scoped {
  scope: string
  name: string
  value: string
}

/** `--show-scope -z` prints scope and `name\nvalue` alternately. */
function scoped(listed: readonly string[]): Scoped[] {
  return listed.flatMap((scope, index) => {
    if (index % 2 === 1) return []
    const [name, value] = splitOnce(listed[index + 1] ?? '')
    return [{ scope, name, value }]
  })
}

const splitOnce = (text: string): [string, string] => {
  const at = text.indexOf('\n')
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const TRUSTED = new Set(['system', 'global'])

const noObjectIn = (listed: readonly Scoped[]): string =>
  '0'.repeat(listed.some(isSha256) ? 64 : 40)

const isSha256 = ({ scope, name, value }: Scoped): boolean =>
  scope === 'local' && name === 'extensions.objectformat' && value === 'sha256'

/** The last value wins: one that the repository sets is replaced by the user's, or by none. */
function withoutRepositoryPrograms(listed: readonly Scoped[]): Setting[] {
  const trusted = new Map<string, string>()
  const untrusted = new Set<string>()
  for (const { scope, name, value } of listed) {
    if (!PROGRAM.test(name)) continue
    if (TRUSTED.has(scope)) trusted.set(name, value)
    else if (scope !== 'command') untrusted.add(name)
  }
  return [...untrusted].flatMap((name): Setting[] => {
    const value = trusted.get(name)
    if (value !== undefined) return [[name, value]]
    const { kind, name: driver } = PROGRAM.exec(name)?.groups ?? {}
    // A merge driver cannot be empty: `false` makes the file a conflict, which the user sees.
    if (kind === 'merge') return [[name, 'false']]
    return [
      [name, ''],
      [`filter.${driver}.required`, 'false'],
    ]
  })
}

/** Commits need an identity even if the user has configured none. */
function identity(listed: readonly Scoped[]): Setting[] {
  const names = new Set(listed.map(({ name }) => name))
  return [
    ...(names.has('user.name') ? [] : [['user.name', 'SDD Orchestrator'] as const]),
    ...(names.has('user.email') ? [] : [['user.email', 'sdd-orchestrator@localhost'] as const]),
  ]
}

const TRANSPORT = /^(core\.(sshcommand|askpass|gitproxy)|credential\..*helper)$/s

/** Transport and credentials come only from the user's own configuration. */
function remoteSettings(listed: readonly Scoped[]): Setting[] {
  const untrusted = listed.filter(({ scope, name }) => !TRUSTED.has(scope) && TRANSPORT.test(name))
  const trusted = listed.filter(({ scope, name }) => TRUSTED.has(scope) && TRANSPORT.test(name))
  const last = new Map(trusted.map(({ name, value }) => [name, value]))
  return [
    ['protocol.allow', 'user'],
    ['core.sshCommand', last.get('core.sshcommand') ?? 'ssh'],
    ['core.askPass', last.get('core.askpass') ?? ''],
    ['core.gitProxy', ''],
    ...untrusted.flatMap(({ name }): Setting[] => (isHelper(name) ? [[name, '']] : [])),
    ...trusted.flatMap(({ name, value }): Setting[] => (isHelper(name) ? [[name, value]] : [])),
  ]
}

const isHelper = (name: string): boolean => name.startsWith('credential.')
