import { z } from 'zod'
import { projectIdSchema, runIdSchema, workItemSchema } from '../contracts/ids.ts'
import { journalEntrySchema, LEVELS } from '../contracts/journal.ts'
import { phaseSchema } from '../contracts/phase-schemas.ts'
import {
  completionReasonSchema,
  errorReasonSchema,
  pauseReasonSchema,
} from '../contracts/reasons.ts'
import type { Rejection } from '../contracts/rejections.ts'
import { err, ok, type Result } from '../contracts/result.ts'
import type { HostApi, HostEvent, NewsBatch, ProjectInfo, RpcReply } from '../contracts/rpc.ts'
import { newCommandId } from './call-ids.ts'
import { notUnderstood, Wire, type SocketClass } from './trpc-link.ts'

const PATIENCE_MS = 10_000

const projectSchema: z.ZodType<ProjectInfo> = z.object({
  id: projectIdSchema,
  dir: z.string(),
  name: z.string().regex(/^[^\p{Cc}]{1,200}$/u),
})
const helloSchema = z.object({ projects: z.array(projectSchema) })

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('entry'), item: workItemSchema, entry: journalEntrySchema }),
  z.object({
    type: z.literal('settled'),
    item: workItemSchema,
    runId: runIdSchema,
    result: z.object({
      status: z.enum(['completed', 'paused', 'error']),
      reason: z.union([pauseReasonSchema, errorReasonSchema, completionReasonSchema]),
      phase: phaseSchema.nullable(),
      executedPhases: z.array(phaseSchema),
      agents: z.number(),
    }),
  }),
  z.object({
    type: z.literal('notification'),
    notification: z.object({
      item: workItemSchema,
      level: z.enum(LEVELS),
      kind: z.string(),
      message: z.string(),
      detail: z.string().optional(),
      time: z.string(),
      seq: z.number(),
      needsPerson: z.boolean(),
    }),
  }),
])
/** The news that commands act on; all others are for pages. */
const newsSchema = z.object({ project: projectIdSchema, event: eventSchema })

interface FleetAddress {
  url: string
  key: string
  WebSocket: SocketClass
}

/** The client of a fleet's coordinator, for a command line with its own key. */
export class FleetClient {
  readonly #listeners = new Set<(project: string | null, event: HostEvent) => void>()
  readonly #gone = new AbortController()
  #wire: Wire | null = null

  /** Subscribed to the news when it returns. `HostGone` if nobody answers or the key is unknown. */
  static async connect({ url, key, WebSocket }: FleetAddress): Promise<FleetClient> {
    const client = new FleetClient()
    client.#wire = await Wire.open({
      url,
      WebSocket,
      headers: { authorization: `Bearer ${key}` },
      patienceMs: PATIENCE_MS,
      project: null,
      lastEventId: null,
      news: (batch) => client.#emit(batch),
      gone: () => client.#gone.abort(),
    })
    return client
  }

  get gone(): AbortSignal {
    return this.#gone.signal
  }

  async projects(): Promise<Result<ProjectInfo[], Rejection>> {
    const reply = await this.#opened.call('host.hello', {})
    if (!reply.ok) return err(reply.error)
    const hello = helloSchema.safeParse(reply.value)
    return hello.success ? ok(hello.data.projects) : err(notUnderstood('host.hello'))
  }

  /** The API of one of its projects. */
  of({ id }: Pick<ProjectInfo, 'id'>): HostApi {
    return {
      call: async (method, input, { commandId = newCommandId() } = {}) => {
        const sent = { project: id, input, commandId }
        return (await this.#opened.call(`project.${method}`, sent)) as RpcReply<typeof method>
      },
      subscribe: (listener) => {
        const own = (project: string | null, event: HostEvent): void => {
          if (project === id) listener(event)
        }
        this.#listeners.add(own)
        return () => this.#listeners.delete(own)
      },
    }
  }

  close(): void {
    this.#wire?.close()
  }

  get #opened(): Wire {
    if (this.#wire === null) throw new Error('not connected yet')
    return this.#wire
  }

  /** The coordinator may be anyone, or of another version: what is not understood is left out. */
  #emit({ news }: NewsBatch): void {
    for (const one of Array.isArray(news) ? news : []) {
      const parsed = newsSchema.safeParse(one)
      if (!parsed.success) continue
      const { project, event } = parsed.data
      for (const listener of this.#listeners) listener(project, event as HostEvent)
    }
  }
}
