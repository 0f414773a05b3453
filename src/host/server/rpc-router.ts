import { initTRPC, type AnyRouter } from '@trpc/server'
import { z } from 'zod'
import type { WebSocket } from 'ws'
import { commandIdSchema, projectIdSchema } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, type Result } from '../../contracts/result.ts'
import {
  hostInputs,
  callTable,
  type HostInput,
  type HostMethod,
  type HostReply,
  type RpcMethod,
} from '../../contracts/rpc.ts'
import { calledBy } from '../calls/called-by.ts'
import { describe } from '../files/errno.ts'
import type { NewsHub } from './news-hub.ts'
import type { AccessMethod, Caller, Served } from './served.ts'
import { refusalFor } from './who-may.ts'

/** A client that stopped reading must not fill the host's memory. */
const MAX_BACKLOG_BYTES = 64 * 1024 * 1024

export type AccessCalls = {
  [M in AccessMethod]: (input: HostInput<M>, caller: Caller) => Promise<HostReply<M>>
}

export interface RpcContext {
  caller: Caller
  socket: WebSocket
}

interface RouterOptions {
  served: Served
  access: AccessCalls
  hub: NewsHub
  /** What callers are told about an unexpected error. */
  wordsFor?: (error: unknown) => string
}

type Reply = Result<unknown, Rejection>

// Errors must not reveal the host's internals to callers.
const t = initTRPC.context<RpcContext>().create({ isDev: false })

/** Every call in the tables of the contracts, and the one subscription. */
export function createRouter(options: RouterOptions): AnyRouter {
  return t.router({
    project: t.router(projectCalls(options)),
    host: t.router(hostCalls(options)),
    news: news(options.hub),
  })
}

function projectCalls({ served, wordsFor }: RouterOptions) {
  const methods = Object.keys(callTable) as RpcMethod[]
  const procedures = methods.map((method) => {
    const input = z.object({
      project: projectIdSchema,
      input: callTable[method].input,
      commandId: commandIdSchema.optional(),
    })
    const procedure = t.procedure.input(input).mutation(({ input: sent, ctx }) =>
      replied({ operation: method, wordsFor }, async () => {
        const refusal = refusalFor(ctx.caller, method, sent.input)
        if (refusal !== null) return err(refusal)
        const project = served.project(sent.project)
        if (project === null) return err({ code: 'NO_PROJECT', project: sent.project })
        const { commandId } = sent
        const stamp = { commandId, calledBy: calledBy(ctx.caller) }
        return project.api.call(method, sent.input as never, stamp)
      }),
    )
    return [method, procedure] as const
  })
  return Object.fromEntries(procedures)
}

function hostCalls({ served, access, wordsFor }: RouterOptions) {
  const calls = { ...served.calls, ...access }
  const methods = Object.keys(hostInputs) as HostMethod[]
  const procedures = methods.map((method) => {
    const call: (input: never, caller: Caller) => Promise<Reply> = calls[method]
    const procedure = t.procedure
      .input(hostInputs[method])
      .mutation(({ input, ctx }) =>
        replied({ operation: method, wordsFor }, () => call(input as never, ctx.caller)),
      )
    return [method, procedure] as const
  })
  return Object.fromEntries(procedures)
}

interface Operation {
  operation: string
  wordsFor: RouterOptions['wordsFor']
}

async function replied(
  { operation, wordsFor = describe }: Operation,
  call: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await call()
  } catch (error) {
    return err({ code: 'HOST_FAILED', operation, detail: wordsFor(error) })
  }
}

const newsInput = z.object({
  project: projectIdSchema.nullable(),
  lastEventId: z.string().max(100).nullish(),
})

function news(hub: NewsHub) {
  return t.procedure.input(newsInput).subscription(({ input, ctx, signal }) =>
    hub.follow({
      project: input.project,
      lastEventId: input.lastEventId ?? null,
      isProcess: ctx.caller.kind === 'process',
      signal: signal ?? new AbortController().signal,
      sent: () => {
        if (ctx.socket.bufferedAmount > MAX_BACKLOG_BYTES) ctx.socket.terminate()
      },
    }),
  )
}
