import type { AgentId, ProjectId } from '../contracts/ids.ts'
import type { LogStream } from '../contracts/log-streams.ts'
import type {
  HostInput,
  HostMethod,
  HostReply,
  NewsBatch,
  RpcInput,
  RpcMethod,
  RpcReply,
} from '../contracts/rpc.ts'

/** `refused`: the host is there but denies access (not paired, revoked). */
export type ConnectionStatus = 'connecting' | 'online' | 'offline' | 'refused'

export interface LogRequest {
  project: ProjectId
  agentId: AgentId
  stream: LogStream
  offset: number
  signal?: AbortSignal
}

/**
 * A connection to a live host. A call throws `HostGone` if there is no host. One about a project whose
 * answer was lost is sent again, under the same id, when there is a host again soon.
 */
export interface Connection {
  readonly status: ConnectionStatus
  onStatus(listener: (status: ConnectionStatus) => void): () => void
  callHost<M extends HostMethod>(method: M, input: HostInput<M>): Promise<HostReply<M>>
  call<M extends RpcMethod>(project: ProjectId, method: M, input: RpcInput<M>): Promise<RpcReply<M>>
  /** Nothing is lost or duplicated by a reconnect; a batch is `fresh` if that is not certain. */
  onNews(listener: (batch: NewsBatch) => void): () => void
  /** The log's bytes from `offset` on, until the agent ends. */
  openLog(request: LogRequest): Promise<ReadableStream<Uint8Array>>
  /** Reconnects now instead of waiting for the next try. */
  retry(): void
  close(): void
}
