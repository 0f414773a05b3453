import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { foldersOf } from '../../../src/host/project/folders.ts'
import { readProjectTrust } from '../../../src/host/trust/project-trust.ts'
import { decideTrust } from '../../../src/host/trust/trust-file.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

const WHERE = /sdd trust --project ([^\s"]+)/

/** What the worker said when it did not start an agent. */
async function refusal(world: FleetWorld, item: SpecItem): Promise<string> {
  await world.entry(item, 'run.failed')
  const texts = (await world.journal(item)).map((entry) => JSON.stringify(entry))
  return texts.find((text) => WHERE.test(text)) ?? texts.join('\n')
}

it('T11 what is above a worker’s folder takes effect only after its user has trusted it there', async () => {
  await using world = await FleetWorld.make()
  const above = join(world.root, '.mcp.json')
  writeFileSync(above, '{"mcpServers":{}}')
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newQuick('login')
  await world.start(one, item, ['inspection'])
  const said = await refusal(world, item)
  expect(said).toContain(`${above} (new)`)
  expect(world.agentCalls()).toEqual([])

  const dir = WHERE.exec(said)?.[1] ?? ''
  const { findings } = readProjectTrust(foldersOf(dir, world.env), world.env)
  decideTrust(dir, world.env, { decision: 'trusted', findings, at: new Date() })
  await world.start(one, item, ['inspection'])
  await vi.waitFor(() => expect(world.agentCalls()).not.toEqual([]), WAIT)
})
