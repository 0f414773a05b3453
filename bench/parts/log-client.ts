import { sameItem, specNamed, type WorkItem } from '../../src/contracts/work-item.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { HostClient } from '../../src/client/host-client.ts'
import { readClaudeLine } from '../../src/core/agent-events/claude-lines.ts'
import { createLineSplitter } from '../../src/host/agents/logs/ndjson.ts'
import type { HostAddress } from '../../src/host/project/host-lock.ts'
import { numberOf } from './stream-lines.ts'

interface Wanted {
  address: HostAddress
  item: WorkItem
  lines: number
}

/** A client in another process, like a terminal or a window: starts the run and reads its log. */
export const calls = {
  async follow({ address, item, lines }: Wanted) {
    const client = await HostClient.connect(address, { WebSocket })
    const agentId = firstAgent(client, item)
    const settled = untilSettled(client, item)
    const count = createCount()
    const begin = performance.now()
    const begun = await client.call('start', {
      item: specNamed(item.name),
      go: [],
      nogo: ['design', 'tasks', 'document-review', 'impl', 'inspection'],
      agent: null,
    })
    if (!begun.ok) throw new Error(JSON.stringify(begun.error))
    const splitter = createLineSplitter((line) => count.add(line))
    for await (const chunk of await client.log(await agentId)) splitter.push(chunk)
    splitter.end()
    const ms = performance.now() - begin
    await settled
    client.close()
    // Lets the connection close outside of the measured time.
    await pause(0)
    return { ms, lost: lines - count.seen(), disordered: count.disordered() }
  },
}

function firstAgent(client: HostClient, item: WorkItem): Promise<string> {
  return new Promise((resolve) => {
    client.subscribe((event) => {
      if (event.type === 'agent' && sameItem(event.agent.item, item)) resolve(event.agent.agentId)
    })
  })
}

function untilSettled(client: HostClient, item: WorkItem): Promise<void> {
  return new Promise((resolve) => {
    client.subscribe((event) => {
      if (event.type === 'settled' && sameItem(event.item, item)) resolve()
    })
  })
}

function createCount() {
  let seen = 0
  let disordered = 0
  let last = -1
  return {
    add(line: string): void {
      for (const event of readClaudeLine(line)) {
        if (event.type === 'ended') continue
        const number = numberOf(event)
        seen++
        if (number !== last + 1) disordered++
        last = number
      }
    },
    seen: () => seen,
    disordered: () => disordered,
  }
}
