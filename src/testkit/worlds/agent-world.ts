import { specNamed } from '../../contracts/work-item.ts'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AgentId, agentIdSchema, runIdSchema, stepIdSchema } from '../../contracts/ids.ts'
import { type AgentFolder, agentFolder } from '../../host/agents/folder/agent-folder.ts'
import { AgentRegistry, type AgentRegistryOptions } from '../../host/agents/agent-registry.ts'
import { builtInDrivers } from '../../host/agents/drivers/built-in.ts'
import { sealOf } from '../../host/project/seal.ts'
import type { LaunchRequest } from '../../host/agents/launch/launch-agent.ts'
import { processTable } from '../../host/agents/process/process-table.ts'
import type { AgentStatusChange } from '../../host/agents/status-listeners.ts'
import { scriptRun } from '../script-run.ts'
import { stopAgent } from '../stop-agent.ts'

/** The line with which Claude reports success. */
export const RESULT_LINE = JSON.stringify({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'done',
  session_id: 'session-1',
  total_cost_usd: 0.5,
  usage: { input_tokens: 10, output_tokens: 5 },
})

export const SAY_DONE = `echo '${RESULT_LINE}'`

const MAKE_FIFO = 'mkfifo'

/**
 * Waits until a condition holds; if it never does, the test times out. An expensive condition, such
 * as a look at all processes, is checked less often, to leave the cores to what is waited for.
 */
export const until = async (holds: () => boolean): Promise<void> => {
  for (;;) {
    const before = performance.now()
    if (holds()) return
    await pause(Math.min(2 + 8 * (performance.now() - before), 100))
  }
}

/** A temp folder with small shell programs as agents; all of them are stopped at the end. */
export class AgentWorld {
  readonly dir = mkdtempSync(join(tmpdir(), 'agent-world-'))
  readonly runtimeDir = join(this.dir, 'runtime')
  readonly agentsDir = join(this.dir, 'state', 'agents', 'world')
  readonly seal = sealOf(this.dir, { XDG_STATE_HOME: join(this.dir, 'state') })
  readonly changes: AgentStatusChange[] = []
  readonly errors: unknown[] = []
  readonly #registries: AgentRegistry[] = []
  readonly #agentIds = new Set<AgentId>()
  readonly #name = `w${randomBytes(6).toString('hex')}`
  #launches = 0
  #programs = 0

  /** Creates an executable; its body sees this world's folder as `$SDD_SPEC_DIR`. */
  program(body: string, shebang = '#!/bin/sh'): string {
    this.#programs += 1
    const path = join(this.dir, `program-${this.#programs}`)
    writeFileSync(path, `${shebang}\n${body}\n`, { mode: 0o755 })
    return path
  }

  registry(program: string, options: Partial<AgentRegistryOptions> = {}): AgentRegistry {
    const registry = new AgentRegistry({
      agentsDir: this.agentsDir,
      runtimeDir: this.runtimeDir,
      seal: this.seal,
      drivers: builtInDrivers(),
      env: { PATH: process.env['PATH'], ...scriptRun(), SDD_CLAUDE_COMMAND: program },
      reportError: (error) => this.errors.push(error),
      graceMs: 200,
      pollMs: 5,
      ...options,
    })
    registry.onAgentStatusChange((change) => this.changes.push(change))
    this.#registries.push(registry)
    return registry
  }

  request(overrides: Partial<LaunchRequest> = {}): LaunchRequest {
    this.#launches += 1
    const agentId = agentIdSchema.parse(`agent_${this.#name}_1_${this.#launches}`)
    this.#agentIds.add(agentId)
    return {
      key: {
        runId: runIdSchema.parse(`run_${this.#name}`),
        stepId: stepIdSchema.parse(`step_${this.#name}_1`),
        attempt: this.#launches,
        agentId,
      },
      item: specNamed('feature'),
      phase: 'impl',
      round: null,
      agent: 'claude',
      projectDir: this.dir,
      specDir: this.dir,
      cwd: this.dir,
      prompt: 'the prompt',
      resumeSessionId: null,
      seq: 1,
      ...overrides,
    }
  }

  folder(agentId: AgentId): AgentFolder {
    return agentFolder(this, agentId)
  }

  path(name: string): string {
    return join(this.dir, name)
  }

  text(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  /** A gate at which a program waits with `read -r _ <"$SDD_SPEC_DIR/NAME"`. */
  gate(name: string): { open: () => Promise<void> } {
    execFileSync(MAKE_FIFO, [this.path(name)])
    return { open: () => writeFile(this.path(name), 'go\n') }
  }

  /** The pid that a program wrote with `echo $$ >"$SDD_SPEC_DIR/NAME"`. */
  async pid(name: string): Promise<number> {
    await until(() => existsSync(this.path(name)) && this.text(name).endsWith('\n'))
    return Number(this.text(name))
  }

  statuses(agentId: AgentId): string[] {
    return this.changes
      .filter((change) => change.key.agentId === agentId)
      .map((change) => change.status)
  }

  /** Waits for the agent's end and returns its outcome. */
  async end(agentId: AgentId): Promise<NonNullable<AgentStatusChange['outcome']>> {
    const find = (): AgentStatusChange | undefined =>
      this.changes.find((change) => change.key.agentId === agentId && change.outcome !== null)
    await until(() => find() !== undefined)
    const outcome = find()?.outcome
    if (!outcome) throw new Error('unreachable')
    return outcome
  }

  async dispose(): Promise<void> {
    for (const registry of this.#registries) registry.dispose()
    for (const agentId of this.#agentIds) await stopAgent(agentId)
    rmSync(this.dir, { recursive: true, force: true })
  }
}

export const isPidAlive = (pid: number): boolean => processTable.startTimeOf(pid) !== null
