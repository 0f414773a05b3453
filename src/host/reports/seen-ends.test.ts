import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { specNamed } from '../../contracts/work-item.ts'
import { SeenEnds } from './seen-ends.ts'

const login = specNamed('login')
const at = (hour: number): string => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`

function folder(): { lockDir: string } {
  const lockDir = mkdtempSync(join(tmpdir(), 'sdd-seen-'))
  onTestFinished(() => rmSync(lockDir, { recursive: true }))
  return { lockDir }
}

it('takes what ended before the user first came as seen, and remembers the rest', () => {
  const place = folder()
  const first = new SeenEnds(place, () => new Date(at(10)))
  expect([first.isSeen(login, at(9)), first.isSeen(login, at(11))]).toEqual([true, false])
  first.see(login, at(11))
  const next = new SeenEnds(place, () => new Date(at(20)))
  expect(next.isSeen(login, at(11))).toBe(true)
  expect(next.isSeen(login, at(12))).toBe(false)
  expect(next.isSeen(specNamed('other'), at(11))).toBe(false)
  expect(statSync(join(place.lockDir, 'seen.json')).mode & 0o777).toBe(0o600)
})

it('begins again where its file cannot be read', () => {
  const place = folder()
  writeFileSync(join(place.lockDir, 'seen.json'), '{"since":')
  const ends = new SeenEnds(place, () => new Date(at(10)))
  expect(ends.isSeen(login, at(11))).toBe(false)
  expect(JSON.parse(readFileSync(join(place.lockDir, 'seen.json'), 'utf8'))).toEqual({
    since: at(10),
    seen: {},
  })
})
