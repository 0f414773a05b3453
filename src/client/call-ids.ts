import type { CommandId } from '../contracts/ids.ts'
import type { CallStamp, HostApi, RpcInput, RpcMethod, RpcReply } from '../contracts/rpc.ts'

/** Not `randomUUID`: a browser has it only on pages of its own computer or over https. */
export function newCommandId(): CommandId {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('') as CommandId
}

/** Gives a call the same id on every try, so that no host acts on it a second time. */
export class CallIds {
  readonly #ids = new Map<string, CommandId>()

  on(api: HostApi): HostApi {
    const call = <M extends RpcMethod>(
      method: M,
      input: RpcInput<M>,
      { commandId = this.#idOf(method, input) }: CallStamp = {},
    ): Promise<RpcReply<M>> => api.call(method, input, { commandId })
    return { call, subscribe: (listener) => api.subscribe(listener) }
  }

  #idOf(method: RpcMethod, input: object): CommandId {
    const call = `${method} ${JSON.stringify(input)}`
    const id = this.#ids.get(call) ?? newCommandId()
    this.#ids.set(call, id)
    return id
  }
}
