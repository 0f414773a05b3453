import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../testkit/worlds/cli-world.ts'

async function findings(world: CliWorld, name: string) {
  const { stdout } = await world.sdd(['doctor', '--json'])
  return jsonLines(stdout).filter((line) => line['name'] === name)
}

function put(world: CliWorld, path: string, text: string): void {
  const file = join(world.project, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

it('says what agents know of the project, and what does not fit', async () => {
  await using world = new CliWorld()
  await world.spec('login')
  expect(await findings(world, 'steering')).toMatchObject([
    {
      level: 'note',
      found: expect.stringContaining('none'),
      remedy: expect.stringMatching(/steering/),
    },
  ])
  put(world, 'CLAUDE.md', 'Use tabs.')
  expect(await findings(world, 'steering')).toMatchObject([
    { level: 'note', found: expect.stringMatching(/in advance is CLAUDE\.md$/) },
  ])
  put(world, '.kiro/steering/product.md', 'Tea.')
  put(world, '.kiro/steering/api/rest.md', '---\ninclusion: manual\n---\nREST')
  put(world, 'openspec/project.md', 'OpenSpec')
  expect(await findings(world, 'steering')).toMatchObject([
    {
      level: 'ok',
      found:
        '2 in every prompt, 1 only named: .kiro/steering/api/rest.md, .kiro/steering/product.md, openspec/project.md',
    },
  ])
  put(world, '.kiro/steering/huge.md', 'x'.repeat(300_000))
  expect(await findings(world, 'steering')).toMatchObject([
    {
      level: 'note',
      found: expect.stringContaining('left out: .kiro/steering/huge.md'),
      remedy: expect.stringContaining('200 KB'),
    },
  ])
})

it('names a steering folder that leads out of the project', async () => {
  await using world = new CliWorld()
  await world.spec('login')
  mkdirSync(join(world.root, 'elsewhere'))
  symlinkSync(join(world.root, 'elsewhere'), join(world.project, '.kiro/steering'))
  expect(await findings(world, 'steering')).toMatchObject([{ level: 'problem' }])
})

it('lists hooks, settings and servers of Kiro as not used, and writes nothing', async () => {
  await using world = new CliWorld()
  await world.spec('login')
  put(world, '.kiro/hooks/on-save.kiro.hook', '{}')
  put(world, '.kiro/settings/mcp.json', '{}')
  put(world, '.kiro/settings/templates/specs/design.md', 'used')
  const before = world.tree()
  expect(await findings(world, 'kiro')).toMatchObject([
    { level: 'note', found: 'not used: .kiro/hooks/on-save.kiro.hook, .kiro/settings/mcp.json' },
  ])
  expect(world.tree()).toEqual(before)
})

it('says which formats it found, how far their specs are, and what it cannot read', async () => {
  await using world = new CliWorld()
  await world.spec('login')
  put(world, '.kiro/specs/search/requirements.md', '# Search\n\nThe system shall find tea.\n')
  put(world, '.kiro/specs/notes/readme.txt', 'nothing')
  put(world, 'openspec/changes/add-cart/proposal.md', '## Why\n\nTea.\n')
  const before = world.tree()
  expect(await findings(world, 'specs')).toMatchObject([
    { level: 'ok', found: 'cc-sdd or ours, with spec.json: 1 (1 initialized)' },
    { level: 'ok', found: 'Kiro: 1 (1 requirements-generated)' },
    { level: 'ok', found: expect.stringMatching(/^OpenSpec: 1 \(1 [a-z-]+\)$/) },
  ])
  expect(await findings(world, 'folders')).toMatchObject([
    { level: 'note', found: 'not understood: .kiro/specs/notes' },
  ])
  expect(world.tree()).toEqual(before)
  put(world, '.kiro/specs/login/spec.json', '{')
  expect(await findings(world, 'specs')).toMatchObject([
    { level: 'problem', found: expect.stringContaining('cannot be read: login') },
    {},
    {},
  ])
})
