import { readFileSync } from 'node:fs'
import { agentFolder } from '../../../src/host/agents/folder/agent-folder.ts'
import { expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf, inspections, specAt } from './flow-world.ts'

it('I1 NOGO, NOGO, GO in one run ends passed, with two fixes in between', async () => {
  await using world = await openWorld({ scenario: { verdicts: ['NOGO', 'NOGO', 'GO'] } })
  const spec = await specAt(world, 'alpha', 'impl')

  expect(await world.run(spec)).toMatchObject({ status: 'completed' })
  expect(agentsOf(world, spec)).toEqual([
    'impl',
    'inspection 1',
    'impl 1',
    'inspection 2',
    'impl 2',
    'inspection 3',
  ])
  expect(entriesOf(world, spec, 'inspection.fix-started')).toMatchObject([
    { number: 1, attempt: 1 },
    { number: 2, attempt: 2 },
  ])
  expect(
    entriesOf(world, spec, 'step.started').map(({ phase, mode }) => `${phase} ${mode}`),
  ).toEqual([
    'impl null',
    'inspection null',
    'impl fix',
    'inspection null',
    'impl fix',
    'inspection null',
  ])
  expect(inspections(world, spec).at(-1)).toMatchObject({ number: 3, result: 'go' })
})

it('I1 the agent that fixes is told its mode and what the report says', async () => {
  await using world = await openWorld({ scenario: { verdicts: ['NOGO', 'GO'] } })
  const spec = await specAt(world, 'alpha', 'impl')
  await world.run(spec)
  const fix = entriesOf(world, spec, 'step.started').find(({ mode }) => mode === 'fix')
  if (fix === undefined) throw new Error('nothing was fixed')
  const prompt = readFileSync(agentFolder(world.folders, fix.agentId).prompt, 'utf8')
  expect(prompt).toContain('## Inspection Fixes 1')
  expect(prompt).toContain('inspection-1.md')
})

it('I2 a fourth NOGO in one run pauses, and resume grants one more fix', async () => {
  await using world = await openWorld({ scenario: { verdicts: ['NOGO'] } })
  const spec = await specAt(world, 'alpha', 'impl')

  expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'verdict-nogo' })
  expect(inspections(world, spec)).toHaveLength(4)
  expect(entriesOf(world, spec, 'run.paused').at(-1)?.detail).toContain('inspection-4.md')

  expect(await world.resume(spec)).toMatchObject({ status: 'paused', reason: 'verdict-nogo' })
  expect(agentsOf(world, spec).slice(-2)).toEqual(['impl 4', 'inspection 5'])
  expect(inspections(world, spec)).toHaveLength(5)
})

it('I3 without automatic fixes the first NOGO pauses; a fix manually is one cycle', async () => {
  await using world = await openWorld({
    config: { inspection: { autoFix: false } },
    scenario: { verdicts: ['NOGO', 'GO'] },
  })
  const spec = await specAt(world, 'alpha', 'impl')
  expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'verdict-nogo' })
  expect(agentsOf(world, spec)).toEqual(['impl', 'inspection 1'])
  const fixByHand = () =>
    world.follow(spec, () => world.host.coordinator.runPhase(spec, 'impl', { fix: true }))

  expect(await fixByHand()).toMatchObject({ status: 'completed' })
  expect(agentsOf(world, spec).slice(2)).toEqual(['impl 1', 'inspection 2'])
  expect(inspections(world, spec).at(-1)).toMatchObject({ number: 2, result: 'go' })

  const again = await world.host.coordinator.runPhase(spec, 'impl', { fix: true })
  expect(again).toMatchObject({ ok: false, error: { code: 'NO_FINDINGS_TO_FIX' } })
})
