import { describe, expect, it } from 'vitest'
import { PartSource } from './part-source.ts'

/** Answers each request as scripted. */
function scripted(...answers: ('away' | 'there')[]) {
  const asked: string[] = []
  const source = new PartSource(async () => {
    const answer = answers[asked.length] ?? 'there'
    asked.push(answer)
    if (answer === 'away') throw new TypeError('Failed to fetch dynamically imported module')
    return 'the part'
  })
  return { source, asked }
}

describe('a part of the page that is loaded later', () => {
  it('U1 is asked for again after a failure, as often as it takes', async () => {
    const { source, asked } = scripted('away', 'away', 'there')
    source.subscribe(() => undefined)
    await source.ask()
    expect(source.state()).toEqual({ status: 'failed', tries: 1 })
    await source.ask()
    expect(source.state()).toEqual({ status: 'failed', tries: 2 })
    await source.ask()
    expect(source.state()).toEqual({ status: 'loaded', part: 'the part' })
    await source.ask()
    expect(asked).toHaveLength(3)
  })

  it('U1 is asked for once, however many panes want it', async () => {
    const { source, asked } = scripted('there')
    await Promise.all([source.ask(), source.ask(), source.ask()])
    expect(asked).toHaveLength(1)
  })

  it('U1 shows no failure of a request that was made ahead of time', async () => {
    const { source } = scripted('away')
    await source.ask()
    expect(source.state()).toEqual({ status: 'loading' })
  })
})
