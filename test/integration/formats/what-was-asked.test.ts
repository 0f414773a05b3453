import { expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'

/** A spec as cc-sdd begins it: the request is only in requirements.md. */
const BEGUN = `# Requirements Document

## Project Description (Input)
People sort photos into albums.

- shared by a link

## Requirements
<!-- Will be generated in the next phase -->
`

const ASKED = 'People sort photos into albums.\n\n- shared by a link'

it('X8 what cc-sdd was asked for reaches every agent, also once requirements.md is written over', async () => {
  await using world = await openWorld({ scenario: { record: true } })
  const spec = await world.newSpec('albums')
  const { description: _none, ...record } = world.spec(spec)
  world.write(spec, 'spec.json', JSON.stringify(record))
  world.write(spec, 'requirements.md', BEGUN)

  await world.run(spec)

  expect(world.spec(spec)['description']).toBe(ASKED)
  const prompts = world.mock.calls().map(({ agentId }) => world.mock.recorded(agentId).prompt)
  expect(prompts.length).toBeGreaterThan(3)
  for (const prompt of prompts) expect(prompt).toContain(`<description>\n${ASKED}\n</description>`)
})
