import { expect, it } from 'vitest'
import { workItemSchema } from '../../../src/contracts/ids.ts'
import type { HostEvent } from '../../../src/contracts/rpc.ts'
import { CommitDocuments } from '../../../src/fleet/git/commit-documents.ts'
import { Mirrors } from '../../../src/fleet/git/mirrors.ts'
import { ProjectBoard } from '../../../src/fleet/served/project-board.ts'
import { entry } from '../../ports/journal-suite.ts'
import { FleetDatabase } from '../world/fleet-database.ts'

/** More than the board keeps with more than their row. */
const ITEMS = 150

it('an item that was not looked at for long is shown as it is when it changes, each entry once', async () => {
  await using database = await FleetDatabase.make()
  const { pool } = database
  const append = (seq: number, names: string[]): Promise<unknown> =>
    pool.query(
      `with kept as (
         update sdd.items set given = $1 where name = any ($3) returning id
       )
       insert into sdd.journal (item, seq, entry) select id, $1, $2 from kept`,
      [seq, JSON.stringify(entry(seq)), names],
    )
  const names = Array.from({ length: ITEMS }, (_, index) => `item-${index}`)
  await pool.query(`insert into sdd.projects (id, repository, base) values ('shop', 'x', 'main')`)
  await pool.query(
    `insert into sdd.items (project, kind, name) select 'shop', 'spec', unnest($1::text[])`,
    [names],
  )
  await append(1, names)
  const events: HostEvent[] = []
  using commits = new CommitDocuments(new Mirrors('', {}))
  const board = await ProjectBoard.open('shop', {
    pool,
    commits,
    emit: (event) => void events.push(event),
  })
  expect(board.rows()).toHaveLength(ITEMS)

  const [first = '', last = ''] = [names[0], names.at(-1)]
  await append(2, [first, last])
  await board.lookAtAll()
  const told = events.flatMap((event) =>
    event.type === 'entry' ? [`${event.item.name} ${event.entry.seq}`] : [],
  )
  expect(told).toEqual([`${first} 2`, `${last} 2`])
  for (const name of [first, last]) {
    const latest = await board.latest(workItemSchema.parse({ kind: 'spec', name }))
    expect(latest?.fold.state.lastSeq).toBe(2)
  }
})
