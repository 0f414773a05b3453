import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../testkit/worlds/cli-world.ts'

async function simulated(): Promise<CliWorld> {
  const world = new CliWorld()
  world.configure({ agent: 'simulated', simulated: { fast: true } })
  await world.spec('login')
  return world
}

describe('sdd ask', () => {
  it('prints the answer of an agent that may only read, about a spec or the project', async () => {
    await using world = await simulated()
    const others = () => world.tree().filter((line) => !/\/runtime\/|event-log/.test(line))
    const before = others()
    const one = await world.sdd(['ask', 'login', 'What is open?'])
    expect([one.code, one.stderr]).toEqual([0, ''])
    expect(one.stdout).toContain('You asked: "What is open?"')
    const all = await world.sdd(['ask', 'What is this?', '--json'])
    expect(jsonLines(all.stdout)).toMatchObject([
      { type: 'answer', status: 'answered', question: 'What is this?' },
    ])
    expect(others()).toEqual(before)
    expect(world.journal('login').at(-1)).toMatchObject({ type: 'ask.ended', agent: 'simulated' })
  })

  it('lists the conversations that are kept, and continues any of them', async () => {
    await using world = await simulated()
    const asked = async (...words: string[]) =>
      jsonLines((await world.sdd(['ask', 'login', ...words, '--json'])).stdout)[0]
    expect(await asked('First?')).toMatchObject({ conversation: 0 })
    expect(await asked('Another?', '--new')).toMatchObject({ conversation: 1 })
    expect(await asked('Back to the first', '--conversation', '0')).toMatchObject({
      conversation: 0,
      status: 'answered',
    })
    const kept = await world.sdd(['ask', 'login', '--list', '--json'])
    expect(jsonLines(kept.stdout)).toMatchObject([
      { type: 'conversation', conversation: 0, questions: 2, question: 'First?' },
      { type: 'conversation', conversation: 1, questions: 1, question: 'Another?' },
    ])
    const unknown = await world.sdd(['ask', 'login', 'Hm?', '--conversation', '7'])
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('--list')])
    expect((await world.sdd(['ask', 'login', 'Hm?', '--conversation', 'x'])).code).toBe(2)
  })

  it('is refused, with the reason, once the budget of the spec is used up', async () => {
    await using world = await simulated()
    expect((await world.sdd(['ask', 'login', 'What is open?'])).code).toBe(0)
    await world.sdd(['budget', 'login', '--tokens', '1'])
    const before = world.journal('login').length
    const refused = await world.sdd(['ask', 'login', 'And now?'])
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('budget')])
    expect(world.journal('login')).toHaveLength(before)
    // Questions about the project are still allowed: they use no item's budget.
    expect((await world.sdd(['ask', 'What is this?'])).code).toBe(0)
    await world.sdd(['budget', 'login', '--tokens', '1000000'])
    expect((await world.sdd(['ask', 'login', 'And now?'])).code).toBe(0)
  })

  it('refuses what is no question and no spec', async () => {
    await using world = await simulated()
    expect((await world.sdd(['ask'])).code).toBe(2)
    expect((await world.sdd(['ask', 'login', ' '])).code).toBe(2)
    expect((await world.sdd(['ask', 'nothing', 'Why?'])).code).toBe(2)
  })
})

describe('sdd plan', () => {
  it('turns an idea into a description with decisions, and a spec', async () => {
    await using world = await simulated()
    const early = await world.sdd(['plan', '--create', 'export'])
    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('not produced')])
    const asked = await world.sdd(['plan', 'Export as CSV'])
    expect(asked.stdout).toContain('Who is it for?')
    const planned = await world.sdd(['plan', 'For everyone'])
    expect(planned.stdout).toContain('plan --create NAME')
    const made = await world.sdd(['plan', '--create', 'export'])
    expect([made.code, made.stderr]).toEqual([0, ''])
    const spec = JSON.parse(
      readFileSync(join(world.specDir('export'), 'spec.json'), 'utf8'),
    ) as object
    expect(spec).toMatchObject({
      description: expect.stringContaining('- In your words: For everyone'),
    })
  })
})
