import { expect, it } from 'vitest'
import { specNamed } from '../../contracts/work-item.ts'
import { rowAt } from '../../testkit/spec-row.ts'
import { finishedItems } from './finished-items.ts'

const completed = { status: 'completed', reason: 'nogo', phase: 'deploy' } as const

it('lists the ends you have not seen, newest first, without what needs a decision or runs', () => {
  const row = (name: string, unseenEnd: string | null) =>
    rowAt('deploy', { item: specNamed(name), run: completed, unseenEnd })
  const unread = { ...rowAt('design').approvals }
  unread.requirements = { generated: true, approved: false }
  const rows = [
    row('old', '2026-01-01T00:00:00.000Z'),
    row('new', '2026-01-02T00:00:00.000Z'),
    row('seen', null),
    rowAt('impl', { run: { status: 'running' }, unseenEnd: '2026-01-03T00:00:00.000Z' }),
    rowAt('design', { run: completed, approvals: unread, unseenEnd: '2026-01-03T00:00:00.000Z' }),
  ]
  expect(finishedItems(rows).map(({ item }) => item.name)).toEqual(['new', 'old'])
})
