import { z } from 'zod'
import type { AgentInfo } from './agent.ts'
import type { RunId } from './ids.ts'
import { featureNameSchema } from './ids.ts'
import type { JournalEntry } from './journal.ts'
import type { Notification } from './notification.ts'
import { approvablePhaseSchema, phaseSchema, type Phase } from './phases.ts'
import type { Rejection } from './rejections.ts'
import type { Result } from './result.ts'
import type { RunResult } from './run-state.ts'
import type { SpecStatus } from './status.ts'

const feature = z.object({ feature: featureNameSchema })
const permissions = { go: z.array(phaseSchema), nogo: z.array(phaseSchema) }

/** Every call another process can make to the live host, with what it must send. */
export const rpcInputs = {
  create: feature.extend({ description: z.string(), language: z.string().nullable() }),
  start: feature.extend({ ...permissions, agent: z.string().nullable() }),
  resume: feature,
  /** Takes over a run whose host died; refused when it runs or has ended. */
  recover: feature,
  retry: feature.extend({ from: phaseSchema }),
  runPhase: feature.extend({ phase: phaseSchema, fix: z.boolean() }),
  stop: feature,
  reset: feature,
  approve: feature.extend({ phase: approvablePhaseSchema }),
  reject: feature.extend({ phase: approvablePhaseSchema, reason: z.string().min(1) }),
  permit: feature.extend(permissions),
  status: z.object({ feature: featureNameSchema.nullable() }),
  agents: z.object({}),
} as const

export type RpcMethod = keyof typeof rpcInputs
export type RpcInput<M extends RpcMethod> = z.infer<(typeof rpcInputs)[M]>

export interface Begun {
  runId: RunId
  phase: Phase | null
}

interface RpcOutputs {
  create: null
  start: Begun
  resume: Begun
  recover: Begun
  retry: Begun
  runPhase: Begun
  stop: { changed: boolean }
  reset: { changed: boolean }
  approve: null
  reject: null
  permit: null
  status: SpecStatus[]
  agents: AgentInfo[]
}
type RpcOutput<M extends RpcMethod> = RpcOutputs[M]
export type RpcReply<M extends RpcMethod> = Result<RpcOutput<M>, Rejection>

/** What the host tells its clients, in the order in which it happened. */
export type HostEvent =
  | { type: 'entry'; feature: string; entry: JournalEntry }
  | { type: 'settled'; feature: string; runId: RunId; result: RunResult }
  | { type: 'notification'; notification: Notification }
  | { type: 'agent'; agent: AgentInfo }
  | { type: 'spec-changed'; feature: string }

/** The same calls, whether the host is this process or another one. */
export interface HostApi {
  call<M extends RpcMethod>(method: M, input: RpcInput<M>): Promise<RpcReply<M>>
  subscribe(listener: (event: HostEvent) => void): () => void
}
