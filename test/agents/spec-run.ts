import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../src/core/settings/config-schema.ts'
import type { JournalEntry } from '../../src/contracts/journal.ts'
import { processTable } from '../../src/host/agents/process/process-table.ts'
import { stopAgentsOf } from '../../src/testkit/stop-agent.ts'
import { foldersOf } from '../../src/host/project/folders.ts'
import { readJournal } from '../../src/host/journal/journal-lines.ts'
import {
  type ScriptedModel,
  startScriptedModel,
} from '../../src/testkit/scripted-model/scripted-model.ts'
import type { SpecPlayOptions } from '../../src/testkit/scripted-model/spec-play.ts'
import { cleanEnvironment } from './agent-clis.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
export const FEATURE = 'login'

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** A project whose one spec is run by `sdd` with real CLIs; their model plays every phase. */
export class SpecRun {
  readonly root: string
  readonly project: string
  readonly env: Record<string, string>
  readonly model: ScriptedModel

  private constructor(root: string, model: ScriptedModel) {
    this.root = root
    this.project = join(root, 'project')
    this.model = model
    this.env = cleanEnvironment(join(root, 'home'), model.url('spec'))
  }

  static async open(config: Config, play: Omit<SpecPlayOptions, 'projectDir'>): Promise<SpecRun> {
    const root = mkdtempSync(join(tmpdir(), 'sdd-spec-run-'))
    const projectDir = join(root, 'project')
    mkdirSync(projectDir)
    const run = new SpecRun(root, await startScriptedModel({ spec: { ...play, projectDir } }))
    const file = join(root, 'home', 'config', 'sdd-orchestrator', 'config.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(config))
    await run.sdd(['new', FEATURE, '--description', 'People sign in.'])
    return run
  }

  sdd(args: string[]): Promise<Ended> {
    return this.start(args).ended
  }

  start(args: string[]): { ended: Promise<Ended> } {
    return this.#spawn(process.execPath, [PROGRAM, ...args, '--project', this.project])
  }

  /** Runs a command line as a user in the project's folder would type it. */
  inShell(command: string): Promise<Ended> {
    return this.#spawn('sh', ['-c', command]).ended
  }

  #spawn(program: string, args: string[]): { ended: Promise<Ended> } {
    const child = spawn(program, args, {
      cwd: this.project,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const ended = once(child, 'close').then(() => ({ code: child.exitCode, stdout, stderr }))
    return { ended }
  }

  /** The last line of `sdd run --json`, with exit code and stderr to explain a failure. */
  async run(...flags: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await this.sdd(['run', FEATURE, '--json', ...flags])
    const last = stdout.trim().split('\n').at(-1) ?? '{}'
    return { code, stderr, ...(JSON.parse(last) as object) }
  }

  get #journal(): JournalEntry[] {
    return readJournal(this.#specDir).entries
  }

  /** Which agent did which step, in order. */
  get steps(): string[] {
    return this.#journal.flatMap((entry) =>
      entry.type === 'agent.started' ? [`${entry.phase}: ${entry.agent}`] : [],
    )
  }

  /** The first entry of that type. */
  entry<T extends JournalEntry['type']>(type: T): Extract<JournalEntry, { type: T }> | undefined {
    const fits = (entry: JournalEntry): entry is Extract<JournalEntry, { type: T }> =>
      entry.type === type
    return this.#journal.find(fits)
  }

  /** All text of the last request to the model, with the session's history. */
  get said(): string {
    const turns = this.model.requests.at(-1)?.request.turns ?? []
    return turns.map((turn) => (turn.kind === 'said' ? turn.text : '')).join('\n')
  }

  /** Writes a file of the spec, as the user would. */
  write(name: string, text: string): void {
    writeFileSync(join(this.#specDir, name), text)
  }

  get specJson(): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.#specDir, 'spec.json'), 'utf8')) as Record<
      string,
      unknown
    >
  }

  get documents(): string[] {
    return readdirSync(this.#specDir).filter((name) => name.endsWith('.md'))
  }

  /** Every living process that was started for this project. */
  processes(): number[] {
    const rows = processTable.rows(`SDD_PROJECT=${this.project}`)
    return rows.filter((row) => row.isMarked).map((row) => row.pid)
  }

  get #specDir(): string {
    return join(this.project, '.kiro', 'specs', FEATURE)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stopAgentsOf(foldersOf(this.project, this.env))
    await this.model.close()
    rmSync(this.root, { recursive: true, force: true })
  }
}
