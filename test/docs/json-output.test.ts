import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { commandNames } from '../../src/cli/commands.ts'
import { COMMAND_LINES, ERROR_LINE } from '../../src/cli/json/command-lines.ts'
import { specNamed } from '../../src/contracts/work-item.ts'
import { saveWork } from '../../src/host/git/saved-work.ts'
import { WritingGit } from '../../src/host/git/writing-git.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { CliWorld, jsonLines } from '../../src/testkit/worlds/cli-world.ts'

let world: CliWorld
const seen = new Map<string, Set<unknown>>()

beforeAll(async () => {
  world = new CliWorld()
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=Me', '-c', 'user.email=me@example.com', ...args], {
      cwd: world.project,
    })
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'Start')
  world.write(join(world.project, 'package.json'), '{"scripts":{"test":"true"}}')
  const older = '{"type":"auto-execution:start","timestamp":"2024-05-01T10:00:00Z"}\n{"seq":1}\n'
  mkdirSync(join(world.project, '.kiro', 'specs', 'empty'), { recursive: true })
  await world.spec('older', { 'events.jsonl': older, 'event-log.jsonl': 'torn\n' })
})
afterAll(() => world.dispose())

/** Records which schema of the command a line follows; throws if it follows none. */
function follow(command: string, line: Record<string, unknown>): void {
  if (ERROR_LINE.safeParse(line).success) return
  const schemas = COMMAND_LINES[command]?.schemas ?? []
  const fitting = schemas.find((schema) => schema.safeParse(line).success)
  if (fitting === undefined) {
    const near = schemas.map((schema) => schema.safeParse(line).error?.issues)
    throw new Error(`${command}: ${JSON.stringify(line)}\n${JSON.stringify(near, null, 1)}`)
  }
  seen.set(command, (seen.get(command) ?? new Set()).add(fitting))
}

async function printed(...args: string[]): Promise<Record<string, unknown>[]> {
  const { stdout } = await world.sdd(['--json', ...args])
  const lines = jsonLines(stdout)
  const command = (args[0] === 'bug' ? args[1] : args[0]) ?? ''
  for (const line of lines) follow(command, line)
  expect([args, lines.length > 0]).toEqual([args, true])
  return lines
}

/** About sixty processes run one after another. */
const PATIENCE = { timeout: 600_000 }

it('every command prints what docs/json.md says', PATIENCE, async () => {
  await printed('init')
  for (const args of [
    ['new', 'login', '--description', 'Log in.'],
    ['permit', 'login', '--nogo', 'tasks'],
    ['run', 'login'],
    ['status'],
    ['status', 'login'],
    ['report', 'login'],
    ['report'],
    ['list'],
    ['retry', 'login', '--from', 'design'],
    ['phase', 'login', 'design'],
    ['approve', 'login', 'design'],
    ['reject', 'login', 'requirements', '--reason', 'Shorter.'],
    ['resume', 'login'],
    ['tell', 'login', 'Mind the tests.'],
    ['answer', 'login', 'allow'],
    ['budget', 'login'],
    ['budget', 'login', '--usd', '5'],
    ['choose', 'login'],
    ['choose', 'login', '--clarify', 'ask'],
    ['worktree', 'login', 'off'],
    ['reset', 'login'],
    ['stop', 'login'],
    ['deploy', 'login'],
    ['log', 'login'],
    ['log', 'login', '--prompt'],
    ['log', 'older'],
    ['agents'],
  ])
    await printed(...args)
})

it('also of checks, the configuration, trust and what is put away', PATIENCE, async () => {
  for (const args of [
    ['checks', 'suggest'],
    ['checks', 'add', 'test', '--timeout', '1', '--', 'true'],
    ['checks'],
    ['checks', 'run'],
    ['checks', 'remove', 'test'],
    ['config'],
    ['config', 'set', 'concurrency', '3'],
    ['config', 'get', 'concurrency'],
    ['config', 'unset', 'concurrency'],
    ['doctor'],
    ['completion', 'bash'],
    ['token', 'renew'],
    ['archive', 'older'],
    ['archive', '--list'],
    ['archive', '--restore', 'older'],
    ['delete', 'older', '--yes'],
  ])
    await printed(...args)
  const own = await WritingGit.open(world.project, { env: world.env })
  const item = specNamed('login')
  await saveWork(own, { item, dir: world.project, why: 'worktree removed' })
  for (const args of [
    [],
    ['show', 'spec/login/1'],
    ['restore', 'spec/login/1'],
    ['drop', 'spec/login/1'],
  ])
    await printed('saved', ...args)
  writeFileSync(join(world.project, '.mcp.json'), '{"mcpServers":{"a":{"command":"b"}}}')
  await printed('trust')
})

it(
  'also of a limit that the project would raise, be it a number or a choice',
  PATIENCE,
  async () => {
    world.configure({ concurrency: 3, approvals: 'person', clarify: 'ask' })
    const file = join(world.project, '.kiro', 'sdd-orchestrator.json')
    world.write(file, '{"concurrency":9,"approvals":"auto","clarify":"assume"}')
    for (const [key, cappedFrom] of Object.entries({
      concurrency: 9,
      approvals: 'auto',
      clarify: 'assume',
    }))
      expect(await printed('config', 'get', key)).toMatchObject([{ cappedFrom }])
    rmSync(file)
    world.configure({})
  },
)

it('also of what stopped a run', PATIENCE, async () => {
  await world.sdd(['trust', '--yes'])
  world.mock.setScenario({ reviewCounts: [[0, 1]] })
  await world.sdd(['new', 'stuck', '--description', 'A question.'])
  await printed('run', 'stuck')
  await printed('answer', 'stuck')
  await printed('answer', 'stuck', '--all', 'As you like.')
  world.mock.setScenario({})
})

it('also of questions', PATIENCE, async () => {
  await world.sdd(['trust', '--yes'])
  await world.sdd(['config', 'set', 'agent', 'simulated'])
  await printed('ask', 'What is this?')
  await printed('ask', '--list')
  await printed('steering')
  await printed('plan', 'Export as CSV')
  await printed('plan', 'For everyone')
  await printed('plan', '--create', 'export')
  await world.sdd(['config', 'unset', 'agent'])
})

it('also of bugs', PATIENCE, async () => {
  await world.sdd(['trust', '--yes'])
  for (const args of [
    ['new', 'crash', '--description', 'It crashes.'],
    ['run', 'crash'],
    ['status'],
    ['report', 'crash'],
    ['list'],
    ['log', 'crash'],
    ['budget', 'crash'],
    ['archive', 'crash'],
  ])
    await printed('bug', ...args)
})

it('also of the page', PATIENCE, async () => {
  const serving = world.start(['serve', '--no-open', '--json'])
  await until(() => serving.stdout.endsWith('\n'))
  for (const line of jsonLines(serving.stdout)) follow('serve', line)
  serving.signal('SIGTERM')
  await serving.ended
})

it('a field that the documents do not name is noticed', () => {
  const line = { type: 'item', kind: 'spec', name: 'a', phase: 'initialized', status: 'idle' }
  const known = { ...line, reason: null, problem: null }
  expect(() => follow('list', known)).not.toThrow()
  expect(() => follow('list', { ...known, more: 1 })).toThrow('more')
  expect(() => follow('list', line)).toThrow('reason')
})

it('no command was left out, and each schema is a JSON schema', () => {
  // These need a window, a question or a verdict; each prints the same lines as another command.
  const alike = ['open', 'demo', 'bug', 'resume', 'deploy', 'answer']
  // These need a database: test/fleet checks them against the same schemas.
  const fleet = ['coordinator', 'worker', 'fleet']
  expect(
    commandNames().filter((name) => !seen.has(name) && ![...alike, ...fleet].includes(name)),
  ).toEqual([])
  const followed = new Set([...seen.values()].flatMap((schemas) => [...schemas]))
  const unseen = Object.entries(COMMAND_LINES).flatMap(([name, { schemas }]) =>
    schemas.flatMap((schema, at) => (followed.has(schema) ? [] : [`${name} ${at}`])),
  )
  // Another host's page, a device, and what an agent asks while it works have tests of their own.
  const apart = /^((open|serve|demo) [12]|answer 1|(coordinator|worker|fleet) \d)$/
  expect(unseen.filter((one) => !apart.test(one))).toEqual([])
  for (const { schemas } of Object.values(COMMAND_LINES))
    for (const schema of schemas)
      expect(z.toJSONSchema(schema, { unrepresentable: 'any' })).toHaveProperty('$schema')
})
