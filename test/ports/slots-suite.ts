import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Slots } from '../../src/host/ports/slots.ts'

/** Slots with a limit set by the test; records their callbacks. */
class RecordedSlots {
  limit: number
  readonly told: string[] = []
  readonly slots: Slots

  constructor(make: (limit: () => number) => Slots, limit: number) {
    this.limit = limit
    this.slots = make(() => this.limit)
  }

  async claim(holder: string, isAtWork = false): Promise<void> {
    await this.slots.acquire({
      holder,
      isAtWork,
      granted: () => void this.told.push(`${holder} granted`),
      waiting: () => void this.told.push(`${holder} waits`),
    })
  }

  async release(holder: string): Promise<void> {
    await this.slots.release(holder)
  }

  /** The callbacks since the last time. */
  news(): string[] {
    return this.told.splice(0)
  }
}

type Act = { act: 'claim' | 'resume' | 'release'; holder: string }

const acts = fc.array(
  fc.record({
    act: fc.constantFrom<Act['act'][]>('claim', 'claim', 'release', 'resume'),
    holder: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  }),
  { maxLength: 40 },
)

/** What every implementation guarantees, whether one process or many share the slots. */
export function slotsSuite(name: string, make: (limit: () => number) => Slots, runs = 100): void {
  describe(`slots port: ${name}`, () => {
    it('grants up to the limit, then in the order in which they came', async () => {
      const asked = new RecordedSlots(make, 2)
      for (const holder of ['a', 'b', 'c', 'd']) await asked.claim(holder)
      expect(asked.news()).toEqual(['a granted', 'b granted', 'c waits', 'd waits'])
      await asked.release('b')
      expect(asked.news()).toEqual(['c granted'])
      await asked.release('a')
      expect(asked.news()).toEqual(['d granted'])
    })

    it('a holder that claims again keeps its one slot', async () => {
      const asked = new RecordedSlots(make, 1)
      await asked.claim('a')
      await asked.claim('a')
      await asked.claim('b')
      expect(asked.news()).toEqual(['a granted', 'a granted', 'b waits'])
      await asked.release('a')
      expect(asked.news()).toEqual(['b granted'])
    })

    it('one that claims again while it waits keeps its place and is granted once', async () => {
      const asked = new RecordedSlots(make, 1)
      for (const holder of ['a', 'b', 'c', 'b']) await asked.claim(holder)
      asked.news()
      await asked.release('a')
      expect(asked.news()).toEqual(['b granted'])
      await asked.release('b')
      expect(asked.news()).toEqual(['c granted'])
    })

    it('a release while waiting cancels, and nothing is granted afterwards', async () => {
      const asked = new RecordedSlots(make, 1)
      for (const holder of ['a', 'b', 'c']) await asked.claim(holder)
      await asked.release('b')
      asked.news()
      await asked.release('a')
      expect(asked.news()).toEqual(['c granted'])
    })

    it('a second release, or one of nothing, frees nothing', async () => {
      const asked = new RecordedSlots(make, 1)
      await asked.claim('a')
      await asked.claim('b')
      await asked.claim('c')
      asked.news()
      await asked.release('x')
      await asked.release('a')
      await asked.release('a')
      expect(asked.news()).toEqual(['b granted'])
    })

    it('one that was at work when its host died does not wait, and the line does', async () => {
      const asked = new RecordedSlots(make, 1)
      await asked.claim('a')
      await asked.claim('b')
      await asked.claim('c', true)
      expect(asked.news()).toEqual(['a granted', 'b waits', 'c granted'])
      await asked.release('a')
      expect(asked.news()).toEqual([])
      await asked.release('c')
      expect(asked.news()).toEqual(['b granted'])
    })

    it('lets in who fits when the limit grows, and ends nobody when it shrinks', async () => {
      const asked = new RecordedSlots(make, 1)
      for (const holder of ['a', 'b', 'c']) await asked.claim(holder)
      asked.news()
      asked.limit = 3
      await asked.slots.admit()
      expect(asked.news()).toEqual(['b granted', 'c granted'])
      asked.limit = 1
      await asked.release('a')
      await asked.claim('d')
      expect(asked.news()).toEqual(['d waits'])
      await asked.release('b')
      expect(asked.news()).toEqual([])
      await asked.release('c')
      expect(asked.news()).toEqual(['d granted'])
    })

    it('a newcomer does not pass the line when the limit has grown unannounced', async () => {
      const asked = new RecordedSlots(make, 1)
      await asked.claim('a')
      await asked.claim('b')
      asked.news()
      asked.limit = 2
      await asked.claim('c')
      expect(asked.news()).toEqual(['b granted', 'c waits'])
    })

    it('never has more holders than the limit and those at work, and starves nobody', async () => {
      await fc.assert(
        fc.asyncProperty(acts, fc.integer({ min: 1, max: 3 }), async (played, limit) => {
          const asked = new RecordedSlots(make, limit)
          const holding = new Set<string>()
          const atWork = new Set<string>()
          const open = new Set<string>()
          for (const { act, holder } of played) {
            if (act === 'release') await asked.release(holder)
            else await asked.claim(holder, act === 'resume')
            if (act === 'release') for (const known of [holding, atWork, open]) known.delete(holder)
            else open.add(holder)
            if (act === 'resume' && !holding.has(holder)) atWork.add(holder)
            for (const word of asked.news()) {
              const [who = '', what] = word.split(' ')
              if (what === 'granted') holding.add(who)
            }
            expect(holding.size).toBeLessThanOrEqual(limit + atWork.size)
          }
          for (let turn = 0; open.size > 0 && turn < 10; turn++) {
            for (const holder of holding) {
              await asked.release(holder)
              holding.delete(holder)
              open.delete(holder)
            }
            for (const word of asked.news()) holding.add(word.split(' ')[0] ?? '')
          }
          expect([...open]).toEqual([])
        }),
        { numRuns: runs },
      )
    })
  })
}
