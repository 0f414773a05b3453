import type { CheckWork, Workspace } from '../../contracts/host-steps.ts'
import type { AgentPhase } from '../../contracts/phases.ts'
import type { PreparedAgent } from '../agents/agent-registry.ts'
import { AgentStartError } from '../agents/launch/launch-process.ts'
import { checkEnv, CheckMissing, readyCheck, type ReadyCheck } from '../checks/check-command.ts'
import type { StepRequestOf } from '../ports/step-runner.ts'
import type { CommandPlace } from '../trust/command-findings.ts'
import { isTrustedCommand } from '../trust/trusted-commands.ts'
import { isWorktreeOf } from '../workspaces/live-folder.ts'
import type { AgentStepParts } from './agent-step.ts'

/** A user's command, run like an agent: own process group, own log, adopted after a crash. */
export function prepareCheck(parts: AgentStepParts, step: StepRequestOf<'check'>): PreparedAgent {
  const { agents, folders, env, ground } = parts
  const { projectDir } = folders
  const { item, launch, version } = step
  const { work, key, phase } = launch
  ground.check()
  // The command comes from the journal, which may come with a clone or predate the configuration.
  const { isTrusted = (...asked) => isTrustedCommand({ projectDir, env }, ...asked) } = parts
  if (!isTrusted(placeOf(work), work))
    throw new AgentStartError('not-trusted', { subject: placeOf(work) })
  const workspace = folderOf(launch, folders)
  const { program, args, cwd } = ready(work, workspace, env)
  return agents.prepareCheck({
    key,
    item,
    // The host runs commands only in phases in which it also launches agents.
    phase: phase as AgentPhase,
    name: work.name,
    program,
    args,
    cwd,
    env: checkEnv(env, { name: work.name, workspace, projectDir, item }),
    timeoutMs: work.timeoutMs,
    seq: version,
  })
}

export function placeOf({ purpose, name }: CheckWork): CommandPlace {
  switch (purpose) {
    case 'check':
      return `checks.${name}`
    case 'setup':
      return 'worktree.setup'
    case 'deploy-command':
      return 'deploy.command'
    default:
      return purpose satisfies never
  }
}

/** A command for a worktree never runs in the checkout if the worktree is gone or made up. */
function folderOf(
  { work, workspace, scratch }: StepRequestOf<'check'>['launch'],
  folders: AgentStepParts['folders'],
): string {
  const meant = work.where === 'scratch' ? scratch : pathOf(workspace)
  if (meant === null && work.where === 'workspace') return folders.projectDir
  if (meant === null || !isWorktreeOf(folders, meant))
    throw new AgentStartError('io', { subject: meant ?? 'no scratch worktree' })
  return meant
}

const pathOf = (workspace: Workspace): string | null =>
  workspace.kind === 'worktree' ? workspace.path : null

function ready(work: CheckWork, workspace: string, env: AgentStepParts['env']): ReadyCheck {
  try {
    return readyCheck(work, workspace, env)
  } catch (error) {
    if (!(error instanceof CheckMissing)) throw error
    throw new AgentStartError('check-missing', { subject: error.program, cause: error })
  }
}
