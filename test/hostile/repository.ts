import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { foldersOf } from '../../src/host/project/folders.ts'
import { removeCgroups } from '../../src/testkit/remove-cgroups.ts'

export const FEATURE = 'login'
const AT = '2026-01-01T00:00:00.000Z'

/** How a stand-in for an agent's CLI was started. */
export interface Start {
  program: string
  argv: string[]
  prompt: string
}

const AGENTS = ['claude', 'codex', 'gemini', 'opencode'] as const

/** A user's home folder, without any trust yet, and the repository that the user cloned. */
export class HostileRepository {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-hostile-'))
  readonly home = join(this.root, 'home')
  readonly project = join(this.root, 'clone')
  readonly specDir = join(this.project, '.kiro', 'specs', FEATURE)
  readonly #starts = join(this.root, 'starts')
  readonly #programs = join(this.root, 'bin')

  constructor() {
    for (const folder of [this.home, this.project, this.#starts, this.#programs]) mkdirSync(folder)
    for (const [path, text] of Object.entries(HOME)) this.#put(join(this.home, path), text)
    for (const name of AGENTS) this.#recorder(name)
    execFileSync('git', ['init', '-q'], { cwd: this.project, env: this.env })
    const spec = { feature_name: FEATURE, description: 'People sign in.', language: 'en' }
    this.put(`.kiro/specs/${FEATURE}/spec.json`, JSON.stringify(spec))
  }

  get env(): Record<string, string> {
    return {
      PATH: `${this.#programs}:${process.env['PATH'] ?? ''}`,
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.root, 'config'),
      XDG_STATE_HOME: join(this.root, 'state'),
      GIT_CONFIG_NOSYSTEM: '1',
    }
  }

  put(path: string, text: string): void {
    this.#put(join(this.project, path), text)
  }

  json(path: string, value: unknown): void {
    this.put(path, JSON.stringify(value))
  }

  /** Puts a link to the user's own files into the repository. */
  link(path: string, toHome: string): void {
    const full = join(this.project, path)
    rmSync(full, { recursive: true, force: true })
    mkdirSync(dirname(full), { recursive: true })
    symlinkSync(join(this.home, toHome), full)
  }

  /** Writes the user's own configuration, which holds the limits. */
  configure(config: object): void {
    this.#put(join(this.root, 'config', 'sdd-orchestrator', 'config.json'), JSON.stringify(config))
  }

  /** A shell command that leaves a trace if something from the repository runs it. */
  get deed(): string {
    return `touch ${join(this.root, 'acted')}`
  }

  get hasActed(): boolean {
    return existsSync(join(this.root, 'acted'))
  }

  get starts(): Start[] {
    return readdirSync(this.#starts).map((name) => {
      const read = (part: string): string =>
        existsSync(join(this.#starts, name, part))
          ? readFileSync(join(this.#starts, name, part), 'utf8')
          : ''
      return {
        program: name.split('.')[0] ?? '',
        argv: read('argv').split('\0').slice(0, -1),
        prompt: read('prompt'),
      }
    })
  }

  /** Every file of the home folder with its kind, mode and content. */
  manifest(): string[] {
    return readdirSync(this.home, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => {
        const path = join(this.home, name)
        const stat = lstatSync(path)
        const content = stat.isFile()
          ? createHash('sha256').update(readFileSync(path)).digest('hex')
          : stat.isSymbolicLink()
            ? readlinkSync(path)
            : ''
        return `${name} ${stat.mode.toString(8)} ${content}`
      })
  }

  [Symbol.dispose](): void {
    removeCgroups(foldersOf(this.project, this.env))
    rmSync(this.root, { recursive: true, force: true })
  }

  /** Records how it was started, writes the requirements and succeeds, as claude would. */
  #recorder(name: string): void {
    const path = join(this.#programs, name)
    const result = {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'done',
      session_id: 's1',
    }
    writeFileSync(
      path,
      `#!/bin/sh
to='${this.#starts}'/${name}.$$
mkdir -p "$to"
printf '%s\\0' "$@" >"$to/argv"
cat >"$to/prompt"
[ -z "$SDD_SPEC_DIR" ] || printf '# Requirements\\n\\nSome.\\n' >"$SDD_SPEC_DIR/requirements.md"
echo '${JSON.stringify(result)}'
`,
    )
    chmodSync(path, 0o755)
  }

  #put(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

export const SECRET = 'PRIVATE-KEY-OF-THE-PERSON'

const HOME: Record<string, string> = {
  '.bashrc': 'alias ll="ls -l"\n',
  '.ssh/id_ed25519': `${SECRET}\n`,
  '.ssh/notes.md': `${SECRET}\n`,
  'notes/requirements.md': `# ${SECRET}\n`,
  'notes/spec.json': JSON.stringify({ feature_name: FEATURE, description: SECRET }),
  'notes/config.json': JSON.stringify({ agent: 'codex' }),
  'empty/.keep': '',
}

export interface Case {
  /** Begins with the id of what it tests. */
  name: string
  make: (repository: HostileRepository) => void
  /** It has files that take effect: nothing may start before the user trusts it. */
  acts?: true
}

export interface Line {
  type: string
  [key: string]: unknown
}

/** An event log with keys in the order in which the host writes them. */
export const entries = (lines: Line[]): string =>
  lines
    .map(({ type, ...rest }, index) => {
      const stamp = { seq: index + 1, time: AT, type, level: 'info', message: '' }
      return `${JSON.stringify({ ...stamp, ...rest })}\n`
    })
    .join('')
