import { randomUUID } from 'node:crypto'
import { SUCCEEDED } from '../../../src/contracts/launch/agent-outcomes.ts'
import type { StepEnd } from '../../../src/host/ports/step-runner.ts'
import type { ClaimAsked, GivenStep } from '../../../src/fleet/gateway/worker-calls.ts'
import { connectGateway, type GatewayCalls } from '../../../src/fleet/worker/gateway-client.ts'

/** The end of an agent that succeeded. */
export const DONE: StepEnd = {
  outcome: SUCCEEDED,
  ranMs: 0,
}

interface Opening {
  url: string
  keys: string[]
  commits: string[]
}

let workers: GatewayCalls[] = []
let commits: string[] = []

/** Workers whose steps take no time, so only the fleet itself is measured. */
export const calls = {
  async open({ url, keys, commits: after }: Opening) {
    commits = after
    workers = keys.map((key) => connectGateway(url, key))
    for (const worker of workers) await worker.touch([])
  },

  /** Times from before a step's end is reported until the next is given, one item at a time. */
  async handOffs({ steps }: { steps: number }) {
    const [worker] = workers
    if (worker === undefined) throw new Error('no worker')
    const times: number[] = []
    let given = await taken(worker)
    for (let step = 1; step < steps; step++) {
      const begin = performance.now()
      given = (await end(worker, given, randomUUID())) ?? (await taken(worker))
      times.push(performance.now() - begin)
    }
    await end(worker, given, null)
    return times
  },

  async all({ steps }: { steps: number }) {
    let left = steps
    await Promise.all(
      workers.map(async (worker) => {
        let given: GivenStep | null = null
        while (left > 0) {
          given ??= await worker.claim(wanted())
          if (given !== null) {
            left--
            given = await end(worker, given, randomUUID())
          }
        }
      }),
    )
  },

  async close() {
    for (const worker of workers) await worker.close()
  },
}

/** Like the claim of an idle worker, but it waits less long. */
const wanted = (): ClaimAsked => ({ claim: randomUUID(), isAgain: false, waitMs: 200 })

async function taken(worker: GatewayCalls): Promise<GivenStep> {
  for (;;) {
    const given = await worker.claim(wanted())
    if (given !== null) return given
  }
}

/** Reports the end and, with a claim, asks for the next step, as a worker does. */
function end(
  worker: GatewayCalls,
  { request }: GivenStep,
  claim: string | null,
): Promise<GivenStep | null> {
  const { agentId, stepId } = request.launch.key
  const head = commits[Number(stepId.split('_').at(-1)) - 1]
  if (head === undefined) throw new Error(`no commit for ${stepId}`)
  return worker.ended(agentId, { end: DONE, head, refs: null, isLost: false, claim })
}
