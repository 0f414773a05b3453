import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentStarted, entriesOf, specAt } from './flow-world.ts'

const FLAGS = { permission: 'full', allowTools: ['Bash(npm test:*)'] } as const

const argsOf = (world: ProjectWorld, index: number): string => {
  const call = world.mock.calls().at(index)
  return world.mock.recorded(call?.agentId ?? '').args.join(' ')
}

async function stopped(world: ProjectWorld, spec: SpecItem): Promise<void> {
  const flags = { ...FLAGS, allowTools: [...FLAGS.allowTools] }
  const ended = world.follow(spec, () =>
    world.host.coordinator.start(spec, { nogo: ['design'], agent: 'claude', ...flags }),
  )
  await agentStarted(world, spec, { phase: 'requirements' })
  await world.host.coordinator.stop(spec)
  await ended
  await world.host.coordinator.drain()
}

const hanging = {
  record: true,
  overrides: [{ phase: 'requirements', call: 1, hangForever: true }],
} as const

describe('what was chosen for one run', () => {
  it('R24 permission and tools reach the agent and are stored in no spec.json', async () => {
    await using world = await openWorld({ scenario: { record: true } })
    const spec = await world.newSpec('alpha')
    const begin = () =>
      world.host.coordinator.start(spec, {
        nogo: ['design'],
        permission: 'full',
        allowTools: ['Bash(npm test:*)'],
      })
    await world.follow(spec, begin)
    expect(argsOf(world, 0)).toContain('bypassPermissions')
    expect(argsOf(world, 0)).toContain('Bash(npm test:*)')
    expect(world.read(spec, 'spec.json')).not.toMatch(/full|Bash/)

    await world.follow(spec, () =>
      world.host.coordinator.start(spec, { go: ['design'], nogo: ['tasks'] }),
    )
    expect(argsOf(world, 1)).toContain('acceptEdits')
    expect(argsOf(world, 1)).not.toContain('Bash')
  })

  it('H5 holds when it is resumed, and a new choice overrides it', async () => {
    await using world = await openWorld({ scenario: hanging })
    const spec = await world.newSpec('alpha')
    await stopped(world, spec)

    await world.resume(spec)

    expect(argsOf(world, 1)).toContain('bypassPermissions')
    expect(argsOf(world, 1)).toContain('Bash(npm test:*)')
    expect(entriesOf(world, spec, 'run.resumed')[0]).toMatchObject({ agent: 'claude', ...FLAGS })
  })

  it('H5 holds for a retry, with another agent where one is named', async () => {
    await using world = await openWorld({ scenario: hanging })
    const spec = await world.newSpec('alpha')
    await stopped(world, spec)

    const retried = await world.host.coordinator.retryFrom(spec, 'requirements', {
      agent: 'acp:none',
    })

    expect(retried).toMatchObject({ ok: false, error: { code: 'AGENT_UNKNOWN' } })
    await world.follow(spec, () =>
      world.host.coordinator.retryFrom(spec, 'requirements', { permission: 'edit' }),
    )
    expect(argsOf(world, 1)).toContain('acceptEdits')
    expect(argsOf(world, 1)).toContain('Bash(npm test:*)')
  })

  it('H5 R24 a journal that this machine did not write brings no permission in', async () => {
    await using world = await openWorld({ scenario: hanging })
    const spec = await world.newSpec('alpha')
    await stopped(world, spec)
    rmSync(join(world.folders.runtimeDir, 'runs', `${spec.name}.json`))

    await world.resume(spec)

    expect(argsOf(world, 1)).toContain('acceptEdits')
    expect(argsOf(world, 1)).not.toContain('Bash')
  })

  it('R24 a tool in a journal that could be an option is not read', async () => {
    await using world = await openWorld({ scenario: hanging })
    const spec = await specAt(world, 'alpha', 'design')
    const line = { seq: 1, time: '', type: 'run.started', level: 'info', message: '' }
    const run = { runId: 'run_1', phase: 'design', agent: null, roundLimit: 7, mode: 'auto' }
    const entry = { ...line, ...run, replyMode: 'autofix', allowTools: ['--x'] }
    appendFileSync(join(world.specDir(spec), 'event-log.jsonl'), `${JSON.stringify(entry)}\n`)
    expect(world.journal(spec).filter(({ type }) => type === 'run.started')).toEqual([])
  })
})
