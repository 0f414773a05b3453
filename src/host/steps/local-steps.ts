import type {
  AgentInfo,
  AgentOutcome,
  LaunchKey,
  PermissionAnswer,
} from '../../contracts/launch/agent.ts'
import { isAskId, type AgentId } from '../../contracts/ids.ts'
import { sameItem, type WorkItem } from '../../contracts/work-item.ts'
import type { Adoption } from '../agents/adoption.ts'
import { readExitFile, readRecord, shownAgentFolder } from '../agents/folder/agent-folder.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { ranMsOf } from '../agents/ran-ms.ts'
import { agentIdsOnDisk } from '../agents/folder/agents-on-disk.ts'
import type {
  StepChange,
  StepEnd,
  StepFound,
  StepOutput,
  StepRequest,
  StepRequestOf,
  StepRunner,
} from '../ports/step-runner.ts'
import { lookingOnce } from '../files/own-files.ts'
import type { ProjectFolders } from '../project/folders.ts'
import { prepareAgent, type AgentStepParts } from './agent-step.ts'
import { prepareCheck } from './check-step.ts'
import { GitSteps } from './git-step.ts'

export interface LocalStepsParts extends AgentStepParts {
  agents: AgentRegistry
  folders: ProjectFolders
}

type Prepared = { start: () => unknown }

/** How each kind of step is prepared. */
const PREPARE: {
  [K in StepRequest['kind']]: (steps: LocalParts, step: StepRequestOf<K>) => Prepared
} = {
  agent: prepareAgent,
  check: prepareCheck,
  git: ({ git }, step) => ({ start: () => git.start(step) }),
}

type LocalParts = LocalStepsParts & { git: GitSteps }

/** Runs steps as local processes. */
export class LocalSteps implements StepRunner {
  readonly #parts: LocalParts
  readonly #prepared = new Map<AgentId, () => void>()

  constructor(parts: LocalStepsParts) {
    this.#parts = { ...parts, git: new GitSteps(parts) }
  }

  prepare(step: StepRequest): void {
    const { agentId } = step.launch.key
    if (this.#prepared.has(agentId)) return
    try {
      // The compiler cannot see that the function for a kind takes exactly that step.
      const prepare = PREPARE[step.kind] as (parts: LocalParts, step: StepRequest) => Prepared
      const prepared = lookingOnce(() => prepare(this.#parts, step))
      this.#prepared.set(agentId, () => void prepared.start())
    } catch (error) {
      this.#prepared.set(agentId, () => {
        throw error
      })
    }
  }

  start(step: StepRequest): void {
    const { agentId } = step.launch.key
    this.prepare(step)
    const start = this.#prepared.get(agentId)
    this.#prepared.delete(agentId)
    this.#parts.ground.check()
    if (start) lookingOnce(start)
  }

  async stop({ agentId }: LaunchKey, item: WorkItem): Promise<StepEnd | null> {
    const { agents, git } = this.#parts
    this.#prepared.delete(agentId)
    await git.stop(agentId, item)
    // The journal of a copied or renamed folder names the agent of another spec.
    if (!sameItem(agents.get(agentId)?.item ?? item, item)) return null
    const outcome = await agents.stop(agentId)
    return outcome && this.#endOf(agentId, outcome)
  }

  async stopAll(item: WorkItem): Promise<void> {
    const { agents, folders } = this.#parts
    await this.#parts.git.stopAll(item)
    for (const agentId of agentIdsOnDisk(folders)) {
      const folder = shownAgentFolder(folders, agentId)
      const record = readRecord(folder)
      if (record !== null && sameItem(record.item, item) && readExitFile(folder) === null)
        await agents.stop(agentId)
    }
  }

  async adopt({ agentId }: LaunchKey): Promise<StepFound> {
    const { agents } = this.#parts
    const adoption: Adoption = await agents.adopt(agentId)
    switch (adoption.kind) {
      case 'running':
        return { kind: 'running', agent: agents.get(agentId)?.agent ?? 'agent' }
      case 'ended':
      case 'lost':
        return {
          kind: adoption.kind,
          outcome: adoption.outcome,
          ranMs: ranMsOf(agents.get(agentId), adoption.kind === 'lost'),
        }
      case 'never-started':
        return adoption
      default:
        return adoption satisfies never
    }
  }

  answer({ agentId }: LaunchKey, questionId: string, answer: PermissionAnswer): void {
    this.#parts.agents.answer(agentId, questionId, answer)
  }

  output({ agentId }: Pick<LaunchKey, 'agentId'>, offset: number): StepOutput | null {
    return this.#parts.agents.openLog(agentId, offset)
  }

  isWorkingOn(item: WorkItem): boolean {
    const { agents, git } = this.#parts
    const isOfRun = ({ agentId, item: its }: AgentInfo): boolean =>
      sameItem(its, item) && !isAskId(agentId)
    return git.isWorkingOn(item) || agents.working().some(isOfRun)
  }

  onChange(listener: (change: StepChange) => void): () => void {
    const { agents, git } = this.#parts
    const leaveGit = git.onChange(listener)
    const leaveAgents = agents.onAgentStatusChange(({ key, item, status, outcome, question }) => {
      // Questions about an item belong to no run.
      if (isAskId(key.agentId)) return
      const info = agents.get(key.agentId)
      const end = outcome && { outcome, ranMs: ranMsOf(info, outcome.cause === 'lost') }
      listener({ key, item, status, end, question, info })
    })
    return () => {
      leaveGit()
      leaveAgents()
    }
  }

  #endOf(agentId: AgentId, outcome: AgentOutcome): StepEnd {
    return { outcome, ranMs: ranMsOf(this.#parts.agents.get(agentId), outcome.cause === 'lost') }
  }
}
