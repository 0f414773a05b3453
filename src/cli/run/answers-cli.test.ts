import { describe, expect, it } from 'vitest'
import { replyWithQuestions } from '../../testkit/review-texts.ts'
import { CliWorld } from '../../testkit/worlds/cli-world.ts'

const REPLY = replyWithQuestions('Mail only?')

const ASKING = {
  record: true,
  reviewCounts: [
    [0, 2],
    [0, 0],
  ],
  overrides: [{ phase: 'document-review-reply', round: 1, rawDocument: REPLY }],
} as const

describe('sdd answer', () => {
  it('lists what stopped a run with keys and options, takes one answer after the other, and resumes', async () => {
    await using world = new CliWorld(ASKING)
    await world.spec('login')
    const run = await world.sdd(['run', 'login'])
    expect(run.code).toBe(3)
    expect(run.stdout).toContain('→ See what is asked and answer it: sdd answer login')

    const listed = await world.sdd(['answer', 'login'])
    expect(listed.code).toBe(0)
    expect(listed.stdout).toContain('Asked in document-review-1-reply.md:')
    expect(listed.stdout).toContain(
      'W1  Two retention periods\n    How long is data kept?\n    - 30 days',
    )
    expect(listed.stdout).toContain("sdd answer login W1 '30 days' --resume")
    const json = await world.sdd(['answer', 'login', '--json'])
    expect(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { type: 'question', key: 'W1', options: ['30 days', '90 days'], reason: 'needs-discussion' },
      { type: 'question', key: 'W2', answer: null },
    ])
    const status = await world.sdd(['status', 'login'])
    expect(status.stdout).toContain('→ See what is asked and answer it: sdd answer login')

    const vague = await world.sdd(['answer', 'login', '90 days'])
    expect(vague.code).toBe(2)
    expect(vague.stderr).toContain('2 questions are open: W1, W2')
    const wrong = await world.sdd(['answer', 'login', 'X1', '90 days'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('login has no question X1. Asked: W1, W2')

    const one = await world.sdd(['answer', 'login', 'W1', '90 days'])
    expect(one.code).toBe(0)
    expect(one.stdout).toContain('Not answered yet: W2')
    const all = await world.sdd(['answer', 'login', '--all', '-', '--resume', '--json'], {
      stdin: 'Mail only.\n',
    })
    expect(all.code).toBe(0)
    expect(all.stdout).toContain('"type":"result","status":"completed"')
    const decided = world.journal('login').filter((entry) => entry.type === 'answer.given')
    expect(decided.map(({ key, text }) => `${key} ${text}`)).toEqual([
      'W1 90 days',
      'W2 Mail only.',
    ])
  })

  it('says so where nothing is asked', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const asked = await world.sdd(['answer', 'login'])
    expect(asked.code).toBe(2)
    expect(asked.stderr).toContain('login has not stopped over a question')
  })
})
