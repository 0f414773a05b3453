import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { followRun } from '../../src/client/follow-run.ts'
import { HostClient } from '../../src/client/host-client.ts'
import type { Rejection } from '../../src/contracts/rejections.ts'
import type { RpcInput, RpcMethod } from '../../src/contracts/rpc.ts'
import type { RunResult } from '../../src/contracts/run-state.ts'
import { specNamed } from '../../src/contracts/work-item.ts'
import { foldersOf } from '../../src/host/project/folders.ts'
import { readHostAddress } from '../../src/host/project/host-lock.ts'
import { FEATURE, SECRET, type HostileRepository } from './repository.ts'
import { BUG, SddProcess } from './sdd-process.ts'

const READY = 'Press Ctrl+C to stop'
const item = specNamed(FEATURE)

/** The calls of a page when it is opened and when the user looks around. */
const LOOKS: { [M in RpcMethod]?: RpcInput<M> } = {
  board: {},
  agents: {},
  trust: {},
  checks: {},
  suggestChecks: {},
  status: { item: null },
  folder: { item },
  document: { item, document: 'requirements.md' as never },
  journal: { item, before: null, limit: 50 },
  changes: { item },
  archived: {},
}

/** Runs `act` with the host that serves it; false if the host refuses the folder and exits. */
export async function serve(
  repository: HostileRepository,
  act: (client: HostClient, serving: SddProcess) => Promise<void>,
): Promise<boolean> {
  const serving = new SddProcess(repository, ['serve'])
  const isServed = await serving.says(READY)
  try {
    if (isServed) await connected(repository, (client) => act(client, serving))
  } finally {
    await serving.end()
  }
  const { code, output } = await serving.ended
  expect(code, output).not.toBe(BUG)
  expect(isServed || code !== 0, output).toBe(true)
  expect(output).not.toContain(SECRET)
  return isServed
}

async function connected(
  { project, env }: HostileRepository,
  act: (client: HostClient) => Promise<void>,
): Promise<void> {
  const address = readHostAddress(foldersOf(project, env))
  if (address === null) throw new Error('it serves without an address')
  const client = await HostClient.connect(address, { WebSocket })
  try {
    await act(client)
  } finally {
    client.close()
  }
}

export async function look(client: HostClient): Promise<void> {
  for (const [method, input] of Object.entries(LOOKS)) {
    const reply = await client.call(method as RpcMethod, input as never)
    expect(JSON.stringify(reply)).not.toContain(SECRET)
  }
}

/** How the run ended, or why it did not begin. */
export async function runOver(
  client: HostClient,
  serving: SddProcess,
): Promise<RunResult | Rejection> {
  const begin = () => client.call('start', { item, go: [], nogo: ['design'] })
  const followed = await followRun(client, { item, begin, observer: {} })
  if (!followed.ok) return followed.error
  const crashed = serving.ended.then(({ output }): never => {
    throw new Error(`the host is gone:\n${output}`)
  })
  return Promise.race([followed.value.result, crashed])
}
