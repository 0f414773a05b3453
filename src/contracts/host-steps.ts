import { z } from 'zod'
import { findingSchema } from './asked/findings.ts'

/** A command of the user's that the host runs itself. */
const checkWorkSchema = z.object({
  kind: z.literal('check'),
  name: z.string(),
  command: z.array(z.string()),
  /** A folder below the one it runs in. */
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

/** What the host does with git itself. Each may be done twice: the second time changes nothing. */
const gitActSchema = z.discriminatedUnion('type', [
  /** Worktree, branch, its first commit with the documents; an existing one is only inspected. */
  z.object({ type: z.literal('make-workspace') }),
  /** In a worktree commits what a step changed; in the checkout only looks. */
  z.object({
    type: z.literal('record'),
    subject: z.string(),
    /** No agent of this item has worked since: what is changed in the checkout is the user's. */
    isBefore: z.boolean().optional(),
  }),
  /** Onto the newest base, in a scratch worktree. */
  z.object({ type: z.literal('integrate'), strategy: strategySchema, message: z.string() }),
  /** After the conflict agent. */
  z.object({ type: z.literal('continue-integration') }),
  /** The branch takes in the base it was brought onto: what fails there fails here too. */
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
  /** `kept`: why it was kept. */
  z.object({
    type: z.literal('cleaned'),
    saved: z.string().nullable(),
    kept: z.string().nullable(),
  }),
  /** Changed by someone else: what was found, and what to do. */
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
      /** Code of this item was written there: it stays there until it is deployed. */
      isBegun: boolean
    }
  | {
      kind: 'worktree'
      path: string
      branch: string
      base: string
      from: string
      /** What prepares it has run. */
      isSetUp: boolean
    }

/** The last result of a check; it counts only for the tree it ran on. */
export interface CheckResult {
  result: 'passed' | 'failed'
  exitCode: number | null
  isTimeout: boolean
  ms: number
  /** Whose output it is. */
  log: string
  tree: string | null
  at: string
  /** The agent's work that it came after: one that failed is tried again after more work. */
  after: string
}
