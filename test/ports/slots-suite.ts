import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Slots } from '../../src/host/ports/slots.ts'

/** Slots whose limit the test sets, with what they told. */
class Asked {
  limit: number
  readonly told: string[] = []
  readonly slots: Slots

  constructor(make: (limit: () => number) => Slots, limit: number) {
    this.limit = limit
    this.slots = make(() => this.limit)
  }

  claim(holder: string, isAtWork = false): void {
    void this.slots.acquire({
      holder,
      isAtWork,
      granted: () => void this.told.push(`${holder} granted`),
      waiting: () => void this.told.push(`${holder} waits`),
    })
  }

  release(holder: string): void {
    void this.slots.release(holder)
  }

  /** What was told since the last time. */
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

/** What every implementation keeps, whether one process or many share the slots. */
export function slotsSuite(name: string, make: (limit: () => number) => Slots): void {
  describe(`slots port: ${name}`, () => {
    it('grants up to the limit, then in the order in which they came', () => {
      const asked = new Asked(make, 2)
      for (const holder of ['a', 'b', 'c', 'd']) asked.claim(holder)
      expect(asked.news()).toEqual(['a granted', 'b granted', 'c waits', 'd waits'])
      asked.release('b')
      expect(asked.news()).toEqual(['c granted'])
      asked.release('a')
      expect(asked.news()).toEqual(['d granted'])
    })

    it('a holder that claims again keeps its one slot', () => {
      const asked = new Asked(make, 1)
      asked.claim('a')
      asked.claim('a')
      asked.claim('b')
      expect(asked.news()).toEqual(['a granted', 'a granted', 'b waits'])
      asked.release('a')
      expect(asked.news()).toEqual(['b granted'])
    })

    it('one that claims again while it waits keeps its place and is granted once', () => {
      const asked = new Asked(make, 1)
      for (const holder of ['a', 'b', 'c', 'b']) asked.claim(holder)
      asked.news()
      asked.release('a')
      expect(asked.news()).toEqual(['b granted'])
      asked.release('b')
      expect(asked.news()).toEqual(['c granted'])
    })

    it('a release while waiting cancels, and nothing is granted afterwards', () => {
      const asked = new Asked(make, 1)
      for (const holder of ['a', 'b', 'c']) asked.claim(holder)
      asked.release('b')
      asked.news()
      asked.release('a')
      expect(asked.news()).toEqual(['c granted'])
    })

    it('a second release, or one of nothing, frees nothing', () => {
      const asked = new Asked(make, 1)
      asked.claim('a')
      asked.claim('b')
      asked.claim('c')
      asked.news()
      asked.release('x')
      asked.release('a')
      asked.release('a')
      expect(asked.news()).toEqual(['b granted'])
    })

    it('one that was at work when its host died does not wait, and the line does', () => {
      const asked = new Asked(make, 1)
      asked.claim('a')
      asked.claim('b')
      asked.claim('c', true)
      expect(asked.news()).toEqual(['a granted', 'b waits', 'c granted'])
      asked.release('a')
      expect(asked.news()).toEqual([])
      asked.release('c')
      expect(asked.news()).toEqual(['b granted'])
    })

    it('lets in who fits when the limit grows, and ends nobody when it shrinks', () => {
      const asked = new Asked(make, 1)
      for (const holder of ['a', 'b', 'c']) asked.claim(holder)
      asked.news()
      asked.limit = 3
      asked.slots.admit()
      expect(asked.news()).toEqual(['b granted', 'c granted'])
      asked.limit = 1
      asked.release('a')
      asked.claim('d')
      expect(asked.news()).toEqual(['d waits'])
      asked.release('b')
      expect(asked.news()).toEqual([])
      asked.release('c')
      expect(asked.news()).toEqual(['d granted'])
    })

    it('a newcomer does not pass the line when the limit has grown unannounced', () => {
      const asked = new Asked(make, 1)
      asked.claim('a')
      asked.claim('b')
      asked.news()
      asked.limit = 2
      asked.claim('c')
      expect(asked.news()).toEqual(['b granted', 'c waits'])
    })

    it('never has more holders than the limit and those at work, and starves nobody', () => {
      fc.assert(
        fc.property(acts, fc.integer({ min: 1, max: 3 }), (played, limit) => {
          const asked = new Asked(make, limit)
          const holding = new Set<string>()
          const atWork = new Set<string>()
          const open = new Set<string>()
          for (const { act, holder } of played) {
            if (act === 'release') asked.release(holder)
            else asked.claim(holder, act === 'resume')
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
              asked.release(holder)
              holding.delete(holder)
              open.delete(holder)
            }
            for (const word of asked.news()) holding.add(word.split(' ')[0] ?? '')
          }
          expect([...open]).toEqual([])
        }),
      )
    })
  })
}
