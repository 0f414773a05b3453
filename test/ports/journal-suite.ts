import { describe, expect, it, vi } from 'vitest'
import type { JournalEntry } from '../../src/contracts/journal.ts'
import { type Journal, type JournalFollower, JournalMoved } from '../../src/host/ports/journal.ts'

/** A place where a journal is stored; processes come and go. */
export interface JournalPlace extends AsyncDisposable {
  /** Opens it like a new process; `sync` is called before every sync. */
  open(sync?: () => Promise<void>): Promise<Journal>
  /** A writer dies in the middle of an entry; false if nothing of the entry can remain. */
  tear(): Promise<boolean> | boolean
  /** Someone else truncates it after that entry. */
  cutTo(version: number): Promise<void> | void
}

export const entry = (seq: number): JournalEntry => ({
  seq,
  time: '2026-01-01T00:00:00.000Z',
  type: 'run.reset',
  level: 'info',
  message: `entry ${seq} 日本`,
})

class Heard implements JournalFollower {
  readonly all: (number | string)[] = []

  entries(entries: readonly JournalEntry[]): void {
    this.all.push(...entries.map(({ seq }) => seq))
  }

  damaged(): void {
    this.all.push('damaged')
  }

  restarted(): void {
    this.all.push('restarted')
  }

  /** Waits for these: what others append may arrive a moment later. */
  hears(expected: (number | string)[]): Promise<void> {
    return vi.waitFor(() => expect(this.all).toEqual(expected), { timeout: 60_000, interval: 5 })
  }
}

const seqs = async (journal: Journal, after = 0): Promise<number[]> =>
  (await journal.read(after)).map(({ seq }) => seq)

type MakePlace = () => Promise<JournalPlace> | JournalPlace

/** What every journal guarantees, wherever it is stored. */
export function journalSuite(name: string, place: MakePlace): void {
  describe(`journal port: ${name}`, () => {
    keepsEntries(place)

    it('refuses an append when somebody else has cut it, until it is reloaded', async () => {
      await using here = await place()
      const journal = await here.open()
      await journal.append(0, [entry(1), entry(2), entry(3)])
      await here.cutTo(1)
      await expect(journal.append(3, [entry(4)])).rejects.toBeInstanceOf(JournalMoved)
      expect(await journal.reload()).toEqual({ found: 1, isPutBack: false })
      // Numbers 2 and 3 were already used: they are not assigned again.
      expect(journal.version).toBe(3)
      await journal.append(3, [entry(4)])
      expect(await seqs(await here.open())).toEqual([1, 4])
    })

    it('tells a follower what stands there and what comes, each once', async () => {
      await using here = await place()
      const journal = await here.open()
      await journal.append(0, [entry(1), entry(2)])
      const all = new Heard()
      const later = new Heard()
      const leave = journal.follow(0, all)
      journal.follow(1, later)
      await journal.append(2, [entry(3)])
      await all.hears([1, 2, 3])
      leave()
      await journal.append(3, [entry(4)])
      await later.hears([2, 3, 4])
      expect(all.all).toEqual([1, 2, 3])
    })

    it('lets a follower go on from its number in the next process', async () => {
      await using here = await place()
      const first = await here.open()
      await first.append(0, [entry(1), entry(2), entry(3)])
      first.close()
      const second = await here.open()
      const heard = new Heard()
      second.follow(2, heard)
      await second.append(3, [entry(4)])
      await heard.hears([3, 4])
    })

    it('tells a follower that remembers more than stands there to begin again', async () => {
      await using here = await place()
      const first = await here.open()
      await first.append(0, [entry(1), entry(2), entry(3)])
      first.close()
      await here.cutTo(1)
      const second = await here.open()
      const heard = new Heard()
      second.follow(3, heard)
      await heard.hears(['restarted', 1])
    })

    it('syncs only what is new, and a sync that failed once stays failed until a reload', async () => {
      await using here = await place()
      let syncs = 0
      let isBroken = false
      const journal = await here.open(() => {
        syncs++
        return isBroken ? Promise.reject(new Error('lost')) : Promise.resolve()
      })
      await journal.sync()
      expect(syncs).toBe(0)
      await journal.append(0, [entry(1)])
      await journal.append(1, [entry(2)])
      await journal.sync()
      await journal.sync()
      expect(syncs).toBe(1)
      isBroken = true
      await journal.append(2, [entry(3)])
      await expect(journal.sync()).rejects.toThrow('lost')
      isBroken = false
      await expect(journal.sync()).rejects.toThrow('lost')
      expect(await journal.reload()).toEqual({ found: 3, isPutBack: false })
      await journal.append(3, [entry(4)])
      await journal.sync()
    })
  })
}

/** Of a journal that one transaction writes: no one else writes it or follows it meanwhile. */
export function heldJournalSuite(name: string, place: MakePlace): void {
  describe(`journal port: ${name}`, () => keepsEntries(place))
}

function keepsEntries(place: MakePlace): void {
  it('gives back what was appended, in order, from any number on', async () => {
    await using here = await place()
    const journal = await here.open()
    expect(journal.version).toBe(0)
    await journal.append(0, [entry(1), entry(2)])
    await journal.append(2, [entry(3)])
    expect(journal.version).toBe(3)
    expect(await journal.read(0)).toEqual([entry(1), entry(2), entry(3)])
    expect(await seqs(journal, 2)).toEqual([3])
    expect(await seqs(journal, 3)).toEqual([])
  })

  it('is found by the next process, also by one that opens after a close', async () => {
    await using here = await place()
    const first = await here.open()
    await first.append(0, [entry(1), entry(2)])
    await first.sync()
    first.close()
    const second = await here.open()
    expect(second.version).toBe(2)
    await second.append(2, [entry(3)])
    expect(await seqs(second)).toEqual([1, 2, 3])
  })

  it('refuses an append at another version, and writes nothing of it', async () => {
    await using here = await place()
    const journal = await here.open()
    await journal.append(0, [entry(1)])
    await expect(journal.append(0, [entry(1)])).rejects.toBeInstanceOf(JournalMoved)
    await expect(journal.append(2, [entry(3)])).rejects.toBeInstanceOf(JournalMoved)
    expect(await seqs(journal)).toEqual([1])
    await journal.append(1, [entry(2)])
    expect(await seqs(journal)).toEqual([1, 2])
  })

  it('drops half an entry that a dying writer left, and nothing else', async () => {
    await using here = await place()
    const first = await here.open()
    await first.append(0, [entry(1), entry(2)])
    first.close()
    const isLeft = await here.tear()
    const second = await here.open()
    expect(second.tornBytes > 0).toBe(isLeft)
    expect(await seqs(second)).toEqual([1, 2])
    if (isLeft) await expect(second.append(2, [entry(3)])).rejects.toBeInstanceOf(JournalMoved)
    await second.reload()
    expect(second.tornBytes).toBe(0)
    await second.append(2, [entry(3)])
    expect(await seqs(await here.open())).toEqual([1, 2, 3])
  })

  it('is repaired before the first append as well', async () => {
    await using here = await place()
    const first = await here.open()
    await first.append(0, [entry(1)])
    first.close()
    await here.tear()
    const second = await here.open()
    await second.repair()
    await second.append(1, [entry(2)])
    expect(await seqs(await here.open())).toEqual([1, 2])
  })
}
