import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, refusal, specAt } from './flow-world.ts'

const JSON_TEXT = {
  zeta: { last: 'first', list: [1, 2] },
  phase: 'initialized',
  キー: '値',
  autoExecution: { mode: 'x', permissions: { requirements: false } },
  alpha: null,
}
const GO = { go: ['requirements' as const], nogo: [] }

const changed = (time: unknown): Record<string, unknown> => ({
  ...JSON_TEXT,
  autoExecution: { mode: 'x', permissions: { requirements: true } },
  updated_at: time,
})

describe('the text of spec.json', () => {
  it.each([
    ['two spaces', '  ', '\n'],
    ['four spaces', '    ', '\n'],
    ['tabs', '\t', '\n'],
    ['CRLF', '  ', '\r\n'],
  ])('X13 keeps %s, the key order and unknown keys', async (_name, indent, newline) => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    const print = (json: unknown): string =>
      `${JSON.stringify(json, null, indent).replaceAll('\n', newline)}${newline}`
    world.write(spec, 'spec.json', print(JSON_TEXT))

    await world.host.coordinator.permit(spec, GO)

    expect(world.read(spec, 'spec.json')).toBe(print(changed(world.spec(spec)['updated_at'])))
  })

  it('X13 keeps a BOM and a missing final newline', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    world.write(spec, 'spec.json', `\uFEFF${JSON.stringify(JSON_TEXT, null, 2)}`)

    await world.host.coordinator.permit(spec, GO)

    const text = world.read(spec, 'spec.json')
    const time = (JSON.parse(text.slice(1)) as { updated_at: string }).updated_at
    expect(text).toBe(`\uFEFF${JSON.stringify(changed(time), null, 2)}`)
  })

  it('X13 keeps a file of one line on one line', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    world.write(spec, 'spec.json', JSON.stringify(JSON_TEXT))

    await world.host.coordinator.permit(spec, GO)

    const time = world.spec(spec)['updated_at']
    expect(world.read(spec, 'spec.json')).toBe(JSON.stringify(changed(time)))
  })

  it('X13 keeps through a whole run what another tool has put there', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    world.write(
      spec,
      'spec.json',
      JSON.stringify({ ticket: 'T-1', documentReview: { owner: 'Ann' }, ...world.spec(spec) }),
    )

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })

    expect(world.spec(spec)).toMatchObject({ ticket: 'T-1', phase: 'inspection-complete' })
    expect(Object.keys(world.spec(spec))[0]).toBe('ticket')
  })

  it('X13 a key that the user adds while an agent works is kept', async () => {
    await using world = await openWorld({
      scenario: {
        overrides: [{ phase: 'requirements', alsoWrite: { 'spec.json': '{"mine": 1}' } }],
      },
    })
    const spec = await world.newSpec('alpha')

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    expect(world.spec(spec)).toMatchObject({ mine: 1, phase: 'inspection-complete' })
  })

  it.each([
    ['no JSON', '{\n  "phase": "initialized",\n  oops\n}', 'line 3'],
    ['a list', '[1, 2]', 'not a JSON object'],
    ['cut off', '{"phase": "init', 'line 1'],
    ['empty', '', 'line 1'],
  ])(
    'X13 a corrupt one is a clear refusal and is left untouched: %s',
    async (_name, text, where) => {
      await using world = await openWorld()
      const spec = await specAt(world, 'alpha', 'impl')
      world.write(spec, 'spec.json', text)
      const { coordinator } = world.host
      const file = join(world.specDir(spec), 'spec.json')
      const { mtimeMs, ino } = statSync(file)

      for (const attempt of [
        () => coordinator.start(spec),
        () => coordinator.retryFrom(spec, 'impl'),
        () => coordinator.runPhase(spec, 'impl'),
        () => coordinator.permit(spec, GO),
        () => coordinator.approve(spec, 'design'),
      ]) {
        const error = refusal(await attempt())
        expect(error).toMatchObject({ code: 'SPEC_UNREADABLE', file })
        expect(error).toHaveProperty('detail', expect.stringContaining(where))
      }

      expect(world.read(spec, 'spec.json')).toBe(text)
      expect(statSync(file)).toMatchObject({ mtimeMs, ino })
      expect(agentsOf(world, spec)).toEqual([])
    },
  )

  it('X13 one that an agent corrupts ends the run in error and is left untouched', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'impl', alsoWrite: { 'spec.json': '{"phase": ' } }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')

    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'unreadable-spec' })
    expect(world.read(spec, 'spec.json')).toBe('{"phase": ')
    expect(readdirSync(world.specDir(spec)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect(agentsOf(world, spec)).toEqual(['impl'])
  })
})
