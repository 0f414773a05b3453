import { WebSocket } from 'ws'
import { once } from 'node:events'
import type { AgentId } from '../../../src/contracts/ids.ts'
import type { GivenStep } from '../../../src/fleet/gateway/worker-calls.ts'
import { connectGateway, type GatewayCalls } from '../../../src/fleet/worker/gateway-client.ts'
import { BEAT_MS } from '../../../src/fleet/worker/lease-times.ts'
import { floodParts } from './flood-lines.ts'
import { DONE } from './instant-workers.ts'

interface Step {
  worker: GatewayCalls
  agentId: AgentId
}

let steps: Step[] = []
let senders: WebSocket[] = []
let beat: NodeJS.Timeout | undefined

/** Workers with one step each, which prints as fast as its output is taken. */
export const calls = {
  async open({ url, keys }: { url: string; keys: string[] }) {
    steps = await Promise.all(
      keys.map(async (key) => {
        const worker = connectGateway(url, key)
        const { request } = await given(worker)
        const { agentId } = request.launch.key
        await worker.touch([agentId])
        return { worker, agentId }
      }),
    )
    beat = setInterval(() => {
      for (const { worker, agentId } of steps) void worker.touch([agentId])
    }, BEAT_MS)
    return steps.map(({ agentId }) => agentId)
  },

  async flood({ lines }: { lines: number }) {
    const parts = floodParts(lines)
    await Promise.all(
      steps.map(async ({ worker, agentId }) => {
        let begins = 0
        for (const [number, bytes] of parts.entries()) {
          await worker.output(agentId, { number, begins, bytes })
          begins += bytes.length
        }
        await worker.ended(agentId, {
          end: DONE,
          head: null,
          refs: null,
          isLost: false,
          claim: null,
        })
      }),
    )
  },

  async openBare({ url, count }: { url: string; count: number }) {
    senders = Array.from({ length: count }, (_, agent) => new WebSocket(`${url}/from/${agent}`))
    await Promise.all(senders.map((sender) => once(sender, 'open')))
  },

  /** Sends the next part once the previous one was taken, as workers do. */
  async floodBare({ lines }: { lines: number }) {
    const parts = floodParts(lines)
    await Promise.all(
      senders.map(async (sender) => {
        for (const part of parts) {
          sender.send(part)
          await once(sender, 'message')
        }
        sender.close()
      }),
    )
  },

  async close() {
    clearInterval(beat)
    await Promise.all(steps.map(({ worker }) => worker.close()))
  },
}

async function given(worker: GatewayCalls): Promise<GivenStep> {
  for (;;) {
    const step = await worker.claim()
    if (step !== null) return step
  }
}
