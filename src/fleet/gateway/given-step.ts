import { z } from 'zod'
import { hostWorkSchemas, type GitResult } from '../../contracts/host-steps.ts'
import { agentIdSchema, stepIdSchema, workItemSchema } from '../../contracts/ids.ts'
import { replyModeSchema } from '../../contracts/journal.ts'
import { launchKeySchema, permissionAnswerSchema } from '../../contracts/launch/agent.ts'
import { sessionIdOrNull, toolRuleSchema } from '../../contracts/launch/launch-values.ts'
import { PERMISSION_MODES } from '../../contracts/launch/permission-modes.ts'
import { agentPhaseSchema, phaseSchema } from '../../contracts/phase-schemas.ts'
import { isAgentName } from '../../core/agents/agent-table.ts'
import { BRANCH_NAME } from '../../core/settings/command-settings.ts'
import { isSavedRef } from '../../host/git/saved-work.ts'
import { OWN_REFS, type GivenStep, type ToldWorker } from './worker-calls.ts'

/** An object id: these become arguments of git. */
export const commitSchema = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)
const branchSchema = z.string().regex(BRANCH_NAME)
const agentSchema = z.string().refine(isAgentName)
const texts = z.array(z.string())

const workspaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checkout'), isBegun: z.boolean() }),
  z.object({
    kind: z.literal('worktree'),
    path: z.string(),
    branch: branchSchema,
    base: branchSchema,
    from: commitSchema,
    isSetUp: z.boolean(),
  }),
])

const launchSchema = z.object({
  key: launchKeySchema,
  phase: agentPhaseSchema,
  round: z.number().int().positive().nullable(),
  mode: replyModeSchema.nullable(),
  agent: agentSchema,
  specAgents: z.partialRecord(z.union([agentPhaseSchema, z.literal('default')]), agentSchema),
  budgetUsd: z.number().nullable(),
  permission: z.enum(PERMISSION_MODES).nullable(),
  allowTools: z.array(toolRuleSchema),
  resumeSessionId: sessionIdOrNull,
  rejection: z.string().nullable(),
  instructions: texts,
  decisions: z.array(
    z.object({
      about: z.number(),
      phase: phaseSchema.nullable(),
      document: z.string().nullable(),
      key: z.string(),
      issue: z.string(),
      text: z.string(),
    }),
  ),
  findings: texts,
  isReminder: z.boolean(),
  isNudge: z.boolean(),
  rerun: z.object({ number: z.number(), lastSaid: z.string() }).nullable(),
  description: z.string(),
  language: z.string(),
  workspace: workspaceSchema,
  conflict: z.object({ files: texts, path: z.string() }).nullable(),
  failedChecks: z.array(
    z.object({
      name: z.string(),
      exitCode: z.number().nullable(),
      isTimeout: z.boolean(),
      log: agentIdSchema,
    }),
  ),
  checks: z.array(z.object({ name: z.string(), command: texts })),
})

const hostLaunch = {
  key: launchKeySchema,
  phase: phaseSchema,
  after: stepIdSchema.nullable(),
  workspace: workspaceSchema,
  scratch: z.string().nullable(),
}

/** Commits that the act names: git reads a word that begins with a dash as an option. */
const namedCommits = ['commit', 'onto'] as const
const gitActSchema = hostWorkSchemas.act.refine((act) =>
  namedCommits.every(
    (name) =>
      !(name in act) || commitSchema.safeParse((act as Record<string, unknown>)[name]).success,
  ),
)

const asked = { item: workItemSchema, version: z.number().int().nonnegative() }
const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('agent'), ...asked, launch: launchSchema }),
  z.object({
    kind: z.literal('check'),
    ...asked,
    launch: z.object({ ...hostLaunch, work: hostWorkSchemas.check }),
  }),
  z.object({
    kind: z.literal('git'),
    ...asked,
    launch: z.object({
      ...hostLaunch,
      work: z.object({ kind: z.literal('git'), act: gitActSchema }),
    }),
  }),
])

/** What a worker takes from a coordinator, which may be anyone’s: nothing else leaves the wire. */
export const givenStepSchema: z.ZodType<GivenStep> = z.object({
  request: requestSchema,
  repository: z.string().min(1),
  base: branchSchema,
  head: commitSchema.nullable(),
  refs: z.partialRecord(z.enum(OWN_REFS), commitSchema).nullable(),
  record: z.string(),
  comments: z.string(),
  settings: z.string(),
  outputs: z.record(z.string(), z.string()),
  waitedMs: z.number().nonnegative(),
})

/** What another worker is given of a result becomes paths, refs and arguments of git there. */
export function hasPlainNames(result: GitResult): boolean {
  const isCommit = (text: string | null): boolean =>
    text === null || commitSchema.safeParse(text).success
  switch (result.type) {
    case 'workspace': {
      const { branch, base, from } = result
      return [branch, base].every((name) => BRANCH_NAME.test(name)) && isCommit(from)
    }
    case 'recorded':
      return isCommit(result.commit) && isCommit(result.tree)
    case 'ready':
      return [result.commit, result.tree, result.onto].every(isCommit)
    case 'moved':
    case 'committed':
      return isCommit(result.commit)
    case 'pull-request':
      return isCommit(result.commit) && /^https?:\/\//.test(result.url)
    case 'cleaned':
      return result.saved === null || isSavedRef(result.saved)
    case 'conflict':
    case 'base-moved':
    case 'in-the-way':
    case 'finding':
      return true
    default:
      return result satisfies never
  }
}

export const toldWorkerSchema: z.ZodType<ToldWorker> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stop'), agentId: z.string() }),
  z.object({
    type: z.literal('answer'),
    agentId: z.string(),
    questionId: z.string(),
    answer: permissionAnswerSchema,
  }),
])
