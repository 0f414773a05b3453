import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JournalTail } from './journal-tail.ts'

let dir: string
let file: string
let tail: JournalTail

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tail-'))
  file = join(dir, 'event-log.jsonl')
  tail = new JournalTail(file)
})
afterEach(() => rmSync(dir, { recursive: true }))

const line = (seq: number, message = 'x'): string =>
  `${JSON.stringify({ seq, time: 't', type: 'run.reset', level: 'info', message })}\n`

const look = (): [boolean, number[]] => {
  const { isFresh, lines } = tail.look()
  return [isFresh, lines.flatMap(({ entry }) => (entry === null ? [] : [entry.seq]))]
}

describe('the tail of a journal', () => {
  it('reads what has come since the last look, whole lines only', () => {
    expect(look()).toEqual([false, []])
    writeFileSync(file, line(1) + line(2))
    expect(look()).toEqual([false, [1, 2]])
    expect(look()).toEqual([false, []])
    const third = line(3, '日本')
    appendFileSync(file, Buffer.from(third).subarray(0, -6))
    expect(look()).toEqual([false, []])
    appendFileSync(file, Buffer.from(third).subarray(-6))
    appendFileSync(file, `not an entry\n${line(4)}`)
    expect(look()).toEqual([false, [3, 4]])
  })

  it('begins again with another file, also a longer one', () => {
    writeFileSync(file, line(1) + line(2))
    look()
    const other = join(dir, 'other')
    writeFileSync(other, line(1) + line(2) + line(3))
    renameSync(other, file)
    expect(look()).toEqual([true, [1, 2, 3]])
    rmSync(file)
    expect(look()).toEqual([true, []])
    writeFileSync(file, line(1))
    expect(look()).toEqual([false, [1]])
  })

  it('begins again when the file is cut, and not when only a torn line is', () => {
    writeFileSync(file, `${line(1)}${line(2)}{"seq":3`)
    look()
    truncateSync(file, (line(1) + line(2)).length)
    appendFileSync(file, line(3))
    expect(look()).toEqual([false, [3]])
    truncateSync(file, line(1).length)
    expect(look()).toEqual([true, [1]])
  })

  it('counts no number twice', () => {
    writeFileSync(file, line(1) + line(2))
    look()
    appendFileSync(file, line(2) + line(3))
    expect(look()).toEqual([false, [3]])
  })
})
