import { specNamed } from '../src/contracts/work-item.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, closeSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { agentIdSchema, runIdSchema, stepIdSchema } from '../src/contracts/ids.ts'
import { AgentRegistry } from '../src/host/agents/agent-registry.ts'
import { builtInDrivers } from '../src/host/agents/drivers/built-in.ts'
import { agentFolder, readRecord, type Runtime } from '../src/host/agents/folder/agent-folder.ts'
import { startScriptedModel } from '../src/testkit/scripted-model/scripted-model.ts'
import { cleanEnvironment } from '../test/agents/agent-clis.ts'
import { installCli } from '../scripts/installs/agent-clis.mjs'
import { peakRssMb, repeat, rowOf, type Row } from './parts/row.ts'
import { play, workFolder } from './parts/worker.ts'
import { sealOf } from '../src/host/project/seal.ts'

const RUNS = 15
const WARM_UP = 2
const PROMPT = 'Say something.'

/** A real CLI with an instant model, alternating between bare and through our driver. */
await play({}, async () => {
  const rows: Row[] = []
  for (const agent of ['claude', 'codex']) rows.push(await measure(agent))
  return rows
})

async function measure(agent: string): Promise<Row> {
  const problem = await installCli(agent)
  if (problem !== null) throw new Error(problem)
  const dir = join(workFolder(), agent)
  const cwd = join(dir, 'project')
  mkdirSync(cwd, { recursive: true })
  const model = await startScriptedModel()
  const env = cleanEnvironment(join(dir, 'home'), model.url('text'))
  const runtime = {
    agentsDir: join(dir, 'state', 'agents', 'project'),
    runtimeDir: join(dir, 'runtime'),
    seal: sealOf(dir, { XDG_STATE_HOME: dir }),
  }
  const registry = new AgentRegistry({ ...runtime, drivers: builtInDrivers(), env })
  const ours: number[] = []
  const bare: number[] = []
  await repeat({ times: RUNS + WARM_UP, withinMs: 60_000 }, async (index) => {
    const { ms, command } = await timeDriver(registry, { agent, cwd, runtime, index })
    const floor = await timeBare(command, { dir, cwd, env })
    if (index < WARM_UP) return
    ours.push(ms)
    bare.push(floor)
  })
  await registry.drain()
  registry.dispose()
  await model.close()
  return rowOf({
    name: `${agent} through our driver`,
    unit: 'ms',
    figure: ours,
    floor: bare,
    target: { atMost: 1.15 },
    peakRssMb: { bench: peakRssMb() },
  })
}

type Launch = { agent: string; cwd: string; runtime: Runtime; index: number }

/** From the launch until the end is reported. */
async function timeDriver(
  registry: AgentRegistry,
  { agent, cwd, runtime, index }: Launch,
): Promise<{ ms: number; command: string[] }> {
  const agentId = agentIdSchema.parse(`agent_bench${agent}_${index + 1}_1`)
  const runId = runIdSchema.parse(`run_bench${agent}`)
  const stepId = stepIdSchema.parse(`step_bench${agent}_${index + 1}`)
  const ended = new Promise<string>((resolve) => {
    const leave = registry.onAgentStatusChange(({ outcome }) => {
      if (outcome === null) return
      leave()
      resolve(outcome.status)
    })
  })
  const begin = performance.now()
  registry.start({
    key: { runId, stepId, attempt: 1, agentId },
    item: specNamed('feature'),
    phase: 'impl',
    round: null,
    agent,
    projectDir: cwd,
    specDir: cwd,
    cwd,
    prompt: PROMPT,
    resumeSessionId: null,
    seq: 1,
  })
  const status = await ended
  const ms = performance.now() - begin
  if (status !== 'completed') throw new Error(`${agent} ended: ${status}`)
  const record = readRecord(agentFolder(runtime, agentId))
  if (record === null) throw new Error('the agent left no record')
  return { ms, command: [record.command, ...record.args] }
}

/** The same command with its output in a file that nobody reads. */
async function timeBare(
  [command = '', ...args]: string[],
  { dir, cwd, env }: { dir: string; cwd: string; env: Record<string, string> },
): Promise<number> {
  const id = args.indexOf('--session-id')
  if (id >= 0) args[id + 1] = randomUUID()
  writeFileSync(join(dir, 'prompt.md'), PROMPT)
  const begin = performance.now()
  const input = openSync(join(dir, 'prompt.md'), 'r')
  const output = openSync(join(dir, 'out.log'), 'w')
  const child = spawn(command, args, { cwd, env, stdio: [input, output, 'ignore'] })
  closeSync(input)
  closeSync(output)
  const [code] = (await once(child, 'exit')) as [number | null]
  const ms = performance.now() - begin
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
  return ms
}
