import { WebSocket } from 'ws'
import { Wire } from '../../../src/client/trpc-link.ts'
import type { CommandId } from '../../../src/contracts/ids.ts'
import type { Role } from '../../../src/contracts/roles.ts'
import type { Hello, News, RpcInput, RpcMethod, RpcReply } from '../../../src/contracts/rpc.ts'
import { invite, redeem } from '../../../src/fleet/people/invitations.ts'
import type { FleetWorld } from './fleet-world.ts'

export interface Person {
  hello: Hello
  news: News[]
  call<M extends RpcMethod>(
    method: M,
    input: RpcInput<M>,
    commandId?: CommandId,
  ): Promise<RpcReply<M>>
  callHost(method: string, input: object): Promise<unknown>
  key: string
  close(): void
}

/** Someone at a terminal, over the same connection as the page. */
export async function person(world: FleetWorld, url: string, role: Role): Promise<Person> {
  const { pool } = world.database
  const { code } = await invite(pool, { name: 'Ada', role })
  const key = (await redeem(pool, code, 'terminal'))?.key ?? ''
  const news: News[] = []
  const wire = await Wire.open({
    url,
    WebSocket,
    headers: { authorization: `Bearer ${key}` },
    patienceMs: null,
    project: null,
    lastEventId: null,
    news: (batch) => void news.push(...batch.news),
    gone: () => undefined,
  })
  const callHost = (method: string, input: object) => wire.call(`host.${method}`, input)
  const reply = await callHost('hello', {})
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  const hello = reply.value as Hello
  return {
    hello,
    news,
    key,
    callHost,
    call: async <M extends RpcMethod>(method: M, input: RpcInput<M>, commandId?: CommandId) =>
      (await wire.call(`project.${method}`, {
        project: hello.projects[0]?.id,
        input,
        commandId,
      })) as RpcReply<M>,
    close: () => wire.close(),
  }
}
