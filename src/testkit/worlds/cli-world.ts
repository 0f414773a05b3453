import { specNamed } from '../../contracts/work-item.ts'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JournalEntry } from '../../contracts/journal.ts'
import { createItem } from '../../host/items/create-item.ts'
import { realFiles } from '../../host/files/durable-files.ts'
import { readJournal } from '../../host/journal/journal-lines.ts'
import { foldersOf, type ProjectFolders } from '../../host/project/folders.ts'
import { createMockCli, type MockCli } from '../mock-cli/mock-cli.ts'
import { scriptRun } from '../script-run.ts'
import { stopAgentsOf } from '../stop-agent.ts'
import type { MockScenario } from '../mock-cli/scenario-script.ts'

const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

interface Started {
  env?: Record<string, string>
  cwd?: string
  stdin?: string
}

/** A temp project, its own user folder, the mock CLI, and real `sdd` processes. */
export class CliWorld {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-cli-'))
  readonly project = join(this.root, 'project')
  readonly configHome = join(this.root, 'config')
  /** First on the PATH; contains `sdd`, as after an installation. */
  readonly bin = join(this.root, 'bin')
  readonly mock: MockCli
  readonly #processes: CliProcess[] = []

  constructor(scenario: MockScenario = {}) {
    mkdirSync(this.project)
    mkdirSync(this.bin)
    symlinkSync(PROGRAM, join(this.bin, 'sdd'))
    this.mock = createMockCli(join(this.root, 'mock'), scenario)
  }

  get env(): Record<string, string> {
    return {
      PATH: [this.bin, process.env['PATH'] ?? ''].join(delimiter),
      HOME: join(this.root, 'home'),
      XDG_CONFIG_HOME: this.configHome,
      XDG_STATE_HOME: join(this.root, 'state'),
      ...scriptRun(),
      ...this.mock.env,
    }
  }

  get folders(): ProjectFolders {
    return foldersOf(this.project, this.env)
  }

  start(args: string[], { env = {}, cwd, stdin }: Started = {}): CliProcess {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: cwd ?? this.project,
      env: { ...this.env, ...env },
    })
    child.stdin.end(stdin ?? '')
    const started = new CliProcess(child)
    this.#processes.push(started)
    return started
  }

  sdd(args: string[], options: Started = {}): Promise<Ended> {
    return this.start(args, options).ended
  }

  async spec(name: string, files: Record<string, string> = {}): Promise<string> {
    const item = specNamed(name)
    const at = '2025-01-01T00:00:00.000Z'
    const calledBy = { kind: 'auto-execution' } as const
    const spec = { item, description: `The ${name}.`, language: 'en', at, calledBy, isQuick: false }
    await createItem(this.folders, realFiles, spec)
    for (const [file, text] of Object.entries(files))
      this.write(join(this.specDir(name), file), text)
    return this.specDir(name)
  }

  specDir(name: string): string {
    return join(this.project, '.kiro', 'specs', name)
  }

  journal(name: string): JournalEntry[] {
    return readJournal(this.specDir(name)).entries
  }

  configure(config: object): void {
    this.write(join(this.configHome, 'sdd-orchestrator', 'config.json'), JSON.stringify(config))
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  /** Every file of the project and of the user, with a hash of its content. */
  tree(): string[] {
    return [this.project, this.configHome, join(this.root, 'home')].flatMap((folder) =>
      existsSync(folder) ? listing(folder, this.root) : [],
    )
  }

  async dispose(): Promise<void> {
    for (const started of this.#processes) started.signal('SIGKILL')
    for (const started of this.#processes) await started.ended
    this.mock.close()
    await stopAgentsOf(this.folders)
    rmSync(this.root, { recursive: true, force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose()
  }
}

/** A running `sdd`: its output so far, and its end. */
export class CliProcess {
  stdout = ''
  stderr = ''
  readonly ended: Promise<Ended>
  readonly #child: ChildProcessWithoutNullStreams
  readonly #looks = new Set<() => void>()

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    // Writing to a process that has ended fails.
    child.stdin.on('error', () => undefined)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
      for (const look of this.#looks) look()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
      for (const look of this.#looks) look()
    })
    this.ended = once(child, 'close').then(() => ({
      code: child.exitCode,
      stdout: this.stdout,
      stderr: this.stderr,
    }))
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill(signal)
  }

  /** Closes the output early, like `| head`. */
  closeOutput(): void {
    this.#child.stdout.destroy()
  }

  /** Resolves when the text was printed; rejects if the process ends without printing it. */
  prints(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (!(this.stdout + this.stderr).includes(text)) return
        this.#looks.delete(look)
        resolve()
      }
      this.#looks.add(look)
      look()
      const tooLate = (): void => {
        look()
        reject(new Error(`ended without "${text}":\n${this.stdout}${this.stderr}`))
      }
      this.ended.then(tooLate, reject)
    })
  }
}

/** The lines of `--json` output; throws when one is not JSON. */
export const jsonLines = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

function listing(folder: string, root: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = entry.isFile()
        ? createHash('sha1').update(readFileSync(path)).digest('hex')
        : ''
      return `${relative(root, path)} ${content}`
    })
    .toSorted((a, b) => (a < b ? -1 : 1))
}
