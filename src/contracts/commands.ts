import { z } from 'zod'
import { permissionAnswerSchema } from './launch/agent.ts'
import type { CalledBy } from './called-by.ts'
import { workItemSchema, type CommandId, type RunId } from './ids.ts'
import { APPROVERS, CLARIFYING } from './spec-json.ts'
import { approvablePhaseSchema, phaseSchema } from './phase-schemas.ts'
import type { Phase } from './phases.ts'
import { givenAnswerSchema } from './asked/answer-schema.ts'
import { MAX_QUESTIONS } from './asked/questions.ts'
import { flagShape } from './launch/run-flags.ts'
import { MAX_INSTRUCTION } from './run-state.ts'

export interface Begun {
  runId: RunId
  phase: Phase | null
}

/** The reply to a command that is not refused. */
interface Answers {
  begun: Begun
  changed: { changed: boolean }
  /** With `andThen`, the reply of that command. */
  done: null | Begun
}

/** `local`: only at the computer itself. A device may never choose what agents are allowed. */
export type Callers = 'everyone' | 'local'

const command = <A extends keyof Answers, S extends z.ZodRawShape>(answer: A, shape: S) => ({
  input: z.object({ item: workItemSchema, ...shape }),
  callers: 'everyone' as Callers,
  answer,
})

const flags = { agent: z.string().nullable().optional(), ...flagShape }
const permissions = { go: z.array(phaseSchema), nogo: z.array(phaseSchema) }
/** What the user wants to decide of a work item; whatever is left out comes from the settings. */
export const choicesShape = {
  approvals: z.enum(APPROVERS).optional(),
  clarify: z.enum(CLARIFYING).optional(),
}
/** In the same act: both happen, or neither. */
const andResume = { andThen: z.literal('resume').optional() }

/**
 * Every command to a work item's owner. An entry is all that router, calls, client and coordinator
 * need; `decide` does not compile before it has a handler for it.
 */
export const commandTable = {
  start: command('begun', { ...permissions, ...flags }),
  /** Without flags those of the run that it continues. */
  resume: command('begun', flags),
  /** Takes over a run whose host crashed; refused when it runs or has ended. */
  recover: command('begun', {}),
  retry: command('begun', { from: phaseSchema, ...flags }),
  runPhase: command('begun', { phase: phaseSchema, fix: z.boolean(), ...flags }),
  stop: command('changed', {}),
  reset: command('changed', { andThen: z.literal('start').optional() }),
  approve: command('done', { phase: approvablePhaseSchema, ...andResume }),
  reject: command('done', {
    phase: approvablePhaseSchema,
    reason: z.string().min(1),
    ...andResume,
  }),
  permit: command('done', permissions),
  /** Whether code is written in its own worktree. */
  chooseWorktree: command('done', { on: z.boolean() }),
  /** How much of it the user decides; what is left out stays. */
  choose: command('done', choicesShape),
  /** Null is no limit; what is left out stays. */
  budget: command('done', {
    usd: z.number().positive().nullish(),
    tokens: z.number().int().positive().nullish(),
    minutes: z.number().positive().nullish(),
    ...andResume,
  }),
  /** With its question it answers no other one that came in the meantime. */
  answer: command('done', {
    answer: permissionAnswerSchema,
    questionId: z.string().nullish(),
  }),
  /**
   * What the user decides on the issues that stopped the run. `about` is the stop that asked
   * (`Asked`): answers to an earlier one are refused. Left out, it is the last one.
   */
  answerQuestions: command('done', {
    answers: z.array(givenAnswerSchema).min(1).max(MAX_QUESTIONS),
    about: z.number().int().positive().nullish(),
    ...andResume,
  }),
  /** `now` stops the running agent and continues in its session with these words. */
  tell: command('done', {
    text: z.string().trim().min(1).max(MAX_INSTRUCTION),
    now: z.boolean(),
    ...andResume,
  }),
} as const

export type CommandName = keyof typeof commandTable
export type CommandInput<M extends CommandName> = z.infer<(typeof commandTable)[M]['input']>
export type CommandAnswer<M extends CommandName> = Answers[(typeof commandTable)[M]['answer']]

/** What the host adds to a command before its owner gets it. */
interface Stamp {
  commandId: CommandId
  at: string
  /** Absent in tests and in dry runs. */
  calledBy?: CalledBy
  /** The item's last run was this host's too. */
  sameHost?: boolean
}

type Begins<M extends CommandName> = (typeof commandTable)[M]['answer'] extends 'begun'
  ? { runId: RunId }
  : { runId?: RunId }

/** As the owner gets it. */
export type Command = {
  [M in CommandName]: { type: M } & Omit<CommandInput<M>, 'item'> & Begins<M> & Stamp
}[CommandName]

export type CommandOf<M extends CommandName> = Extract<Command, { type: M }>
