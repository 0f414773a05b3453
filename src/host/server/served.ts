import type { CalledBy } from '../../contracts/called-by.ts'
import type { AgentId, DeviceId, ProjectId } from '../../contracts/ids.ts'
import type { LogStream } from '../../contracts/log-streams.ts'
import type {
  CallStamp,
  HostApi,
  HostInput,
  HostMethod,
  HostReply,
  News,
  ProjectInfo,
  RpcInput,
  RpcMethod,
  RpcReply,
} from '../../contracts/rpc.ts'
import type { Role } from '../../contracts/roles.ts'
import type { StepOutput } from '../ports/step-runner.ts'

/** Who makes a call. A device may do only part of what this computer may. */
export type Caller =
  | { kind: 'process' }
  | { kind: 'local' }
  /** A member of a fleet has a role; a terminal is identified by its key alone. */
  | { kind: 'device'; id: DeviceId; name: string; role?: Role; isTerminal?: true }

/** `calledBy` is the caller as the connection identifies it. */
export interface ServedStamp extends CallStamp {
  calledBy?: CalledBy
}

interface ServedApi extends HostApi {
  call<M extends RpcMethod>(
    method: M,
    input: RpcInput<M>,
    stamp?: ServedStamp,
  ): Promise<RpcReply<M>>
}

export interface ServedProject {
  info: ProjectInfo
  api: ServedApi
  openLog(
    agentId: AgentId,
    offset: number,
    stream: LogStream,
  ): StepOutput | null | Promise<StepOutput | null>
}

/** Answered by the server itself, because they are about access. */
export type AccessMethod = 'access' | 'setRemote' | 'setAllowedHosts' | 'pair' | 'revoke'

export type HostCalls = {
  [M in Exclude<HostMethod, AccessMethod>]: (
    input: HostInput<M>,
    caller: Caller,
  ) => Promise<HostReply<M>>
}

/** What the server needs from the rest of the host. */
export interface Served {
  project(id: ProjectId): ServedProject | null
  calls: HostCalls
  subscribe(listener: (news: News) => void): () => void
}
