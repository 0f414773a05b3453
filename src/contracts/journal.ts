import { z } from 'zod'
import { findingSchema } from './asked/findings.ts'
import {
  agentEndCauseSchema,
  agentProblemSchema,
  permissionAnswerSchema,
  usageSchema,
} from './launch/agent.ts'
import { calledBySchema } from './called-by.ts'
import { agentIdSchema, commandIdSchema, runIdSchema, stepIdSchema, workItemSchema } from './ids.ts'
import { gitResultSchema, hostWorkSchemas } from './host-steps.ts'
import { flagShape } from './launch/run-flags.ts'
import { sessionIdOrNull } from './launch/launch-values.ts'
import { WORKFLOW_NAMES } from './phases.ts'
import { ITEM_KINDS } from './work-item.ts'
import { agentPhaseSchema, approvablePhaseSchema, phaseSchema } from './phase-schemas.ts'
import { APPROVERS, BUG_PHASES, CLARIFYING, SPEC_PHASES } from './spec-json.ts'
import { completionReasonSchema, errorReasonSchema, pauseReasonSchema } from './reasons.ts'

export const LEVELS = ['info', 'warning', 'error'] as const
const levelSchema = z.enum(LEVELS)
export type Level = z.infer<typeof levelSchema>

/** Time and content of a file; null when it does not exist. */
const fingerprintSchema = z.string().nullable()
export type Fingerprint = z.infer<typeof fingerprintSchema>
const coversSchema = z.record(z.string(), fingerprintSchema)
export type Covers = z.infer<typeof coversSchema>

/** `conflict`: what git could not merge; `repair`: what fails once merged with the base. */
export const replyModeSchema = z.enum(['reply', 'autofix', 'fix', 'conflict', 'repair'])
export type ReplyMode = z.infer<typeof replyModeSchema>

const count = z.number().int().nonnegative()
/** No item ever gets that far: a log with larger numbers would leave none for the next entry. */
export const seqSchema = z.number().int().positive().max(1e12)
const launch = {
  stepId: stepIdSchema,
  attempt: z.number().int().positive(),
  agentId: agentIdSchema,
}
const treeOrNull = z.string().nullable()
const hostStep = { runId: runIdSchema, ...launch, phase: phaseSchema }
const begin = {
  runId: runIdSchema,
  phase: phaseSchema.nullable(),
  agent: z.string().nullable(),
  roundLimit: count,
  /** Re-runs of impl carried over from the previous run. */
  implReruns: count.default(0),
  /** Fixes after a NOGO that this run may begin; journals of an earlier version began none. */
  fixLimit: count.default(0),
  ...flagShape,
}

/** A required task as it was named in tasks.md. */
const taskNameSchema = z.object({ id: z.string().nullable(), text: z.string() })
export type TaskName = z.infer<typeof taskNameSchema>

/** What people had decided and written when an agent was launched: only they may change it. */
const atLaunchSchema = z.object({
  /** The part of spec.json that only the user or the host may change. */
  spec: z.record(z.string(), z.unknown()),
  documents: z.record(z.string(), fingerprintSchema),
  tasks: z.object({ done: count, total: count }).nullable(),
  /** For impl: every task that has to be in tasks.md when it ends. */
  required: z.array(taskNameSchema),
})
export type AtLaunch = z.infer<typeof atLaunchSchema>

const behindSchema = z.object({
  item: workItemSchema,
  /** Its host crashed, and nobody has taken the run over. */
  isAbandoned: z.boolean(),
})

/** What a command was answered with when it was accepted. */
const commandAnswerSchema = z.union([
  z.null(),
  z.object({ runId: runIdSchema, phase: phaseSchema.nullable() }),
  z.object({ changed: z.boolean() }),
])

const commandSchema = z.object({
  id: commandIdSchema,
  answer: commandAnswerSchema,
  /** How many entries were written together with this one, if it is not the only one. */
  entries: z.number().int().min(2).optional(),
})
/** `seq`: its first entry. */
export type AnsweredCommand = Pick<z.infer<typeof commandSchema>, 'id' | 'answer'> & { seq: number }

const entry = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({
    seq: seqSchema,
    time: z.string(),
    type: z.literal(type),
    level: levelSchema,
    message: z.string(),
    /** Only on entries caused by a command; absent in journals of an earlier version. */
    calledBy: calledBySchema.optional().catch(undefined),
    /** On the first entry of an accepted command: the command is not carried out a second time. */
    command: commandSchema.optional().catch(undefined),
    ...shape,
  })

export const journalEntrySchema = z.discriminatedUnion('type', [
  entry('spec.created', { description: z.string(), kind: z.enum(ITEM_KINDS).default('spec') }),
  entry('run.started', { ...begin, mode: z.enum(['auto', 'manual']), replyMode: replyModeSchema }),
  entry('run.resumed', { ...begin, redo: z.array(phaseSchema), from: phaseSchema.nullable() }),
  entry('run.recovered', {
    runId: runIdSchema,
    /** Since the last progress: all of them, and those for which a step had to be started again. */
    recoveries: count,
    restarts: count.optional(),
    done: count,
  }),
  entry('run.waiting', {
    for: z.enum(['working-tree', 'quota', 'service', 'network', 'answers']),
    phase: phaseSchema,
    /** When the step is launched again and with which agent; absent when it waits for the tree. */
    until: z.string().nullable().default(null),
    agent: z.string().nullable().default(null),
    /** Who has the working tree; null in journals of an earlier version. */
    behind: behindSchema.nullable().default(null),
  }),
  entry('run.paused', {
    reason: pauseReasonSchema,
    phase: phaseSchema.nullable(),
    detail: z.string(),
    /** The detail as data, for other languages. */
    finding: findingSchema.optional(),
  }),
  entry('run.failed', {
    reason: errorReasonSchema,
    phase: phaseSchema.nullable(),
    detail: z.string(),
    /** What kept the agent from working, where its CLI says. */
    problem: agentProblemSchema.shape.kind.nullable().default(null),
  }),
  entry('run.completed', { reason: completionReasonSchema, phase: phaseSchema.nullable() }),
  entry('run.reset', {}),
  entry('phase.started', { phase: phaseSchema }),
  entry('phase.completed', {
    phase: phaseSchema,
    rounds: count,
    /** What the record's `phase` becomes; absent in journals of an earlier version. */
    record: z.enum([...SPEC_PHASES, ...BUG_PHASES]).optional(),
  }),
  entry('step.started', {
    ...launch,
    runId: runIdSchema,
    phase: agentPhaseSchema,
    round: z.number().int().positive().nullable(),
    mode: replyModeSchema.nullable(),
    before: z.record(z.string(), fingerprintSchema),
    resumeSessionId: sessionIdOrNull,
    /** Null in journals of an earlier version. */
    agent: z.string().nullable().default(null),
    /** Instructions that this launch carries to the agent. */
    instructions: z.array(z.string()).default([]),
    atLaunch: atLaunchSchema.nullable().default(null),
    /** In this step the agent was reminded that its question cannot be answered. */
    nudged: z.boolean().default(false),
    /** Checks are declared: its work has not passed until they have. */
    isChecked: z.boolean().default(false),
    /** The code at launch, if it was inspected just before. */
    tree: treeOrNull.default(null),
    /** The request in requirements.md, if the record has none: the agent may overwrite the file. */
    request: z.string().optional(),
  }),
  entry('check.started', { ...hostStep, work: hostWorkSchemas.check, tree: treeOrNull }),
  entry('check.completed', {
    ...launch,
    phase: phaseSchema,
    name: z.string(),
    purpose: hostWorkSchemas.check.shape.purpose,
    where: hostWorkSchemas.check.shape.where,
    result: z.enum(['passed', 'failed', 'stopped']),
    exitCode: z.number().int().nullable(),
    isTimeout: z.boolean(),
    ms: z.number().nonnegative(),
    /** The launch whose log has the output. */
    log: agentIdSchema,
    tree: treeOrNull,
    /** It was refused before it ran. */
    notStarted: z.literal(true).optional(),
  }),
  entry('git.started', { ...hostStep, act: hostWorkSchemas.act }),
  entry('git.completed', {
    ...launch,
    phase: phaseSchema,
    act: z.string(),
    /** Null: it was stopped, or could not be done. */
    result: gitResultSchema.nullable(),
  }),
  entry('workspace.created', {
    path: z.string(),
    branch: z.string(),
    base: z.string(),
    from: z.string(),
  }),
  entry('workspace.committed', { stepId: stepIdSchema, commit: z.string(), files: count }),
  entry('workspace.removed', { path: z.string(), branch: z.string() }),
  entry('work.saved', { ref: z.string() }),
  entry('inspection.fix-started', {
    number: z.number().int().positive(),
    attempt: z.number().int().positive(),
  }),
  entry('deploy.queued', { base: z.string() }),
  entry('deploy.started', { base: z.string() }),
  entry('deploy.conflicted', { files: z.array(z.string()) }),
  /** These checks fail together with the newest base: an agent adapts the work to it. */
  entry('deploy.repair-started', {
    attempt: z.number().int().positive(),
    checks: z.array(z.string()),
  }),
  /** The user said whether the command after the deploy, whose end is not known, has run. */
  entry('deploy.release-settled', { hasRun: z.boolean() }),
  entry('deploy.completed', { commit: z.string().nullable(), url: z.string().nullable() }),
  entry('agent.started', { ...launch, phase: agentPhaseSchema, agent: z.string() }),
  entry('agent.ended', {
    ...launch,
    status: z.enum(['completed', 'failed', 'interrupted']),
    cause: agentEndCauseSchema,
    exitCode: z.number().int().nullable(),
    sessionId: sessionIdOrNull,
    ignored: z.boolean(),
    /** It disappeared together with its host: the same step is launched again. */
    lost: z.boolean(),
    problem: agentProblemSchema.nullable().default(null),
    usage: usageSchema.nullable().default(null),
    /** How long it ran; null when unknown. */
    ranMs: z.number().nonnegative().nullable().default(null),
    /** It arrived after the end of its run, and its changes were inspected anyway. */
    judged: z.boolean().default(false),
    /** Its last output; empty in journals of an earlier version. */
    said: z.string().default(''),
  }),
  entry('agent.switched', {
    phase: agentPhaseSchema,
    from: z.string(),
    to: z.string(),
    why: z.enum(['missing', 'quota', 'overloaded', 'server', 'network', 'auth', 'forbidden']),
  }),
  entry('agent.asked', {
    ...launch,
    questionId: z.string(),
    tool: z.string(),
    summary: z.string(),
    /** Without an answer by then it counts as denied. */
    until: z.string().nullable(),
  }),
  entry('agent.answered', {
    ...launch,
    questionId: z.string(),
    answer: permissionAnswerSchema,
    by: z.enum(['person', 'timeout']),
  }),
  entry('agent.recalled', launch),
  entry('instruction.added', { text: z.string() }),
  /** What an agent asks before it writes the requirements; without questions the run continues. */
  entry('clarify.asked', {
    questions: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        text: z.string(),
        options: z.array(z.string()),
        suggestion: z.string(),
      }),
    ),
  }),
  /** The questions were answered, or time ran out: then the remaining suggestions are assumed. */
  entry('clarify.settled', {
    by: z.enum(['person', 'timeout']),
    assumed: z.array(z.object({ key: z.string(), issue: z.string(), text: z.string() })),
  }),
  /** What the user decided on one issue of the stop at entry `about`. */
  entry('answer.given', {
    about: count,
    phase: phaseSchema.nullable(),
    document: z.string().nullable(),
    key: z.string(),
    issue: z.string(),
    text: z.string(),
  }),
  entry('budget.changed', {
    usd: z.number().positive().nullable().optional(),
    tokens: z.number().positive().nullable().optional(),
    minutes: z.number().positive().nullable().optional(),
  }),
  /** An agent that was asked about the item has ended: not a step of a run, but its cost counts. */
  entry('ask.ended', {
    agentId: agentIdSchema,
    agent: z.string(),
    usage: usageSchema.nullable(),
    ranMs: z.number().nonnegative().nullable(),
  }),
  /** These agents report no cost: the budget in money does not count what they spend. */
  entry('budget.unheld', { usd: z.number().positive(), agents: z.array(z.string()) }),
  entry('agent.hung', launch),
  entry('agent.unhung', launch),
  entry('tool.denied', {
    ...launch,
    /** Each as the narrowest rule that would allow it: `Bash(npm test:*)`. */
    tools: z.array(z.string()),
    /** Absent in journals of an earlier version. */
    phase: agentPhaseSchema.optional(),
    agent: z.string().optional(),
  }),
  entry('impl.rerun', {
    attempt: count,
    done: count,
    total: count,
    /** Why each open task cannot be done, if all of them say so. */
    blocked: z.array(z.string()).optional(),
    /** The checks that failed, if all tasks are done. */
    failing: z.array(z.string()).optional(),
  }),
  entry('impl.limit-reached', {
    done: count,
    total: count,
    /** The checks that fail although all tasks are done. */
    failing: z.array(z.string()).optional(),
  }),
  entry('impl.checked', { done: count, total: count }),
  entry('review.written', { round: z.number().int().positive() }),
  entry('review.round-completed', {
    round: z.number().int().positive(),
    fixRequired: count,
    needsDiscussion: count,
    fixStatus: z.enum(['not_required', 'pending', 'applied']),
    reviewCompletedAt: z.string().nullable(),
    approved: z.boolean(),
  }),
  entry('review.fixes-applied', { round: z.number().int().positive(), changed: z.boolean() }),
  entry('review.contradicted', { round: z.number().int().positive(), claimed: z.string() }),
  entry('inspection.completed', {
    number: z.number().int().positive(),
    result: z.enum(['go', 'nogo']),
    /** The code that was judged, if known. */
    tree: treeOrNull.optional(),
  }),
  /** Another fix because checks fail. */
  entry('fix.rerun', { attempt: count, checks: z.array(z.string()) }),
  entry('fix.limit-reached', { checks: z.array(z.string()) }),
  entry('verification.completed', {
    number: z.number().int().positive(),
    result: z.enum(['verified', 'not-verified']),
    /** Phases that have to run again because it says no. */
    again: z.array(phaseSchema),
    /** The code that was judged, if known. */
    tree: treeOrNull.optional(),
  }),
  entry('approval.granted', {
    phase: approvablePhaseSchema,
    by: z.enum(['auto-execution', 'person']),
    /** The document as it was approved. */
    fingerprint: fingerprintSchema.optional(),
    /** The files in folders that the approval covers, as they were approved. */
    covers: coversSchema.optional(),
  }),
  entry('approval.revoked', {
    phase: approvablePhaseSchema,
    reason: z.string(),
    fingerprint: fingerprintSchema,
    covers: coversSchema.optional(),
  }),
  /** An agent had changed what only people decide; a key without a value was not there before. */
  entry('spec.restored', {
    /** Null: an agent of another item, or one that is not known, did it. */
    phase: agentPhaseSchema.nullable(),
    agent: z.string().nullable(),
    keys: z.array(z.string()),
    values: z.record(z.string(), z.unknown()),
  }),
  /** Documents of later phases that this phase's agent wrote: input for them, not a result. */
  entry('documents.strayed', {
    phase: agentPhaseSchema,
    documents: z.record(z.string(), fingerprintSchema),
    /** It left tasks.md with every box ticked. */
    ticked: z.boolean(),
  }),
  /** Required tasks that an impl agent removed; an empty list: they are all restored. */
  entry('tasks.vanished', {
    tasks: z.array(taskNameSchema),
    fingerprint: fingerprintSchema,
  }),
  /** The user chose where the item's code is to be written. */
  entry('worktree.chosen', { on: z.boolean() }),
  /** The user chose how much to decide; omitted fields stay as they are. */
  entry('choices.changed', {
    approvals: z.enum(APPROVERS).optional(),
    clarify: z.enum(CLARIFYING).optional(),
  }),
  entry('permission.changed', { phase: phaseSchema, go: z.boolean() }),
  /** The code that is to be deployed is not the one that has passed: it is judged again. */
  entry('verdict.outdated', {}),
  /** The record names another workflow than the journal: the next run follows the record. */
  entry('workflow.followed', { workflow: z.enum(WORKFLOW_NAMES) }),
  entry('phase.followed', { from: z.string(), to: z.string(), generated: z.array(phaseSchema) }),
  entry('journal.repaired', { dropped: count }),
  /** The log was not as this computer had left it; `restored`: it was put back. */
  entry('journal.rewound', {
    known: count,
    found: count,
    restored: z.literal(true).optional(),
  }),
])
export type JournalEntry = z.infer<typeof journalEntrySchema>
export type JournalType = JournalEntry['type']

type Stamped = 'seq' | 'time' | 'message' | 'level' | 'calledBy' | 'command'
type Bare<E> = E extends JournalEntry ? Omit<E, Stamped> : never
/** An entry before it is stamped with seq, time, level and message. */
export type NewEntry = Bare<JournalEntry>
