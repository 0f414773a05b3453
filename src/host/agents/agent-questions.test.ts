import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentQuestion } from '../../contracts/launch/agent.ts'
import { AgentWorld, SAY_DONE, until } from '../../testkit/worlds/agent-world.ts'

let world: AgentWorld
beforeEach(() => {
  world = new AgentWorld()
})
afterEach(() => world.dispose())

const line = (event: object): string => `echo '${JSON.stringify({ type: 'sdd-event', event })}'`

/** Shell commands that print what a bridge prints. */
const ASK = line({ type: 'permission-asked', id: 'q1', tool: 'Bash', input: { command: 'ls  -l' } })
const WAIT = `until [ -e "$SDD_AGENT_DIR/answers/q1.json" ]; do sleep 0.01; done`
const TAKE = line({ type: 'permission-answered', id: 'q1', answer: 'allow', by: 'person' })

const asked = async (): Promise<AgentQuestion> => {
  const find = (): AgentQuestion | undefined =>
    world.changes.find(({ question }) => question !== null)?.question ?? undefined
  await until(() => find() !== undefined)
  const question = find()
  if (question === undefined) throw new Error('unreachable')
  return question
}

describe('a question of an agent', () => {
  it('is told, shown, answered through a file, and told to be over', async () => {
    const program = world.program(`${ASK}; ${WAIT}; ${TAKE}; ${SAY_DONE}`)
    const registry = world.registry(program)
    const { agentId } = registry.start(world.request())
    const question = await asked()
    expect(question).toMatchObject({ id: 'q1', tool: 'Bash', summary: 'ls -l' })
    expect(registry.get(agentId)).toMatchObject({ status: 'running', question })
    expect(registry.answer(agentId, 'q1', 'allow')).toBe('ok')
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
    const answer = readFileSync(join(world.folder(agentId).answers, 'q1.json'), 'utf8')
    expect(JSON.parse(answer)).toEqual({ answer: 'allow', by: 'person' })
    expect(world.changes.at(-1)).toMatchObject({ question: null })
    expect(registry.get(agentId)).toMatchObject({ question: null })
  })

  it('takes no answer that no one waits for', async () => {
    const registry = world.registry(world.program(`${ASK}; ${WAIT}; ${TAKE}; ${SAY_DONE}`))
    const { agentId } = registry.start(world.request())
    expect(registry.answer(agentId, 'q1', 'allow')).toBe('unknown')
    await asked()
    for (const id of ['q2', '../q1', ''])
      expect(registry.answer(agentId, id, 'allow')).toBe('unknown')
    expect(existsSync(world.folder(agentId).answers)).toBe(false)
    registry.answer(agentId, 'q1', 'deny')
    await world.end(agentId)
    expect(registry.answer(agentId, 'q1', 'allow')).toBe('unknown')
  })

  it('is no silence: who waits for the user does not hang', async () => {
    const registry = world.registry(world.program(`${ASK}; ${WAIT}; ${TAKE}; ${SAY_DONE}`), {
      hangAfterMs: 400,
    })
    const { agentId } = registry.start(world.request())
    const { askedAt } = await asked()
    // A slow machine may have been silent long enough to hang before the question.
    world.changes.length = 0
    await until(() => Date.now() - Date.parse(askedAt) > 1000)
    expect(registry.get(agentId)).toMatchObject({ status: 'running' })
    expect(world.statuses(agentId)).not.toContain('hang')
    registry.answer(agentId, 'q1', 'allow')
    await world.end(agentId)
  })

  it('is asked again of the next host when the first one is gone', async () => {
    const program = world.program(`${ASK}; ${WAIT}; ${TAKE}; ${SAY_DONE}`)
    const first = world.registry(program)
    const { agentId } = first.start(world.request())
    await asked()
    first.dispose()
    world.changes.length = 0
    const second = world.registry(program)
    expect(await second.adopt(agentId)).toEqual({ kind: 'running' })
    expect(await asked()).toMatchObject({ id: 'q1', tool: 'Bash' })
    expect(second.answer(agentId, 'q1', 'allow')).toBe('ok')
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
  })
})
