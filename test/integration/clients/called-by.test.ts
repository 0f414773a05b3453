import { userInfo } from 'node:os'
import { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { HostClient } from '../../../src/client/host-client.ts'
import { LiveConnection } from '../../../src/client/live-connection.ts'
import type { CalledBy } from '../../../src/contracts/called-by.ts'
import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { KEY_HEADER } from '../../../src/contracts/launch/session-key.ts'
import { readHostAddress } from '../../../src/host/project/host-lock.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import type { ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { entriesOf } from '../flows/flow-world.ts'
import { Phone } from './paired-phone.ts'

const user = userInfo().username
const FORGED = { kind: 'person', via: 'cli', user: 'somebody else' } as const

/** A command that is journalled at once, sent with a forged caller. */
const telling = (item: SpecItem, text: string) =>
  ({ item, text, now: false, calledBy: FORGED, type: 'stop' }) as const

const tellers = (world: ProjectWorld, spec: SpecItem): (CalledBy | undefined)[] =>
  entriesOf(world, spec, 'instruction.added').map(({ calledBy }) => calledBy)

/** A page on this computer that opened the link which the host prints. */
async function openPage(link: string): Promise<LiveConnection> {
  const origin = new URL(link).origin
  const answer = await fetch(link, { redirect: 'manual' })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const key = /data-key="([^"]*)"/.exec(await answer.text())?.[1] ?? ''
  const headers = { cookie, origin, [KEY_HEADER]: key }
  const page = new LiveConnection({ url: origin, WebSocket, headers })
  await until(() => page.status === 'online')
  return page
}

describe('who gave a command', () => {
  it('is known from the connection, and no caller can pretend to be another', async () => {
    await using phone = await Phone.paired()
    const { world } = phone
    const spec = await world.newSpec('far')

    expect(await phone.call('tell', telling(spec, 'from a phone'))).toMatchObject({ ok: true })

    const address = readHostAddress(world.folders)
    if (address === null) throw new Error('the host has no address')
    const terminal = await HostClient.connect(address, { WebSocket })
    expect(await terminal.call('tell', telling(spec, 'from a terminal'))).toMatchObject({
      ok: true,
    })
    terminal.close()

    const page = await openPage(phone.link())
    const { id } = world.host.info
    expect(await page.call(id, 'tell', telling(spec, 'from the page'))).toMatchObject({ ok: true })
    page.close()

    await world.host.call('tell', telling(spec, 'from the process of the host'))

    expect(tellers(world, spec)).toEqual([
      {
        kind: 'person',
        via: 'page',
        device: { id: expect.stringMatching(/^device_/), name: 'Phone' },
      },
      { kind: 'person', via: 'cli', user },
      { kind: 'person', via: 'page', user },
      { kind: 'person', via: 'cli', user },
    ])
  })

  it('is in the first entry of a spec', async () => {
    await using phone = await Phone.paired()
    const { world } = phone
    const item = { kind: 'spec', name: 'made' } as SpecItem
    const made = { item, description: 'x', language: null }
    expect(await phone.call('create', made)).toMatchObject({ ok: true })
    expect(world.journal(item)[0]).toMatchObject({
      type: 'spec.created',
      calledBy: { device: { name: 'Phone' } },
    })
  })

  it('is not in the entries that the run makes by itself', async () => {
    await using phone = await Phone.paired({
      scenario: { overrides: [{ phase: 'requirements', hold: 'gate' }] },
    })
    const { world } = phone
    const spec = await world.newSpec('far')
    await phone.call('start', { item: spec, go: [], nogo: ['design'], agent: null })
    expect(entriesOf(world, spec, 'run.started')).toMatchObject([
      { calledBy: { device: { name: 'Phone' } } },
    ])
    world.mock.release('gate')
    await world.entry(spec, 'run.completed')
    expect(entriesOf(world, spec, 'step.started')[0]).not.toHaveProperty('calledBy')
  })
})
