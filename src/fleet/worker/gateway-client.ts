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
import { packageVersion } from '../../host/shell/package-files.ts'
import { NOT_ADMITTED, OTHER_VERSION, VERSION_HEADER, WORKER_PATH } from '../gateway/protocol.ts'
import { NotCurrent, type ToldWorker, type WorkerCalls } from '../gateway/worker-calls.ts'
import type { WorkerRouter } from '../gateway/worker-router.ts'

/** A coordinator that is silent for this long is connected to again. */
const SILENCE_MS = 2000
const RETRY_MS = 250
/** As `ws` says it. */
const UNEXPECTED = /^Unexpected server response: (\d{3})$/
/** One that is not answered is made again, or no longer wanted: none is waited for without end. */
const CALL_MS = 10_000

export interface GatewayCalls extends WorkerCalls {
  close(): Promise<void>
}

interface Heard {
  /** With the status, when it is of no use to come again. */
  refused?: (status: number) => void
  /** The coordinator is reached, or no longer. */
  reached?: (isReached: boolean) => void
}

/** The one connection of a worker, outward only; it comes back by itself. */
export function connectGateway(
  url: string,
  key: string,
  { refused = () => undefined, reached = () => undefined }: Heard = {},
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
  // The transport would open another connection for a call that comes late, and keep the process.
  const unlessClosed: TRPCLink<WorkerRouter> =
    () =>
    ({ op, next }) =>
      isClosed ? observable(({ error }) => error(new TRPCClientError('closed'))) : next(op)
  const links = [unlessClosed, wsLink<WorkerRouter>({ client: transport })]
  const client = createTRPCClient<WorkerRouter>({ links })
  const current = async <T>(agentId: string, call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      throw isConflict(error) ? new NotCurrent(agentId) : error
    }
  }
  return {
    claim: (asked = { claim: randomUUID(), isAgain: false, waitMs: 0 }) =>
      client.claim.mutate(asked, limited()),
    left: (claim) => client.left.mutate(claim, limited()),
    touch: (agentIds) => client.touch.mutate([...agentIds], limited()),
    stands: (agentId) => current(agentId, client.stands.mutate(agentId, limited())),
    introduced: (self) => client.introduced.mutate(self, limited()),
    reported: (agentId, info) => client.reported.mutate({ agentId, info }, limited()),
    started: (agentId) => current(agentId, client.started.mutate({ agentId }, limited())),
    asked: (agentId, question) =>
      current(agentId, client.asked.mutate({ agentId, question }, limited())),
    output: (agentId, { bytes, ...part }) => {
      const sent = { ...part, bytes: Buffer.from(bytes).toString('base64') }
      return current(agentId, client.output.mutate({ agentId, part: sent }, limited()))
    },
    ended: (agentId, ended) =>
      current(agentId, client.ended.mutate({ agentId, ...ended }, limited())),
    onTold: (listener) => {
      const following = client.told.subscribe(undefined, {
        onData: (told: ToldWorker) => listener(told),
      })
      return () => following.unsubscribe()
    },
    close: () => {
      isClosed = true
      return transport.close()
    },
  }
}

const limited = (): { signal: AbortSignal } => ({ signal: AbortSignal.timeout(CALL_MS) })

/** No coordinator has answered: that is said of the connection, and not of each call. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof TRPCClientError && !error.data

const isConflict = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.data?.code === 'CONFLICT'
