import { rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AGENTS, INSTALLED_AGENTS } from '../../../core/agents/agent-table.ts'
import { AgentWorld } from '../../../testkit/worlds/agent-world.ts'
import { settingsFrom } from '../../config/settings.ts'
import type { AgentRegistry } from '../agent-registry.ts'
import { builtInDrivers } from './built-in.ts'

/** Programs that record their arguments. */
const RECORDER = 'printf "%s\\n" "$@" >"$SDD_SPEC_DIR/argv"'
const OWN_RECORDER =
  'require("fs").writeFileSync(process.env.SDD_SPEC_DIR + "/argv", process.argv.join("\\n"))'

const acp = { mine: { command: '' } }
const settings = settingsFrom({
  claude: { model: 'model-of-claude', permissionMode: 'dontAsk', allowedTools: ['OfClaude'] },
  simulated: { fast: true },
})

let world: AgentWorld
let registry: AgentRegistry
beforeAll(() => {
  world = new AgentWorld()
  const program = world.program(RECORDER)
  acp.mine.command = program
  const ownProgram = world.path('own.js')
  writeFileSync(ownProgram, OWN_RECORDER)
  const variables = INSTALLED_AGENTS.map(({ cli }) => [cli.variable, program])
  registry = world.registry(program, {
    drivers: builtInDrivers({ acp, ownProgram }),
    env: { PATH: process.env['PATH'], ...Object.fromEntries(variables) },
  })
})
afterAll(() => world.dispose())

/** The arguments its program was really started with. */
async function argvOf(agent: string): Promise<string> {
  rmSync(world.path('argv'), { force: true })
  const plan = settings.planFor('impl', {}, agent)
  const { agentId } = registry.start(world.request({ ...plan, allowTools: ['OfThisRun'] }))
  await world.end(agentId)
  return world.text('argv')
}

it('the options of claude reach claude', async () => {
  const argv = await argvOf('claude')
  expect(argv).toContain('--model=model-of-claude')
  expect(argv).toContain('--permission-mode\ndontAsk')
  expect(argv).toContain('--allowedTools\nOfClaude,OfThisRun')
})

it.each([...AGENTS.map(({ name }) => name).filter((name) => name !== 'claude'), 'acp:mine'])(
  'the options of claude do not reach %s',
  async (agent) => {
    const argv = await argvOf(agent)
    expect(argv).not.toMatch(/model-of-claude|dontAsk|OfClaude|OfThisRun|allowedTools/)
    expect(argv.includes('--fast')).toBe(agent === 'simulated')
  },
)
