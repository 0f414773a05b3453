import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { SpecStatus } from '../../contracts/views/status.ts'
import { foldersOf } from '../project/folders.ts'
import { readManyStatuses, readStatuses } from './spec-status.ts'

const line = (seq: number, type: string, more: object): string =>
  `${JSON.stringify({ seq, time: '2026-01-01T00:00:00.000Z', type, level: 'info', message: '', ...more })}\n`

const run = { runId: 'run_a', mode: 'auto', replyMode: 'autofix', agent: null, phase: 'design' }
const JOURNAL =
  line(1, 'run.started', run) +
  line(2, 'run.paused', { runId: 'run_a', phase: 'design', reason: 'service', detail: '' })

/** Long after the files were written: what is fresh is not cached. */
const later = (): number => Date.now() + 60_000

function world(count: number) {
  const root = mkdtempSync(join(tmpdir(), 'sdd-statuses-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folders = foldersOf(join(root, 'project'), { XDG_STATE_HOME: join(root, 'state') })
  const file = (spec: number, name: string): string => join(folders.specsDir, `spec-${spec}`, name)
  for (let index = 0; index < count; index++) {
    mkdirSync(join(folders.specsDir, `spec-${index}`), { recursive: true })
    writeFileSync(file(index, 'spec.json'), `{"feature_name":"spec-${index}","language":"en"}`)
    writeFileSync(file(index, 'event-log.jsonl'), JOURNAL)
    writeFileSync(file(index, 'tasks.md'), '- [ ] 1. One\n')
  }
  const cache = join(folders.lockDir, 'statuses.json')
  const all = (): SpecStatus[] => readManyStatuses(folders, {}, later).statuses
  return { folders, file, cache, all, fresh: () => readStatuses(folders, 'spec') }
}

/** Keeps size and times, so that the change is as hard to see as possible. */
function replaceQuietly(path: string, from: string, to: string): void {
  const { atime, mtime } = statSync(path)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
  utimesSync(path, atime, mtime)
}

it('says the same whether it was remembered or read, and keeps it to the user', () => {
  const { all, fresh, cache } = world(120)
  const read = all()
  expect(read).toEqual(fresh())
  expect(statSync(cache).mode & 0o777).toBe(0o600)
  expect(all()).toEqual(read)
})

it('S4 never believes what it remembers over a file that has changed', () => {
  const { all, fresh, file } = world(120)
  all()
  replaceQuietly(file(1, 'event-log.jsonl'), '"service"', '"network"')
  writeFileSync(file(2, 'event-log.jsonl'), line(3, 'run.reset', { runId: 'run_a' }), { flag: 'a' })
  writeFileSync(file(3, 'tasks.md'), '- [x] 1. One\n')
  rmSync(file(4, 'event-log.jsonl'))
  writeFileSync(file(5, 'spec.json'), '{')
  renameSync(file(7, 'tasks.md'), file(6, 'tasks.md'))
  const now = all()
  expect(now).toEqual(fresh())
  expect(now.slice(1, 6).map((status) => status.run.reason)).toEqual([
    'network',
    null,
    'service',
    null,
    'service',
  ])
  expect(now[3]?.tasks?.done).toBe(1)
  expect(now[5]?.problem).toContain('spec.json')
  expect(now[7]?.tasks).toBeNull()
})

it('T3 a link is refused though the file behind it was remembered', () => {
  const { all, file, folders } = world(120)
  all()
  renameSync(file(0, 'spec.json'), file(0, 'real.json'))
  symlinkSync('real.json', file(0, 'spec.json'))
  expect(all()[0]?.problem).toContain('is a link')
  renameSync(folders.specsDir, `${folders.specsDir}-real`)
  symlinkSync('specs-real', folders.specsDir)
  expect(all().every(({ problem }) => problem?.includes('is a link'))).toBe(true)
})

it('remembers nothing of a few, of what is still changing, or of what another program wrote', () => {
  const few = world(20)
  few.all()
  expect(existsSync(few.cache)).toBe(false)
  const { folders, cache, all, fresh } = world(120)
  readManyStatuses(folders, {}, () => 0)
  expect(existsSync(cache)).toBe(false)
  const before = all()
  const saved = readFileSync(cache, 'utf8')
  writeFileSync(
    cache,
    saved.replace(/"program":"[^"]*"/, '"program":"x"').replaceAll('timeout', 'user'),
  )
  expect(all()).toEqual(before)
  writeFileSync(cache, saved.slice(0, 1000))
  expect(all()).toEqual(fresh())
})
