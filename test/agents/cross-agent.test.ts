import { expect, it } from 'vitest'
import { AT_THE_END } from './full-run.ts'
import { SpecRun } from './spec-run.ts'

it('claude writes, codex reviews and opencode implements in one run', async () => {
  const config = {
    agent: 'claude',
    agents: { 'document-review': 'codex', 'document-review-reply': 'codex', impl: 'opencode' },
  }
  await using world = await SpecRun.open(config, {})
  expect(await world.run()).toMatchObject(AT_THE_END)
  expect(world.steps).toEqual([
    'requirements: claude',
    'design: claude',
    'tasks: claude',
    'document-review: codex',
    'document-review-reply: codex',
    'impl: opencode',
    'inspection: claude',
  ])
  expect(world.processes()).toEqual([])
})
