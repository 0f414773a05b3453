import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../testkit/worlds/cli-world.ts'

function simulated(): CliWorld {
  const world = new CliWorld()
  world.configure({ agent: 'simulated', simulated: { fast: true } })
  return world
}

const OWN = '---\r\ninclusion: always\r\n---\r\n# Tea\r\n\r\nWe sell tea.\r\n'

it('shows what an agent proposes and writes nothing before it is accepted', async () => {
  await using world = simulated()
  await world.spec('login')
  const folder = join(world.project, '.kiro/steering')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'product.md'), OWN)
  expect((await world.sdd(['steering', '--accept'])).code).toBe(2)
  const shown = await world.sdd(['steering', 'Mind the tests.'])
  expect([shown.code, shown.stderr]).toEqual([0, ''])
  expect(shown.stdout).toMatch(/product\.md\n[^]*\+ Proposed by the simulated agent/)
  expect(shown.stdout).toContain('.kiro/steering/tech.md (new)')
  expect(shown.stdout).not.toContain('- We sell tea.')
  expect(shown.stdout).toContain('steering --accept')
  expect(readFileSync(join(folder, 'product.md'), 'utf8')).toBe(OWN)
  expect(existsSync(join(folder, 'tech.md'))).toBe(false)
  const taken = await world.sdd(['steering', '--accept', '--json'])
  expect(jsonLines(taken.stdout)).toMatchObject([
    { type: 'steering', document: '.kiro/steering/product.md', state: 'changed', written: true },
    { document: '.kiro/steering/tech.md', state: 'new', written: true },
    { document: '.kiro/steering/structure.md', state: 'new', written: true },
  ])
  const renewed = readFileSync(join(folder, 'product.md'), 'utf8')
  expect(renewed).toContain(OWN.trim())
  expect(renewed).toMatch(/We sell tea\.\r\n\r\nProposed by the simulated agent.*\r\n$/)
  expect((await world.sdd(['steering', '--accept'])).code).toBe(2)
})

it('a file that was changed after the proposal keeps what was written', async () => {
  await using world = simulated()
  await world.spec('login')
  expect((await world.sdd(['steering', '--json'])).code).toBe(0)
  const file = join(world.project, '.kiro/steering/tech.md')
  mkdirSync(join(world.project, '.kiro/steering'), { recursive: true })
  writeFileSync(file, 'Written meanwhile.\n')
  const taken = await world.sdd(['steering', '--accept', '--json'])
  expect(jsonLines(taken.stdout).map(({ document }) => document)).toEqual([
    '.kiro/steering/product.md',
    '.kiro/steering/structure.md',
  ])
  expect(readFileSync(file, 'utf8')).toBe('Written meanwhile.\n')
  const shown = await world.sdd(['steering', '--yes', '--new'])
  expect(shown.code).toBe(0)
  expect(readFileSync(file, 'utf8')).toMatch(/^Written meanwhile\.\n\nProposed by/)
})
