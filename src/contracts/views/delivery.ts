/** The folder that the agents and checks of a work item work in. */
type WorkspaceView =
  | { kind: 'checkout' }
  | { kind: 'worktree'; path: string; branch: string; base: string }

/** `stale`: the code has changed since it ran. */
export type CheckStanding = 'passed' | 'failed' | 'stale' | 'never'

export interface CheckView {
  name: string
  result: CheckStanding
  at: string | null
  /** The launch whose log has the output of its last run. */
  log: string | null
}

export interface DeployView {
  state: 'none' | 'queued' | 'running' | 'done' | 'paused'
  commit: string | null
  /** The URL of the pull request. */
  url: string | null
  /** The base branch it is in line for, and since when; null if it is not, or it is its turn. */
  queued: { base: string; at: string } | null
  /** Files that git could not merge. */
  conflicts: string[]
}

/** How far the work of an item is verified, and where it is. */
export interface Delivery {
  workspace: WorkspaceView
  /** The declared checks; an empty list means that no check verifies the work. */
  checks: CheckView[]
  inspection: { round: number; verdict: 'go' | 'nogo' } | null
  deploy: DeployView
}
