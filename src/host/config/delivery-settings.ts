import {
  CHECK_MINUTES,
  type DEPLOY_MODES,
  type DEPLOY_STRATEGIES,
} from '../../core/settings/command-settings.ts'
import type { Config } from '../../core/settings/config-schema.ts'
import { GROUPED_SETTINGS } from '../../core/settings/setting-table.ts'

export interface CheckPlan {
  name: string
  command: string[]
  in: string | null
  timeoutMs: number
}

export interface WorktreePlan {
  isOn: boolean
  copy: string[]
  setup: string[] | null
  /** Null: inside the project's folder. */
  root: string | null
}

export interface DeployPlan {
  /** Null: `merge` with a worktree, `commit` without. */
  mode: (typeof DEPLOY_MODES)[number] | null
  strategy: (typeof DEPLOY_STRATEGIES)[number]
  command: string[] | null
  /** The command may run again if its end is not known. */
  repeatable: boolean
  keep: boolean
}

/** Where code is written, how it is verified and where it goes. */
export interface DeliverySettings {
  readonly checks: CheckPlan[]
  readonly worktree: WorktreePlan
  /** Null: the branch that is checked out when the work begins. */
  readonly baseBranch: string | null
  readonly autoFix: boolean
  readonly deploy: DeployPlan
}

export const deliveryOf = (config: Config): DeliverySettings => ({
  checks: checksIn(config),
  worktree: worktreeIn(config),
  baseBranch: config.baseBranch ?? null,
  autoFix: config.inspection?.autoFix ?? GROUPED_SETTINGS.inspection.autoFix.byDefault,
  deploy: deployIn(config),
})

/** In the order in which they run. */
const checksIn = ({ checks = [] }: Config): CheckPlan[] =>
  checks.map(({ name, command, in: folder = null, timeoutMinutes = CHECK_MINUTES }) => ({
    name,
    command,
    in: folder,
    timeoutMs: Math.max(1, Math.round(timeoutMinutes * 60_000)),
  }))

function worktreeIn({ worktree = false }: Config): WorktreePlan {
  const { copy = [], setup = null, root = null } = typeof worktree === 'object' ? worktree : {}
  return { isOn: worktree !== false, copy, setup, root }
}

function deployIn({ deploy = {} }: Config): DeployPlan {
  const { strategy, repeatable, keep } = GROUPED_SETTINGS.deploy
  return {
    mode: deploy.mode ?? null,
    strategy: deploy.strategy ?? strategy.byDefault,
    command: deploy.command ?? null,
    repeatable: deploy.repeatable ?? repeatable.byDefault,
    keep: deploy.keep ?? keep.byDefault,
  }
}
