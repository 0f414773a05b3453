import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { HostEvent } from '../../contracts/rpc.ts'
import { until } from '../../testkit/worlds/agent-world.ts'
import { realFiles } from '../files/durable-files.ts'
import { FileJournals } from '../journal/file-journals.ts'
import { foldersOf } from '../project/folders.ts'
import { Rows } from './rows.ts'

const OLD = new Date('2025-01-01T00:00:00Z')

it('gives the newest rows before all are read and before anything is watched, then the rest', async () => {
  const { rows, events, write } = world()
  for (let index = 0; index < 30; index++) write(`old-${index}`, OLD)
  write('new', new Date())
  let beginWatching = (): void => undefined
  const watched = new Promise<void>((resolve) => (beginWatching = resolve))

  const first = await rows.newest(1, watched)
  expect(first.rows).toMatchObject([{ item: { name: 'new' }, description: 'new' }])
  write('new', new Date(), 'changed before it was watched')
  expect(events).toEqual([])
  beginWatching()
  await until(() => events.some((event) => event.type === 'row'))
  expect(events).toMatchObject([
    { type: 'row', row: { item: { name: 'new' }, description: 'changed before it was watched' } },
  ])
  const all = await rows.board()
  expect(all.rows).toHaveLength(31)
  expect(new Set(all.rows.map(({ version }) => version)).size).toBe(31)
})

function world() {
  const root = mkdtempSync(join(tmpdir(), 'sdd-rows-'))
  const folders = foldersOf(join(root, 'project'), { XDG_STATE_HOME: join(root, 'state') })
  const events: HostEvent[] = []
  const rows = new Rows({
    folders,
    journals: new FileJournals(realFiles, folders),
    emit: (event) => events.push(event),
    drives: () => false,
    journalFailure: () => null,
    skipsTasks: () => false,
    checks: () => [],
    worktree: () => false,
    deployMode: () => null,
    isSeen: () => true,
    choices: () => ({ approvals: 'auto', clarify: 'assume' }),
    budget: () => ({ usd: null, tokens: null, minutes: null }),
  })
  onTestFinished(() => {
    rows.close()
    rmSync(root, { recursive: true })
  })
  const write = (name: string, at: Date, description = name): void => {
    const dir = join(folders.specsDir, name)
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'spec.json'), JSON.stringify({ feature_name: name, description }))
    writeFileSync(join(dir, 'requirements.md'), '# Requirements\n')
    utimesSync(join(dir, 'requirements.md'), at, at)
  }
  return { rows, events, write }
}
