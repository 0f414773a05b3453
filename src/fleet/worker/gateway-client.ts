import { randomUUID } from 'node:crypto'
import {
  createTRPCClient,
  createWSClient,
  TRPCClientError,
  wsLink,
  type TRPCLink,
} from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { packageVersion } from '../../host/shell/package-files.ts'
import { givenStepSchema, toldWorkerSchema } from '../gateway/given-step.ts'
import { NOT_ADMITTED, OTHER_VERSION, VERSION_HEADER, WORKER_PATH } from '../gateway/protocol.ts'
import {
  NotCurrent,
  NotUnderstood,
  type GivenStep,
  type WorkerCalls,
} from '../gateway/worker-calls.ts'
import type { WorkerRouter } from '../gateway/worker-router.ts'

/** After this long without a sign of life, it connects to a coordinator again. */
const SILENCE_MS = 2000
const RETRY_MS = 250
/** The wording of `ws`. */
const UNEXPECTED = /^Unexpected server response: (\d{3})$/
/** Unanswered calls are repeated or dropped, so none may wait forever. */
const CALL_MS = 10_000

export interface GatewayCalls extends WorkerCalls {
  close(): Promise<void>
}

interface ConnectionListeners {
  /** Called with the status when it is useless to try again. */
  refused?: (status: number) => void
  /** The coordinator can be reached, or no longer. */
  reached?: (isReached: boolean) => void
  /** It sent something that no coordinator of this version sends; it is not used. */
  malformed?: (error: Error) => void
}

/** The one connection of a worker, outward only; it reconnects by itself. */
export function connectGateway(
  url: string,
  key: string,
  {
    refused = () => undefined,
    reached = () => undefined,
    malformed = () => undefined,
  }: ConnectionListeners = {},
): GatewayCalls {
  let isClosed = false
  let isRefused = false
  class AuthorisedSocket extends WebSocket {
    constructor(address: string) {
      const headers = { authorization: `Bearer ${key}`, [VERSION_HEADER]: packageVersion() }
      super(address, { headers, perMessageDeflate: false })
      this.on('error', ({ message }) => {
        const status = Number(UNEXPECTED.exec(message)?.[1])
        if (status !== OTHER_VERSION && status !== NOT_ADMITTED) return
        isRefused = true
        refused(status)
      })
    }
  }
  const transport = createWSClient({
    url: `${url.replace(/^http/, 'ws').replace(/\/$/, '')}${WORKER_PATH}`,
    WebSocket: AuthorisedSocket as unknown as typeof globalThis.WebSocket,
    keepAlive: { enabled: true, intervalMs: SILENCE_MS, pongTimeoutMs: SILENCE_MS },
    retryDelayMs: () => RETRY_MS,
    onOpen: () => reached(true),
    onClose: () => void (isClosed || isRefused || reached(false)),
  })
  // For a late call the transport would open another connection and keep the process alive.
  const unlessClosed: TRPCLink<WorkerRouter> =
    () =>
    ({ op, next }) =>
      isClosed ? observable(({ error }) => error(new TRPCClientError('closed'))) : next(op)
  const links = [unlessClosed, wsLink<WorkerRouter>({ client: transport })]
  const client = createTRPCClient<WorkerRouter>({ links })
  const wellFormed = (given: unknown): GivenStep | null => wellFormedStep(given, malformed)
  return {
    claim: async (asked = { claim: randomUUID(), isAgain: false, waitMs: 0 }) =>
      wellFormed(await client.claim.mutate(asked, limited())),
    left: (claim) => client.left.mutate(claim, limited()),
    touch: async (agentIds) =>
      z.array(z.string()).parse(await client.touch.mutate([...agentIds], limited())),
    assertCurrent: (agentId) => orNotCurrent(agentId, client.stands.mutate(agentId, limited())),
    introduced: (self) => client.introduced.mutate(self, limited()),
    reported: (agentId, info) => client.reported.mutate({ agentId, info }, limited()),
    started: (agentId) => orNotCurrent(agentId, client.started.mutate({ agentId }, limited())),
    asked: (agentId, question) =>
      orNotCurrent(agentId, client.asked.mutate({ agentId, question }, limited())),
    output: (agentId, { bytes, ...part }) => {
      const sent = { ...part, bytes: Buffer.from(bytes).toString('base64') }
      return orNotCurrent(agentId, client.output.mutate({ agentId, part: sent }, limited()))
    },
    ended: async (agentId, ended) =>
      wellFormed(
        await orNotCurrent(agentId, client.ended.mutate({ agentId, ...ended }, limited())),
      ),
    onTold: (listener) => {
      const following = client.told.subscribe(undefined, {
        onData: (told: unknown) => {
          const parsed = toldWorkerSchema.safeParse(told)
          if (parsed.success) listener(parsed.data)
          else malformed(new Error(`a message that was not understood: ${parsed.error.message}`))
        },
      })
      return () => following.unsubscribe()
    },
    close: () => {
      isClosed = true
      return transport.close()
    },
  }
}

/** Names, paths and commands in it are used on this computer. */
function wellFormedStep(given: unknown, malformed: (error: Error) => void): GivenStep | null {
  const parsed = givenStepSchema.nullable().safeParse(given)
  if (parsed.success) return parsed.data
  malformed(new Error(`a step that was not understood: ${z.prettifyError(parsed.error)}`))
  return null
}

async function orNotCurrent<T>(agentId: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (codeOf(error) === 'CONFLICT') throw new NotCurrent(agentId)
    throw codeOf(error) === 'BAD_REQUEST' ? new NotUnderstood() : error
  }
}

const limited = (): { signal: AbortSignal } => ({ signal: AbortSignal.timeout(CALL_MS) })

/** No coordinator answered: this is reported once for the connection, not for each call. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof TRPCClientError && !error.data

const codeOf = (error: unknown): unknown =>
  error instanceof TRPCClientError ? error.data?.code : undefined
