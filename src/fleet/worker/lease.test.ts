import { expect, it } from 'vitest'
import { Lease } from './lease.ts'

/** A lease of eight seconds, its clock, and a touch that is answered when the test says so. */
function makeLease() {
  let now = 0
  const lease = new Lease(8000, () => now)
  const at = (ms: number): void => void (now = ms)
  const touch = (): { touched: readonly string[]; answer: () => Promise<void> } => {
    let touched: readonly string[] = []
    let answered = (): void => undefined
    const renewed = lease.renew((agentIds) => {
      touched = agentIds
      return new Promise<void>((resolve) => (answered = resolve))
    })
    return {
      touched,
      answer: () => {
        answered()
        return renewed
      },
    }
  }
  return { lease, at, touch }
}

it('counts from when the touch was asked for', async () => {
  const { lease, at, touch } = makeLease()
  lease.began('a', 0)
  at(2000)
  const { touched, answer } = touch()
  at(5000)
  expect(touched).toEqual(['a'])
  expect(lease.endsAt).toBe(8000)
  await answer()
  expect(lease.endsAt).toBe(10_000)
})

it('a touch does not extend the lease of a step that began meanwhile', async () => {
  const { lease, at, touch } = makeLease()
  lease.began('a', 0)
  at(2000)
  const { answer } = touch()
  at(3000)
  lease.began('b', 500)
  at(5000)
  await answer()
  expect(lease.endsAt).toBe(8500)
  const { touched, answer: answerNext } = touch()
  expect(touched).toEqual(['a', 'b'])
  await answerNext()
  expect(lease.endsAt).toBe(13_000)
})

it('a step that has ended counts no more, also when a touch of it is answered later', async () => {
  const { lease, at, touch } = makeLease()
  lease.began('a', 0)
  at(1000)
  const { answer } = touch()
  lease.ended('a')
  at(2000)
  lease.began('b', 1500)
  await answer()
  expect(lease.endsAt).toBe(9500)
  lease.ended('b')
  at(60_000)
  expect(lease.isHeld).toBe(true)
})
