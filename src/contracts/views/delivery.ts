/** The folder that the agents and checks of a work item work in. */
type WorkspaceView =
  | { kind: 'checkout' }
  | { kind: 'worktree'; path: string; branch: string; base: string }

/** `stale`: it ran on other code than what is there now. */
export type CheckStanding = 'passed' | 'failed' | 'stale' | 'never'

export interface CheckView {
  name: string
  result: CheckStanding
  at: string | null
  /** Whose output it is: of the last one that ran. */
  log: string | null
}

export interface DeployView {
  state: 'none' | 'queued' | 'running' | 'done' | 'paused'
  commit: string | null
  /** Of the pull request. */
  url: string | null
  /** In line for its base branch, and since when; null when it is not, or it is its turn. */
  queued: { base: string; at: string } | null
  /** Files that git could not merge. */
  conflicts: string[]
}

/** How far the work of an item is verified, and where it is. */
export interface Delivery {
  workspace: WorkspaceView
  /** Those that are declared; none of them means that nothing is verified by checks. */
  checks: CheckView[]
  inspection: { round: number; verdict: 'go' | 'nogo' } | null
  deploy: DeployView
}
