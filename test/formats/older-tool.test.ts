import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bugItem, specNamed, type WorkItem } from '../../src/contracts/work-item.ts'
import type { OlderEvent } from '../../src/contracts/views/older-events.ts'
import { HostWorld } from './host-world.ts'

const SEARCH = specNamed('search')
const TWICE: WorkItem = bugItem(specNamed('twice').name)
const AGENTS = '.kiro/runtime/agents'

const record = (phase: string, status: string, startedAt: string): string =>
  JSON.stringify({ agentId: 'agent-1', phase, status, startedAt, pid: 1, command: 'claude' })

const FILES = {
  '.kiro/specs/search/spec.json': '{"phase":"tasks-generated"}\n',
  '.kiro/specs/search/events.jsonl': [
    '{"type":"auto-execution:start","timestamp":"2025-09-01T00:00:00Z"}',
    'half a li',
    '',
    '{"type":"agent:fail","timestamp":"2025-09-03T00:00:00Z","level":"error","message":"It failed"}',
  ].join('\n'),
  [`${AGENTS}/specs/search/agent-1.json`]: record('design', 'completed', '2025-09-02T00:00:00Z'),
  [`${AGENTS}/specs/search/agent-2.json`]: '{"phase":',
  [`${AGENTS}/search/agent-3.json`]: record('requirements', 'failed', '2025-08-01T00:00:00Z'),
  '.kiro/bugs/twice/report.md': 'It charges twice.\n',
  [`${AGENTS}/bugs/twice/agent-4.json`]: record('fix', 'completed', '2025-09-02T00:00:00Z'),
}

async function older(world: HostWorld, item: WorkItem): Promise<OlderEvent[]> {
  const host = await world.host()
  const reply = await host.call('journal', { item, before: null, limit: 10 })
  if (!reply.ok) throw new Error(reply.error.code)
  return reply.value.older ?? []
}

it('B7 what the older tool has left about an item is in its timeline, newest first', async () => {
  await using world = new HostWorld(FILES)
  const shown = (await older(world, SEARCH)).map(({ level, message }) => [level, message])
  expect(shown).toEqual([
    ['error', 'It failed'],
    ['info', 'Agent for design: completed'],
    ['info', 'auto-execution:start'],
    ['error', 'Agent for requirements: failed'],
  ])
  expect(await older(world, TWICE)).toMatchObject([{ agent: { phase: 'fix' } }])
})

it('X16 no link leads to it', async () => {
  await using world = new HostWorld(FILES)
  const outside = join(world.root, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'events.jsonl'), '{"type":"secret"}\n')
  writeFileSync(join(outside, 'agent-1.json'), record('secret', 'completed', '2025-09-02'))
  for (const path of [
    '.kiro/specs/search/events.jsonl',
    `${AGENTS}/specs/search`,
    `${AGENTS}/search`,
  ])
    rmSync(join(world.project, path), { recursive: true })
  symlinkSync(join(outside, 'events.jsonl'), join(world.project, '.kiro/specs/search/events.jsonl'))
  symlinkSync(outside, join(world.project, AGENTS, 'specs/search'))
  expect(await older(world, SEARCH)).toEqual([])
})
