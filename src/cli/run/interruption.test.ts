import { describe, expect, it } from 'vitest'
import { isPidAlive, until } from '../../testkit/worlds/agent-world.ts'
import { CliWorld, jsonLines } from '../../testkit/worlds/cli-world.ts'

describe('a signal to a run', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'R11 %s stops it in good order: code 130, state paused by the user',
    async (signal) => {
      await using world = new CliWorld({ hangForever: true })
      await world.spec('login')
      const running = world.start(['run', 'login', '--json'])
      await until(() => world.mock.calls().length === 1)
      running.signal(signal)
      const { code, stdout, stderr } = await running.ended
      expect(code).toBe(130)
      expect(jsonLines(stdout).at(-1)).toMatchObject({ status: 'paused', reason: 'user' })
      expect(stderr).toContain('Stopping login')
      expect(isPidAlive(world.mock.calls()[0]!.pid)).toBe(false)
      const [status] = jsonLines((await world.sdd(['status', '--json'])).stdout)
      expect(status?.['run']).toMatchObject({ status: 'paused', reason: 'user' })
    },
  )

  it('a second Ctrl+C ends at once; the next command ends what was left', async () => {
    await using world = new CliWorld({ hangForever: true, ignoreTerm: true })
    world.configure({ graceSeconds: 600 })
    await world.spec('login')
    const running = world.start(['run', 'login'])
    await until(() => world.mock.calls().length === 1)
    running.signal('SIGINT')
    await running.prints('Stopping login')
    // npm forwards the first Ctrl+C at once: only a later one counts as the second.
    const again = setInterval(() => running.signal('SIGINT'), 50)
    const { code } = await running.ended
    clearInterval(again)
    expect(code).toBe(130)
    const { pid } = world.mock.calls()[0]!
    expect(isPidAlive(pid)).toBe(true)
    world.configure({ graceSeconds: 0 })
    expect((await world.sdd(['stop', 'login'])).code).toBe(0)
    expect(isPidAlive(pid)).toBe(false)
  })

  it('R9 Ctrl+C on a hosting run stops only its own spec', async () => {
    await using world = new CliWorld({
      overrides: [
        { feature: 'first', hangForever: true },
        { feature: 'second', hold: 'second' },
      ],
    })
    await world.spec('first')
    await world.spec('second')
    const first = world.start(['run', 'first'])
    await first.prints('Agent claude started')
    const second = world.start(['run', 'second', '--nogo', 'design'])
    await second.prints('Agent claude started')
    first.signal('SIGINT')
    await first.prints('it stays until they end')
    expect(world.journal('first').at(-1)).toMatchObject({ type: 'agent.ended' })
    expect(world.journal('second').some(({ type }) => type === 'run.paused')).toBe(false)
    world.mock.release('second')
    expect((await second.ended).code).toBe(0)
    expect((await first.ended).code).toBe(130)
  })

  it('R9 Ctrl+C on a run that only stays leaves the others to themselves', async () => {
    await using world = new CliWorld({ overrides: [{ feature: 'second', hold: 'second' }] })
    await world.spec('first')
    await world.spec('second')
    world.mock.setScenario({
      overrides: [
        { feature: 'first', hold: 'first' },
        { feature: 'second', hold: 'second' },
      ],
    })
    const first = world.start(['run', 'first', '--nogo', 'design'])
    await first.prints('Agent claude started')
    const second = world.start(['run', 'second', '--nogo', 'design'])
    await second.prints('Agent claude started')
    world.mock.release('first')
    await first.prints('it stays until they end')
    first.signal('SIGINT')
    expect((await first.ended).code).toBe(0)
    world.mock.release('second')
    expect((await second.ended).code).toBe(0)
    expect(second.stdout).toContain('Run recovered')
  })
})
