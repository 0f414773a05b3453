import { relative } from 'node:path'
import type { LaunchKey } from '../../contracts/launch/agent.ts'
import type { Workspace } from '../../contracts/host-steps.ts'
import type { Talk } from '../../contracts/phases.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { SpecAgents } from '../../contracts/spec-json.ts'
import type { AskAbout, Turn } from '../../contracts/views/asks.ts'
import { specNamed, type WorkItem } from '../../contracts/work-item.ts'
import { descriptorOf } from '../../core/agents/agent-table.ts'
import { askPrompt, planPrompt, type AskedOf } from '../../core/asks/ask-prompt.ts'
import { steeringPrompt } from '../../core/asks/steering-talk.ts'
import { untrustedWords } from '../../core/decide/launch/trusted.ts'
import { readRecord } from '../../core/spec/normalise.ts'
import type { AgentRegistry, PreparedAgent } from '../agents/agent-registry.ts'
import type { AgentPlan, Settings } from '../config/settings.ts'
import { readSpecJson } from '../files/spec-json-file.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'
import { readTrust, runsWithout } from '../trust/findings.ts'
import { cannotIsolate } from '../trust/isolation.ts'
import { serverFilesFor } from '../trust/server-files.ts'
import { liveDirOf, workDirOf } from '../workspaces/live-folder.ts'

/** Questions use the agent, model and time limit of this phase. */
export const SETTINGS_PHASE = 'requirements'

/** Agents that belong to no item are listed under this name. */
export const PROJECT = specNamed('this-project')

export interface AskPlace {
  agents: AgentRegistry
  folders: ProjectFolders
  settings: Settings
  env: NodeJS.ProcessEnv
  workspaceOf: (item: WorkItem) => Workspace
}

export const itemOf = (about: AskAbout): WorkItem | null =>
  typeof about === 'string' ? null : about

const listedAs = (about: AskAbout): WorkItem => itemOf(about) ?? PROJECT

/** The agent's working folder: the item's worktree if it has one. */
export function askDirOf({ folders, workspaceOf }: AskPlace, about: AskAbout): string {
  const item = itemOf(about)
  return item === null ? folders.projectDir : workDirOf(folders, workspaceOf(item))
}

/** Why no agent may be started here now; null if one may. */
export function askRefusal(place: AskPlace, about: AskAbout): Rejection | null {
  const { folders, env } = place
  const { projectDir } = folders
  const item = itemOf(about)
  const spec = item === null ? null : readRecord(item, readSpecJson(itemDirOf(folders, item), item))
  const workDir = askDirOf(place, about)
  const { undecided } = readTrust({ projectDir, env, spec, workDirs: [workDir] })
  if (undecided.length > 0)
    return { code: 'NOT_TRUSTED', item: listedAs(about), findings: undecided }
  if (!runsWithout(projectDir, env)) return null
  const { agent } = planOf(place, about)
  return cannotIsolate(agent, projectDir, env) ?? cannotIsolate(agent, workDir, env)
}

/** Why a question that had waited for its slot was not put to an agent. */
export const refusalWords = (refusal: Rejection): string =>
  refusal.code === 'NOT_TRUSTED'
    ? untrustedWords(refusal.findings)
    : `the agent cannot run without the project's own files (${refusal.code})`

export function planOf({ settings, folders, env }: AskPlace, about: AskAbout): AgentPlan {
  const item = itemOf(about)
  const isIsolated = runsWithout(folders.projectDir, env)
  const agents: SpecAgents =
    item === null || isIsolated
      ? {}
      : readRecord(item, readSpecJson(itemDirOf(folders, item), item)).agents
  return settings.planFor(SETTINGS_PHASE, agents)
}

interface AskLaunch {
  about: AskAbout
  key: LaunchKey
  turn: Turn
  /** How many turns of the resumed conversation came before. */
  before: number
  resumeSessionId: string | null
}

const PROMPTS: Readonly<Record<Talk, (asked: AskedOf) => string>> = {
  ask: askPrompt,
  plan: planPrompt,
  steering: steeringPrompt,
}

/** Prepares the agent; it may only read, whatever the configuration allows elsewhere. */
export function prepareAsk(place: AskPlace, asked: AskLaunch): PreparedAgent {
  const { agents, folders, settings, env } = place
  const { about, key, turn, before, resumeSessionId } = asked
  const { projectDir } = folders
  const item = itemOf(about)
  const workDir = askDirOf(place, about)
  const folder = item === null ? null : liveDirOf(folders, item, place.workspaceOf(item))
  const phase: Talk = about === 'plan' || about === 'steering' ? about : 'ask'
  const plan = planOf(place, about)
  const text = {
    subject: item === null ? 'this project' : `the ${item.kind} \`${item.name}\``,
    folder: folder === null ? null : relative(workDir, folder),
    language: settings.language,
    text: turn.question,
    turn: before + 1,
  }
  return agents.prepare({
    ...plan,
    own: withoutTools(plan.agent, plan.own),
    permission: 'plan',
    isPermissionOfRun: true,
    isIsolated: runsWithout(projectDir, env),
    serverFiles: serverFilesFor(plan.agent, { projectDir, dir: workDir, env }),
    key,
    item: listedAs(about),
    phase,
    round: null,
    projectDir,
    specDir: folder ?? projectDir,
    workDir,
    cwd: workDir,
    prompt: PROMPTS[phase](text),
    resumeSessionId,
    seq: 0,
  })
}

/** Drops the list of tools that need no permission: they could write. */
function withoutTools(agent: string, own: Readonly<Record<string, unknown>>) {
  const list = descriptorOf(agent)?.toolSetting ?? null
  return list === null ? own : { ...own, [list]: undefined }
}
