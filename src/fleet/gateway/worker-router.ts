import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { agentIdSchema } from '../../contracts/ids.ts'
import { agentInfoSchema, agentOutcomeSchema } from '../../contracts/launch/agent.ts'
import { gitResultSchema } from '../../contracts/host-steps.ts'
import { DATABASE_FAILED, type Database } from '../database/database.ts'
import type { AttemptCalls } from './attempt-calls.ts'
import { commitSchema, hasPlainNames } from './given-step.ts'
import type { ToldFeed } from './told-feed.ts'
import { selfSchema } from '../served/workers.ts'
import {
  MAX_NAME,
  MAX_NAMED,
  NotAdmitted,
  NotCurrent,
  NotUnderstood,
  OWN_REFS,
  type GivenStep,
  type ToldWorker,
} from './worker-calls.ts'
import { isAdmitted, type KnownWorker } from './worker-keys.ts'

export interface WorkerContext {
  worker: KnownWorker
}

interface RouterParts {
  database: Database
  calls: AttemptCalls
  feed: ToldFeed
}

const MAX_HELD = 1000
const MAX_WAIT_MS = 30_000

const endSchema = z.object({
  outcome: agentOutcomeSchema,
  ranMs: z.number().nonnegative().nullable(),
  result: gitResultSchema.refine(hasPlainNames).optional(),
})

const claimIdSchema = z.string().min(1).max(100)
const claimSchema = z.object({
  claim: claimIdSchema,
  isAgain: z.boolean(),
  waitMs: z.number().int().min(0).max(MAX_WAIT_MS),
})

const endedSchema = z.object({
  agentId: agentIdSchema,
  end: endSchema,
  head: commitSchema.nullable(),
  refs: z.partialRecord(z.enum(OWN_REFS), commitSchema).nullable(),
  isLost: z.boolean(),
  refused: z.array(z.string().max(MAX_NAME)).max(MAX_NAMED).optional(),
  claim: claimIdSchema.nullable(),
})

const questionSchema = z.object({
  id: z.string(),
  tool: z.string(),
  summary: z.string(),
  askedAt: z.iso.datetime(),
})

const partSchema = z.object({
  number: z.number().int().nonnegative(),
  begins: z.number().int().nonnegative(),
  bytes: z.base64(),
})

const outputSchema = z.object({ agentId: agentIdSchema, part: partSchema })

// Workers must not learn about the coordinator's internals from errors.
const t = initTRPC.context<WorkerContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) =>
    error.code === 'INTERNAL_SERVER_ERROR' ? { ...shape, message: DATABASE_FAILED } : shape,
})

/** Most calls name an attempt and are about nothing else. */
// oxlint-disable-next-line typescript/explicit-function-return-type
export function workerRouter({ database, calls, feed }: RouterParts) {
  const admitted = t.procedure.use(async ({ ctx, next }) => {
    if (!(await isAdmitted(database, ctx.worker.id))) throw new TRPCError({ code: 'UNAUTHORIZED' })
    return next()
  })
  const about = <S extends z.ZodRawShape>(shape: S) =>
    admitted.input(z.object({ agentId: agentIdSchema, ...shape }))
  return t.router({
    claim: admitted
      .input(claimSchema)
      .mutation(({ ctx, input, signal }): Promise<GivenStep | null> => {
        // The worker is gone: nobody is left to take a step.
        signal?.addEventListener('abort', () => calls.left(input.claim))
        return calls.claim(ctx.worker, input)
      }),
    left: admitted.input(claimIdSchema).mutation(({ input }) => calls.left(input)),
    touch: admitted
      .input(z.array(agentIdSchema).max(MAX_HELD))
      .mutation(({ ctx, input }) => calls.touch(ctx.worker.id, input)),
    // Access is checked in the same query, as with the end of a step.
    stands: t.procedure
      .input(agentIdSchema)
      .mutation(({ ctx, input }) => asTrpcErrors(calls.assertCurrent(ctx.worker.id, input))),
    introduced: admitted
      .input(selfSchema)
      .mutation(({ ctx, input }) => calls.introduced(ctx.worker.id, input)),
    reported: about({ info: agentInfoSchema }).mutation(({ ctx, input: { agentId, info } }) =>
      calls.reported(ctx.worker.id, agentId, info),
    ),
    started: about({}).mutation(({ ctx, input }) =>
      asTrpcErrors(calls.started(ctx.worker.id, input.agentId)),
    ),
    asked: about({ question: questionSchema }).mutation(({ ctx, input }) =>
      asTrpcErrors(calls.asked(ctx.worker.id, input.agentId, input.question)),
    ),
    // Access is checked in the same query, as with the end of a step.
    output: t.procedure.input(outputSchema).mutation(({ ctx, input: { agentId, part } }) => {
      const bytes = Buffer.from(part.bytes, 'base64')
      return asTrpcErrors(calls.output(ctx.worker.id, agentId, { ...part, bytes }))
    }),
    // Whether the worker still has access is read together with its attempt.
    ended: t.procedure.input(endedSchema).mutation(({ ctx, input }) => {
      const { agentId, end, refused, ...more } = input
      const { result, ...rest } = end
      const told = { end: { ...rest, ...(result && { result }) }, ...more }
      const ended = refused === undefined ? told : { ...told, refused }
      return asTrpcErrors(calls.ended(ctx.worker, agentId, ended))
    }),
    told: admitted.subscription(({ ctx, signal }) =>
      toldTo({ feed, calls }, ctx.worker.id, signal),
    ),
  })
}

export type WorkerRouter = ReturnType<typeof workerRouter>

async function asTrpcErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof NotCurrent) throw new TRPCError({ code: 'CONFLICT', cause: error })
    if (error instanceof NotUnderstood) throw new TRPCError({ code: 'BAD_REQUEST', cause: error })
    if (error instanceof NotAdmitted) throw new TRPCError({ code: 'UNAUTHORIZED' })
    throw error
  }
}

async function* toldTo(
  { feed, calls }: Pick<RouterParts, 'feed' | 'calls'>,
  worker: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ToldWorker> {
  const waiting: ToldWorker[] = []
  let wake = (): void => undefined
  const leave = feed.listen((one) => {
    if (one.worker !== worker) return
    waiting.push(one.told)
    wake()
  })
  // Listen before reading: an answer in between is sent twice, which does no harm.
  const rejoin = async (): Promise<void> => {
    waiting.push(...(await calls.answers(worker)))
    wake()
  }
  const stay = feed.onConnected(() => void rejoin().catch(() => undefined))
  signal?.addEventListener('abort', () => wake())
  try {
    await rejoin()
    while (signal?.aborted !== true) {
      const next = waiting.shift()
      if (next !== undefined) yield next
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    leave()
    stay()
  }
}
