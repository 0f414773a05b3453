import { expect, it } from 'vitest'
import { specNamed } from '../../src/contracts/work-item.ts'
import { design, requirements } from '../../src/testkit/formats/texts.ts'
import type { Files } from './fixture-world.ts'
import { notOurs } from './not-ours.ts'
import { PlayedWorld } from './played-world.ts'

const FOLDER = '.kiro/specs/search'
const DOCUMENTS: Files = {
  [`${FOLDER}/requirements.md`]: requirements(1),
  [`${FOLDER}/design.md`]: design(1),
}
const TASKS = '# Tasks\n\n- [x] 1. Keep tokens\n- [ ] 2. Draw a picture\n'
/** ソ in Shift JIS. */
const NO_UTF8 = Buffer.from([0x83, 0x5c])
const ITEM = specNamed('search')

it('X13 a spec.json that is not UTF-8 is refused and left alone', async () => {
  await using world = new PlayedWorld({ ...DOCUMENTS, [`${FOLDER}/tasks.md`]: TASKS })
  const record = [Buffer.from('{"owner": "'), NO_UTF8, NO_UTF8.subarray(1), Buffer.from('"}\n')]
  world.write(`${FOLDER}/spec.json`, Buffer.concat(record))
  const before = world.bytes()
  expect(await world.run(ITEM)).toMatchObject({ ok: false, error: { code: 'SPEC_UNREADABLE' } })
  expect(world.statuses()).toMatchObject([{ problem: expect.stringContaining('UTF-8') }])
  expect(world.bytes()).toEqual(before)
})

it('X13 boxes are ticked in a document that is not UTF-8, and its other bytes stay', async () => {
  await using world = new PlayedWorld(DOCUMENTS)
  world.write(`${FOLDER}/tasks.md`, Buffer.concat([Buffer.from(TASKS), NO_UTF8]))
  expect(await world.run(ITEM)).toMatchObject({ ok: true, value: { reason: 'nogo' } })
  const ticked = TASKS.replace('[ ]', '[x]') + NO_UTF8.toString('latin1')
  expect(world.bytes()[`${FOLDER}/tasks.md`]?.startsWith(ticked)).toBe(true)
})

it('X13 S4 reviews that no record knows of are kept: the next round has a number of its own', async () => {
  const own = { [`${FOLDER}/document-review-1.md`]: '# Ours\n' }
  const reply = { [`${FOLDER}/document-review-2-reply.md`]: '# Also ours\n' }
  await using world = new PlayedWorld({
    ...DOCUMENTS,
    [`${FOLDER}/tasks.md`]: TASKS,
    ...own,
    ...reply,
  })
  const before = world.bytes()
  expect(await world.run(ITEM)).toMatchObject({ ok: true, value: { reason: 'nogo' } })
  expect(world.bytes()).toMatchObject({ ...own, ...reply })
  expect(Object.keys(world.bytes())).toContain(`${FOLDER}/document-review-3.md`)
  expect(notOurs(before, world.bytes(), ITEM)).toEqual([])
})

it('X13 a spec.json that says something twice keeps both', async () => {
  const record = '{ "phase": "tasks",\t"owner": 1.0, "phase": "tasks-generated", "owner": 2.0 }\r\n'
  await using world = new PlayedWorld({
    ...DOCUMENTS,
    [`${FOLDER}/tasks.md`]: TASKS,
    [`${FOLDER}/spec.json`]: record,
  })
  expect(await world.run(ITEM)).toMatchObject({ ok: true, value: { reason: 'nogo' } })
  const text = world.bytes()[`${FOLDER}/spec.json`] ?? ''
  expect(text).toContain('{ "phase": "tasks",\t"owner": 1.0, "phase": "inspection-complete"')
  expect(text).toContain('"owner": 2.0')
})
