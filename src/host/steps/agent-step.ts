import type { Launch } from '../../core/decide/effects.ts'
import { allowedWords } from '../../core/prompts/allowed-words.ts'
import type { AgentRegistry, PreparedAgent } from '../agents/agent-registry.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { AgentStartError } from '../agents/launch/launch-process.ts'
import { lastOutput } from '../checks/check-output.ts'
import type { Settings } from '../config/settings.ts'
import { makeFolder } from '../files/own-files.ts'
import { refuseDocumentLinks } from '../files/spec-links.ts'
import type { StepRequestOf } from '../ports/step-runner.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'
import type { HostGround } from '../project/host-ground.ts'
import { liveDirOf, workDirOf } from '../workspaces/live-folder.ts'
import { buildPrompt } from '../prompts/build-prompt.ts'
import { returnedIn } from '../prompts/returned-issues.ts'
import type { CommandPlace } from '../trust/command-findings.ts'
import type { Command } from '../trust/trusted-commands.ts'
import { runsWithout } from '../trust/findings.ts'
import { cannotIsolate } from '../trust/isolation.ts'
import { serverFilesFor } from '../trust/server-files.ts'

export interface AgentStepParts {
  agents: AgentRegistry
  folders: ProjectFolders
  ground: HostGround
  settings: Settings
  env: Env
  /** Whether exactly this command may run now; by default the user's own files decide. */
  isTrusted?: (place: CommandPlace, wanted: Command) => boolean
  /** The end of a check's output; by default from this computer's own logs. */
  outputOf?: (log: string) => string
  /** The repository that branches are brought to; if omitted, git acts push them themselves. */
  broughtTo?: string
}

/** Prepares everything but the process: its folder, its prompt, its permissions. */
export function prepareAgent(parts: AgentStepParts, step: StepRequestOf<'agent'>): PreparedAgent {
  const { folders, settings, agents, env, ground } = parts
  const { outputOf = (log: string) => lastOutput(folders, log) } = parts
  const { projectDir } = folders
  const { launch, item } = step
  ground.check()
  const isIsolated = runsWithout(projectDir, env)
  const { phase, round, agent, key, resumeSessionId, budgetUsd } = launch
  const workDir = workDirOf(folders, launch.workspace)
  const specDir = liveDirOf(folders, item, launch.workspace)
  if (launch.workspace.kind === 'worktree') {
    // Must never run in the checkout instead.
    if (workDir === projectDir) throw new AgentStartError('io', { subject: launch.workspace.path })
    makeFolder(specDir)
  }
  refuseDocumentLinks(specDir)
  const cwd = launch.conflict?.path ?? workDir
  const refusal = isIsolated
    ? (cannotIsolate(agent, projectDir, env) ?? cannotIsolate(agent, cwd, env))
    : null
  if (refusal !== null) throw new AgentStartError('agent-not-isolated', { subject: agent })
  const plan = settings.planFor(phase, isIsolated ? {} : launch.specAgents, agent)
  const chosen = chosenForRun(launch)
  return agents.prepare({
    ...plan,
    ...chosen,
    isIsolated,
    serverFiles: serverFilesFor(agent, { projectDir, dir: cwd, env }),
    budgetUsd: budgetUsd ?? undefined,
    answerTimeoutMs: settings.answerMs,
    key,
    item,
    phase,
    round,
    projectDir,
    specDir,
    prompt: buildPrompt({
      ...launch,
      projectDir,
      workDir,
      specDir,
      recordDir: itemDirOf(folders, item),
      item,
      isIsolated,
      returned: returnedIn(specDir, phase, round),
      skipsTasks: settings.skippedTasks,
      allowed: allowedWords({
        permission: chosen.permission ?? plan.permission,
        tools: [...settings.allowedTools(agent), ...launch.allowTools],
      }),
      failedChecks: launch.failedChecks.map((check) => ({
        ...check,
        output: outputOf(check.log),
      })),
    }),
    resumeSessionId,
    seq: step.version,
    workDir,
    mode: launch.mode,
    cwd,
  })
}

/** The user's choices for this run only. */
const chosenForRun = ({ permission, allowTools }: Launch) => ({
  ...(permission === null ? {} : { permission, isPermissionOfRun: true as const }),
  allowTools,
})
