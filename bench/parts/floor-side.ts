import { agentIdSchema } from '../../src/contracts/ids.ts'
import { specNamed, type WorkItem } from '../../src/contracts/work-item.ts'
import { once } from 'node:events'
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChildProcess } from 'node:child_process'
import { agentFolder } from '../../src/host/agents/folder/agent-folder.ts'
import { spawnWrapper, type WrapperSpawn } from '../../src/host/agents/process/wrapper.ts'
import { sealOf } from '../../src/host/project/seal.ts'
import { lookAtCheckout, initRepository } from './git-looks.ts'
import { createMockCli, type MockCli } from '../../src/testkit/mock-cli/mock-cli.ts'

const PROMPTS = fileURLToPath(new URL('../../prompts/', import.meta.url))
const PHASES = [
  'requirements',
  'design',
  'tasks',
  'document-review',
  'document-review-reply',
  'impl',
  'inspection',
]

let projectDir: string
let mock: MockCli
let prompts: Map<string, Buffer>
let specs: Agent[][]

/** In a git repository the code is looked at before these phases, and at the end. */
const PHASES_WITH_LOOK: ReadonlySet<string> = new Set(['impl', 'inspection'])
let lookBefore: ReadonlySet<string>

const agentsDirOf = (project: string): string => join(dirname(project), 'state/agents/project')

type Agent = WrapperSpawn & { prompt: Buffer }

/** The same processes with the same files, without any decisions. */
export const calls = {
  open({ dir, specs: count, inGit }: { dir: string; specs: number; inGit: boolean }) {
    projectDir = join(dir, 'project')
    if (inGit) initRepository(projectDir)
    lookBefore = inGit ? PHASES_WITH_LOOK : new Set()
    mkdirSync(agentsDirOf(projectDir), { recursive: true })
    mock = createMockCli(join(dir, 'mock'))
    prompts = new Map(PHASES.map((phase) => [phase, readFileSync(join(PROMPTS, `${phase}.md`))]))
    specs = Array.from({ length: count }, (_, index) => prepareSpec(specNamed(`floor-${index}`)))
  },

  /** As durable as a host: one synced append and one synced replacement before every agent. */
  async run({ index }: { index: number }) {
    const begin = performance.now()
    const agents = agentsOf(index)
    const specDir = agents[0]?.env['SDD_SPEC_DIR'] ?? ''
    const journal = openSync(join(specDir, 'event-log.jsonl'), 'a', 0o644)
    for (const agent of agents) {
      if (lookBefore.has(agent.env['SDD_PHASE'] ?? '')) await lookAtCheckout(projectDir)
      await once(handOff(agent, specDir, journal), 'exit')
    }
    if (lookBefore.size > 0) await lookAtCheckout(projectDir)
    closeSync(journal)
    return performance.now() - begin
  },

  /** The minimum for a hand-off: a synced journal, a replaced spec.json, a process. */
  async handOffs({ index }: { index: number }) {
    const [first, ...others] = agentsOf(index)
    if (first === undefined) throw new Error('no agents')
    const specDir = first.env['SDD_SPEC_DIR'] ?? ''
    const journal = openSync(join(specDir, 'event-log.jsonl'), 'a', 0o644)
    const times: number[] = []
    await once(start(first), 'exit')
    for (const agent of others) {
      const begin = performance.now()
      const child = handOff(agent, specDir, journal)
      times.push(performance.now() - begin)
      await once(child, 'exit')
    }
    closeSync(journal)
    return times
  },

  async pool({ from, to, size }: { from: number; to: number; size: number }) {
    const begin = performance.now()
    let next = from
    const drive = async (): Promise<void> => {
      while (next < to) for (const agent of agentsOf(next++)) await once(start(agent), 'exit')
    }
    await Promise.all(Array.from({ length: size }, drive))
    return performance.now() - begin
  },
}

/** The wrapper needs a folder of its own, and the agent needs its prompt in a file. */
function start(agent: Agent): ChildProcess {
  mkdirSync(agent.folder.path, { mode: 0o700 })
  writeFileSync(agent.folder.prompt, agent.prompt, { mode: 0o600 })
  return spawnWrapper(agent)
}

function handOff(agent: Agent, specDir: string, journal: number): ChildProcess {
  writeSync(journal, ENTRIES)
  fdatasyncSync(journal)
  const path = join(specDir, 'spec.json')
  const fd = openSync(`${path}.tmp`, 'w', 0o644)
  writeSync(fd, SPEC)
  fsyncSync(fd)
  closeSync(fd)
  renameSync(`${path}.tmp`, path)
  return start(agent)
}

function prepareSpec(item: WorkItem): Agent[] {
  const specDir = join(projectDir, '.kiro/specs', item.name)
  mkdirSync(specDir, { recursive: true })
  writeFileSync(join(specDir, 'spec.json'), SPEC)
  writeFileSync(join(specDir, 'event-log.jsonl'), ENTRIES)
  return PHASES.map((phase, index) => prepareAgent(specDir, { item, phase, step: index + 1 }))
}

function prepareAgent(
  specDir: string,
  { item, phase, step }: { item: WorkItem; phase: string; step: number },
): Agent {
  const agentId = `agent_${item.name.replace('-', '')}_${step}_1`
  const runtime = {
    agentsDir: agentsDirOf(projectDir),
    runtimeDir: join(projectDir, '.kiro/runtime'),
    seal: sealOf(projectDir, { XDG_STATE_HOME: projectDir }),
  }
  return {
    prompt: prompts.get(phase) ?? Buffer.alloc(0),
    folder: agentFolder(runtime, agentIdSchema.parse(agentId)),
    command: mock.command,
    args: ARGS,
    cwd: projectDir,
    env: {
      DISABLE_AUTOUPDATER: '1',
      PATH: process.env['PATH'],
      ...mock.env,
      SDD_PROJECT: projectDir,
      SDD_SPEC: item.name,
      SDD_SPEC_DIR: specDir,
      SDD_PHASE: phase,
      SDD_ROUND: ROUNDS.has(phase) ? '1' : undefined,
      SDD_RUN_ID: `run_${item.name}`,
      SDD_STEP_ID: `step_${item.name}_${step}`,
      SDD_ATTEMPT: '1',
      SDD_AGENT_ID: agentId,
    },
  }
}

function agentsOf(index: number): Agent[] {
  const agents = specs[index]
  if (agents === undefined) throw new Error(`no spec ${index}`)
  return agents
}

const ROUNDS = new Set(['document-review', 'document-review-reply', 'inspection'])
const ARGS =
  '-p --output-format stream-json --verbose --permission-mode acceptEdits --session-id 7f8b3c52-9f4f-4a0e-8f0c-0d7c5c2a9b11'.split(
    ' ',
  )

/** As much as a real hand-off writes. */
const ENTRIES = Array.from({ length: 5 }, (_, index) =>
  JSON.stringify({
    seq: index + 1,
    time: '2025-11-15T05:00:00.000Z',
    type: 'step.started',
    level: 'info',
    message: 'design begins (agent 2)',
    runId: 'run_mhzabcdefghijklmnop',
    stepId: 'step_mhzabcdefghijklmnop_2',
    attempt: 1,
    agentId: 'agent_mhzabcdefghijklmnop_2_1',
    phase: 'design',
  }),
)
  .map((line) => `${line}\n`)
  .join('')

const SPEC = `${JSON.stringify({ feature_name: 'floor', padding: 'x'.repeat(900) }, null, 2)}\n`
