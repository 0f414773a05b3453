import { specNamed } from '../../../contracts/work-item.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../contracts/journal.ts'
import { toastOf } from '../../../core/journal/entry-table.ts'
import { en } from '../../i18n/en.ts'
import { ja } from '../../i18n/ja.ts'
import { wordsOfNotice } from './notice-words.ts'
import {
  isBreakdown,
  noticeOfBreakdown,
  noticeOfEntry,
  showRefusal,
  useNotices,
} from './notices-store.ts'

const stamp = { seq: 5, time: '2026-01-01T00:00:00.000Z', message: '' }
const rerun: JournalEntry = {
  ...stamp,
  type: 'impl.rerun',
  level: 'warning',
  attempt: 2,
  done: 14,
  total: 20,
}
const limit: JournalEntry = {
  ...stamp,
  seq: 6,
  type: 'impl.limit-reached',
  level: 'warning',
  done: 17,
  total: 20,
}

describe('notices', () => {
  beforeEach(() => useNotices.getState().clear())

  it('G4.2 a re-run of the implementation is reported with its count, in both languages', () => {
    expect(toastOf(rerun)).toBe('news')
    const notice = noticeOfEntry(specNamed('login'), rerun)
    expect(wordsOfNotice(en, notice)).toContain('2/7')
    expect(wordsOfNotice(ja, notice)).toContain('2/7')
  })

  it('G4.4 the re-run limit is reported as an error', () => {
    expect(toastOf(limit)).toBe('news')
    expect(noticeOfEntry(specNamed('login'), limit).level).toBe('error')
  })

  it('H6 an event log that cannot be written is reported as an error, with the reason, in both languages', () => {
    const failed = {
      item: specNamed('login'),
      level: 'error',
      kind: 'journal.failed',
      message: 'The event log of login cannot be written: no space left on device',
      detail: 'no space left on device',
      time: stamp.time,
      seq: 5,
      needsPerson: true,
    } as const
    expect(isBreakdown(failed)).toBe(true)
    expect(isBreakdown({ ...failed, kind: 'run.failed' })).toBe(false)
    const notice = noticeOfBreakdown(failed)
    expect(notice).toMatchObject({ level: 'error', about: { item: specNamed('login') } })
    for (const words of [wordsOfNotice(en, notice), wordsOfNotice(ja, notice)])
      expect(words).toContain('no space left on device')
    expect(wordsOfNotice(en, notice)).toContain('event log')
    expect(wordsOfNotice(ja, notice)).toContain('イベントログ')
  })

  it('what the user did is no news to them, except that it was done', () => {
    const paused = { ...stamp, type: 'run.paused', level: 'info', phase: null, detail: '' } as const
    expect(toastOf({ ...paused, reason: 'user' })).toBe('none')
    expect(toastOf({ ...paused, reason: 'needs-discussion' })).toBe('news')
  })

  it('an entry that arrives twice is reported once, and refusals each time', () => {
    const { push } = useNotices.getState()
    push(noticeOfEntry(specNamed('login'), rerun))
    push(noticeOfEntry(specNamed('login'), rerun))
    push(noticeOfEntry(specNamed('other'), rerun))
    showRefusal({ code: 'OFFLINE' })
    showRefusal({ code: 'OFFLINE' })
    expect(useNotices.getState().notices).toHaveLength(4)
    expect(useNotices.getState().unread).toBe(4)
    useNotices.getState().readAll()
    expect(useNotices.getState().unread).toBe(0)
    expect(useNotices.getState().notices).toHaveLength(4)
  })

  it('keeps no more than the newest two hundred', () => {
    for (let seq = 1; seq <= 250; seq++)
      useNotices.getState().push(noticeOfEntry(specNamed('login'), { ...rerun, seq }))
    expect(useNotices.getState().notices).toHaveLength(200)
    expect(useNotices.getState().notices[0]?.id).toBe('spec:login:250')
  })
})
