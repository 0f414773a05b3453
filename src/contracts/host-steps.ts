import { z } from 'zod'
import { findingSchema } from './asked/findings.ts'

/** A command of the user that the host runs itself. */
const checkWorkSchema = z.object({
  kind: z.literal('check'),
  name: z.string(),
  command: z.array(z.string()),
  /** The subfolder to run it in; null for the top folder. */
  in: z.string().nullable(),
  timeoutMs: z.number().positive(),
  where: z.enum(['workspace', 'scratch']),
  purpose: z.enum(['check', 'setup', 'deploy-command']),
})
export type CheckWork = z.infer<typeof checkWorkSchema>

export const DEPLOY_STRATEGIES = ['squash', 'merge', 'rebase'] as const
const strategySchema = z.enum(DEPLOY_STRATEGIES)
export type DeployStrategy = z.infer<typeof strategySchema>

export type DeployMode = 'merge' | 'commit' | 'pull-request'

/** What the host does with git itself. Each act is idempotent: a second time changes nothing. */
const gitActSchema = z.discriminatedUnion('type', [
  /** Creates worktree, branch and a first commit of the documents; inspects an existing one. */
  z.object({ type: z.literal('make-workspace') }),
  /** Commits what a step changed in a worktree; in the checkout it only looks. */
  z.object({
    type: z.literal('record'),
    subject: z.string(),
    /** No agent of this item has worked since the last look: new changes are the user's. */
    isBefore: z.boolean().optional(),
  }),
  /** Applies the work onto the newest base, in a scratch worktree. */
  z.object({ type: z.literal('integrate'), strategy: strategySchema, message: z.string() }),
  /** Continues after an agent has resolved the conflict. */
  z.object({ type: z.literal('continue-integration') }),
  /** Brings that base into the branch, so that what fails there also fails here. */
  z.object({ type: z.literal('catch-up'), commit: z.string(), onto: z.string() }),
  z.object({ type: z.literal('move-base'), commit: z.string(), onto: z.string() }),
  z.object({
    type: z.literal('commit-checkout'),
    message: z.string(),
    /** The code that was verified: other code is not committed. */
    tree: z.string().nullable().optional(),
  }),
  z.object({ type: z.literal('pull-request'), title: z.string(), body: z.string() }),
  z.object({ type: z.literal('clean-up') }),
])
export type GitAct = z.infer<typeof gitActSchema>

const gitWorkSchema = z.object({ kind: z.literal('git'), act: gitActSchema })
export type GitWork = z.infer<typeof gitWorkSchema>

export type HostWork = CheckWork | GitWork

export const hostWorkSchemas = { check: checkWorkSchema, act: gitActSchema }

export const gitResultSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('workspace'),
    path: z.string(),
    branch: z.string(),
    base: z.string(),
    /** The branch's first commit: the documents as they were copied. */
    from: z.string(),
  }),
  z.object({
    type: z.literal('recorded'),
    commit: z.string().nullable(),
    tree: z.string().nullable(),
    files: z.number().int().nonnegative(),
  }),
  z.object({
    type: z.literal('ready'),
    commit: z.string(),
    /** The whole tree of that commit. */
    tree: z.string(),
    onto: z.string(),
    path: z.string(),
  }),
  z.object({ type: z.literal('conflict'), files: z.array(z.string()), path: z.string() }),
  z.object({ type: z.literal('moved'), commit: z.string() }),
  z.object({ type: z.literal('base-moved') }),
  z.object({ type: z.literal('in-the-way'), files: z.array(z.string()) }),
  z.object({ type: z.literal('committed'), commit: z.string().nullable() }),
  z.object({ type: z.literal('pull-request'), url: z.string(), commit: z.string() }),
  /** `kept`: why the worktree was not removed; null when it was. */
  z.object({
    type: z.literal('cleaned'),
    saved: z.string().nullable(),
    kept: z.string().nullable(),
  }),
  /** Someone else changed something: what was found, and what to do. */
  z.object({
    type: z.literal('finding'),
    detail: z.string(),
    finding: findingSchema.optional(),
  }),
])
export type GitResult = z.infer<typeof gitResultSchema>

/** Where the agents and checks of a work item work. */
export type Workspace =
  | {
      kind: 'checkout'
      /** Code of this item was written here, and stays here until it is deployed. */
      isBegun: boolean
    }
  | {
      kind: 'worktree'
      path: string
      branch: string
      base: string
      from: string
      /** Its setup command has run. */
      isSetUp: boolean
    }

/** The last result of a check; it counts only for the tree it ran on. */
export interface CheckResult {
  result: 'passed' | 'failed'
  exitCode: number | null
  isTimeout: boolean
  ms: number
  /** The launch whose log has the output. */
  log: string
  tree: string | null
  at: string
  /** The work that it followed: a failed check is repeated after more work. */
  after: string
}
