import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { AgentPhase } from '../../../src/contracts/phases.ts'
import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { agentFolder } from '../../../src/host/agents/folder/agent-folder.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { entriesOf } from '../flows/flow-world.ts'

const promptsOf = (world: ProjectWorld, spec: SpecItem, phase: AgentPhase): string[] =>
  entriesOf(world, spec, 'step.started')
    .filter((entry) => entry.phase === phase)
    .map(({ agentId }) => readFileSync(agentFolder(world.folders, agentId).prompt, 'utf8'))

it('G3 a re-run is given its number, what the run before said and what it may do', async () => {
  await using world = await openWorld({
    config: { claude: { allowedTools: ['Bash(npm test:*)'] } },
    scenario: {
      taskCount: 3,
      ticksPerRun: [1, 1, 'all'],
      overrides: [{ phase: 'impl', call: 1, says: 'Half of it is "done"' }],
    },
  })
  const spec = await world.newSpec('a')
  expect(await world.run(spec)).toMatchObject({ status: 'completed' })
  const [first = '', second = '', third = ''] = promptsOf(world, spec, 'impl')
  expect(first).not.toContain('This is run')
  expect(first).toContain('- Reading, and writing files in the working directory')
  expect(first).toContain('`Bash(npm test:*)`')
  expect(second).toContain('This is run 2 of this work')
  expect(second).toContain('<last-run>\n    Half of it is "done"\n</last-run>')
  expect(third).toContain('This is run 3 of this work')
  expect(promptsOf(world, spec, 'inspection')[0]).not.toContain('This is run')
})

it('a later round of the review is given the issues that came back', async () => {
  await using world = await openWorld({
    scenario: {
      reviewCounts: [
        [1, 0],
        [1, 0],
        [0, 0],
      ],
      overrides: [{ phase: 'document-review', rawDocument: '# Review\n\n### C1: Two values\n' }],
    },
  })
  const spec = await world.newSpec('a')
  expect(await world.run(spec)).toMatchObject({ status: 'completed' })
  const words = 'C1 of round 2 (Two values) was raised in round 1 as C1'
  const [one = '', two = '', three = ''] = promptsOf(world, spec, 'document-review')
  expect([one, two].some((prompt) => prompt.includes('<returned>'))).toBe(false)
  expect(three).toContain(words)
  expect(promptsOf(world, spec, 'document-review-reply')[1]).toContain(words)
})
