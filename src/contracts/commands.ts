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

/** The replies to accepted commands. */
interface Answers {
  begun: Begun
  changed: { changed: boolean }
  /** With `andThen`: the reply of the command that follows. */
  done: null | Begun
}

/** `local`: only from the host's own computer. A device may never decide what agents may do. */
export type Callers = 'everyone' | 'local'

const command = <A extends keyof Answers, S extends z.ZodRawShape>(answer: A, shape: S) => ({
  input: z.object({ item: workItemSchema, ...shape }),
  callers: 'everyone' as Callers,
  repeated: 'decided' as const,
  answer,
})

const flags = { agent: z.string().nullable().optional(), ...flagShape }
const permissions = { go: z.array(phaseSchema), nogo: z.array(phaseSchema) }
/** How much of a work item the user decides; the settings fill in what is left out. */
export const choicesShape = {
  approvals: z.enum(APPROVERS).optional(),
  clarify: z.enum(CLARIFYING).optional(),
}
/** Resumes in the same act: both happen, or neither. */
const andResume = { andThen: z.literal('resume').optional() }

/**
 * Every command to a work item's owner. Router, calls, client and coordinator all work from this
 * table; `decide` does not compile until a new command has a handler.
 */
export const commandTable = {
  start: command('begun', { ...permissions, ...flags }),
  /** Flags that are left out come from the run that it continues. */
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
  /** Whether code is written in the item's own worktree. */
  chooseWorktree: command('done', { on: z.boolean() }),
  /** How much of the item the user decides; fields left out keep their value. */
  choose: command('done', choicesShape),
  /** Null means no limit; fields left out keep their value. */
  budget: command('done', {
    usd: z.number().positive().nullish(),
    tokens: z.number().int().positive().nullish(),
    minutes: z.number().positive().nullish(),
    ...andResume,
  }),
  /** With `questionId`, a newer question is never answered by mistake. */
  answer: command('done', {
    answer: permissionAnswerSchema,
    questionId: z.string().nullish(),
  }),
  /**
   * What the user decides on the issues that stopped the run. `about` is the stop that asked
   * (`Asked`): answers to an earlier one are refused. Left out, it means the last stop.
   */
  answerQuestions: command('done', {
    answers: z.array(givenAnswerSchema).min(1).max(MAX_QUESTIONS),
    about: z.number().int().positive().nullish(),
    ...andResume,
  }),
  /** Whether the command after a deploy, whose end nobody saw, has run or has to run again. */
  settleRelease: command('done', { hasRun: z.boolean(), ...andResume }),
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
  /** This host process also started the item's last run. */
  sameHost?: boolean
}

type Begins<M extends CommandName> = (typeof commandTable)[M]['answer'] extends 'begun'
  ? { runId: RunId }
  : { runId?: RunId }

/** A command as its owner receives it. */
export type Command = {
  [M in CommandName]: { type: M } & Omit<CommandInput<M>, 'item'> & Begins<M> & Stamp
}[CommandName]

export type CommandOf<M extends CommandName> = Extract<Command, { type: M }>
