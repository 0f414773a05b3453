import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { resolveExecutable } from '../agents/process/executable.ts'
import { asOptions, cleanedEnv, GitMissing, SAFE, type Setting } from './run-git.ts'

const MAX_ERROR_CHARS = 4000

interface RunOptions {
  /** Runs there instead of in the repository's own folder. */
  cwd?: string
  input?: string | Buffer
  /** An index of its own: the user's stays as it is. */
  index?: string
  /** New objects go into a folder of their own, beside the repository's. */
  objects?: { into: string; beside: string }
  /** May reach another computer, as the user's own configuration says. */
  isRemote?: boolean
}

interface Ended {
  code: number
  out: Buffer
  errors: string
}

export interface Opening {
  env: NodeJS.ProcessEnv
  /** `NAME=value` in the environment of each git: what outlives this process is found by it. */
  mark?: string
  /** Ends the git that runs; git removes its own locks then. */
  signal?: AbortSignal
}

/** Git refused an act that was expected to succeed. */
export class GitFailed extends Error {
  readonly errors: string

  constructor(args: readonly string[], { code, errors }: Ended) {
    const said = withoutLogin(errors)
    super(`git ${withoutLogin(args.join(' '))} ended with ${code}: ${said.trim() || 'no message'}`)
    this.errors = said
  }
}

/** The address of a repository may hold a password, and what failed is read by others. */
export const withoutLogin = (text: string): string => text.replace(/(:\/\/)[^/\s@]+@/g, '$1')

/**
 * Git for acts that write. Hooks, editors, signing, fsmonitor and every transport are switched off.
 * Filters and merge drivers run only where the user's own or the system's configuration defines
 * them (git-lfs is one): without those a commit would hold other content than the user sees. What
 * the repository's configuration defines is a stranger's program.
 */
export class WritingGit {
  readonly dir: string
  /** The git that is used. */
  readonly program: string
  /** Where the repository's configuration says that its files are, if it does. */
  readonly elsewhere: string | null
  readonly #opening: Opening
  readonly #settings: readonly Setting[]
  readonly #remote: readonly Setting[]

  private constructor(
    dir: string,
    program: string,
    parts: {
      opening: Opening
      settings: readonly Setting[]
      remote: readonly Setting[]
      elsewhere: string | null
    },
  ) {
    this.dir = dir
    this.program = program
    this.elsewhere = parts.elsewhere
    this.#opening = parts.opening
    this.#settings = parts.settings
    this.#remote = parts.remote
  }

  /** Throws `GitMissing`, and `GitFailed` where the configuration cannot be read. */
  static async open(dir: string, opening: Opening): Promise<WritingGit> {
    const git = { command: () => ({ executable: 'git', program: null }) }
    const found = resolveExecutable(git, opening.env)
    if (!found.ok) throw new GitMissing(found.error.path)
    const { path } = found.value
    const reading = new WritingGit(dir, path, { opening, settings: ALWAYS, ...NOTHING_YET })
    const listed = scoped(await reading.lines(['config', '--list', '--show-scope', '-z']))
    const settings = [...ALWAYS, ...strangersPrograms(listed), ...identity(listed)]
    const set = listed.findLast(({ scope, name }) => scope === 'local' && name === 'core.worktree')
    const elsewhere = set === undefined || set.value === '' ? null : set.value
    return new WritingGit(dir, path, {
      opening,
      settings,
      remote: remoteSettings(listed),
      elsewhere,
    })
  }

  /** For acts whose failure is an answer. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const { signal } = this.#opening
    signal?.throwIfAborted()
    const settings =
      options.isRemote === true ? [...this.#settings, ...this.#remote] : this.#settings
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
    // Git may end before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
    const [code] = (await once(child, 'close')) as [number | null]
    signal?.removeEventListener('abort', end)
    signal?.throwIfAborted()
    return { code: code ?? 128, out: Buffer.concat(out), errors }
  }

  /** One that answers as long as its input is open; it keeps no process alive. */
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
    const { index, objects, isRemote } = options
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
      ...(isRemote === true ? { GIT_ALLOW_PROTOCOL: 'https:http:ssh:file' } : {}),
      GIT_EDITOR: 'true',
    }
  }

  async must(args: readonly string[], options: RunOptions = {}): Promise<Buffer> {
    const result = await this.run(args, options)
    if (result.code !== 0) throw new GitFailed(args, result)
    return result.out
  }

  /** Without the line break at its end. */
  async text(args: readonly string[], options: RunOptions = {}): Promise<string> {
    return (await this.must(args, options)).toString('utf8').replace(/\n$/, '')
  }

  /** What git separates by NUL. */
  async lines(args: readonly string[], options: RunOptions = {}): Promise<string[]> {
    const text = (await this.must(args, options)).toString('utf8')
    return text.split('\0').slice(0, -1)
  }

  /** The object that a name stands for, or null. */
  async find(name: string, options: RunOptions = {}): Promise<string | null> {
    const { code, out } = await this.run(
      ['rev-parse', '--verify', '--quiet', '--end-of-options', name],
      options,
    )
    return code === 0 ? out.toString('utf8').trim() : null
  }
}

const NOTHING_YET = { remote: [], elsewhere: null }

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

/** `--show-scope -z` prints scope and `name\nvalue` in turns. */
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

const PERSONS = new Set(['system', 'global'])

/**
 * The last value counts; one that the repository contains is replaced by the user's, or by none.
 */
function strangersPrograms(listed: readonly Scoped[]): Setting[] {
  const persons = new Map<string, string>()
  const strangers = new Set<string>()
  for (const { scope, name, value } of listed) {
    if (!PROGRAM.test(name)) continue
    if (PERSONS.has(scope)) persons.set(name, value)
    else if (scope !== 'command') strangers.add(name)
  }
  return [...strangers].flatMap((name): Setting[] => {
    const value = persons.get(name)
    if (value !== undefined) return [[name, value]]
    const { kind, name: driver } = PROGRAM.exec(name)?.groups ?? {}
    // A merge driver cannot be empty: `false` makes the file a conflict, which people see.
    if (kind === 'merge') return [[name, 'false']]
    return [
      [name, ''],
      [`filter.${driver}.required`, 'false'],
    ]
  })
}

/** Commits need a name even where the user has given git none. */
function identity(listed: readonly Scoped[]): Setting[] {
  const names = new Set(listed.map(({ name }) => name))
  return [
    ...(names.has('user.name') ? [] : [['user.name', 'SDD Orchestrator'] as const]),
    ...(names.has('user.email') ? [] : [['user.email', 'sdd-orchestrator@localhost'] as const]),
  ]
}

const REACHES = /^(core\.(sshcommand|askpass|gitproxy)|credential\..*helper)$/s

/** How another computer is reached and who one is there: only as the user says, at home. */
function remoteSettings(listed: readonly Scoped[]): Setting[] {
  const strangers = listed.filter(({ scope, name }) => !PERSONS.has(scope) && REACHES.test(name))
  const persons = listed.filter(({ scope, name }) => PERSONS.has(scope) && REACHES.test(name))
  const last = new Map(persons.map(({ name, value }) => [name, value]))
  return [
    ['protocol.allow', 'user'],
    ['core.sshCommand', last.get('core.sshcommand') ?? 'ssh'],
    ['core.askPass', last.get('core.askpass') ?? ''],
    ['core.gitProxy', ''],
    ...strangers.flatMap(({ name }): Setting[] => (isHelper(name) ? [[name, '']] : [])),
    ...persons.flatMap(({ name, value }): Setting[] => (isHelper(name) ? [[name, value]] : [])),
  ]
}

const isHelper = (name: string): boolean => name.startsWith('credential.')
