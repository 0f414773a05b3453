import type { Connection } from '../../client/connection.ts'
import { HostGone } from '../../client/host-gone.ts'
import type { ProjectId } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, type Result } from '../../contracts/result.ts'
import type {
  HostInput,
  HostMethod,
  HostReply,
  RpcInput,
  RpcMethod,
  RpcReply,
} from '../../contracts/rpc.ts'

/** Why something was not done: the host refused, or there is no host to ask. */
export type Refusal = Rejection | { code: 'OFFLINE' }

type Value<R> = R extends { ok: true; value: infer V } ? V : never
export type Answer<R> = Promise<Result<Value<R>, Refusal>>

let connection: Connection | null = null

/** The only way for stores to reach the host; components go through stores. */
export function connectStores(to: Connection): void {
  connection = to
}

export function liveConnection(): Connection {
  if (connection === null) throw new Error('the stores are not connected')
  return connection
}

export const callHost = <M extends HostMethod>(
  method: M,
  input: HostInput<M>,
): Answer<HostReply<M>> => offlineAsRefusal(() => liveConnection().callHost(method, input))

export const callProject = <M extends RpcMethod>(
  project: ProjectId,
  method: M,
  input: RpcInput<M>,
): Answer<RpcReply<M>> => offlineAsRefusal(() => liveConnection().call(project, method, input))

async function offlineAsRefusal<R>(ask: () => Promise<R>): Answer<R> {
  try {
    return (await ask()) as Awaited<Answer<R>>
  } catch (error) {
    if (error instanceof HostGone) return err({ code: 'OFFLINE' })
    throw error
  }
}
