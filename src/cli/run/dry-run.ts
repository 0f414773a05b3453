import type { WorkItem } from '../../contracts/work-item.ts'
import { statSync } from 'node:fs'
import type { CommandId, RunId } from '../../contracts/ids.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { decide } from '../../core/decide/decide.ts'
import type { Effect, ReplyValue } from '../../core/decide/effects.ts'
import type { Command } from '../../contracts/commands.ts'
import type { Facts, FactsQuery } from '../../core/decide/facts.ts'
import { hasAgent } from '../../core/handlers/begin.ts'
import { builtInDrivers } from '../../host/agents/drivers/built-in.ts'
import { readFacts } from '../../host/files/read-facts.ts'
import { hasLiveHost } from '../../host/project/host-lock.ts'
import { readQuestions } from '../../host/items/read-questions.ts'
import { readRunMarker } from '../../host/items/run-marker.ts'
import { documentPath } from '../../host/files/document-file.ts'
import { itemDirOf } from '../../host/project/folders.ts'
import { liveDirOf } from '../../host/workspaces/live-folder.ts'
import { Refused } from '../problems.ts'
import type { ProjectContext } from '../project.ts'
import { journalsOf } from './process-journals.ts'
import { NAMED_FILES } from '../../core/workflow/document-files.ts'
import { isLive } from '../../core/workflow/rules/allowed-acts.ts'

/** Stands in for the id that the host will make. */
export const NO_RUN = 'run_foreseen' as RunId

export type Asked = Command extends infer C
  ? C extends Command
    ? Omit<C, 'commandId' | 'at'>
    : never
  : never

/** What would certainly happen, without writing anything; null means that a host must decide. */
export type DryRun = { value: ReplyValue } | null

/**
 * Asks `decide` before any host exists, so that a refusal leaves the disk untouched. A live host
 * knows more than the files, and a run that lost its host must first be recovered by one.
 */
export function dryRun(context: ProjectContext, item: WorkItem, asked: Asked): DryRun {
  // Only the fleet can decide: its agents are not on this computer.
  if (context.remote) return null
  const { folders } = context
  const specDir = itemDirOf(folders, item)
  if (!isHarmless(asked)) refuseFolders(specDir, item)
  if (hasLiveHost(folders)) return null
  const journals = journalsOf(folders)
  const { state } = journals.fold(item)
  // A host may have crashed between fencing a step and ending its agent; the next one sweeps it.
  if (isLive(state) || hasAgent(state)) return null
  const effects = decideWithFacts(state, asked, (wanted, command) => ({
    ...readFacts({
      specDir,
      liveDir: liveDirOf(folders, item, state.workspace),
      item,
      wanted,
      settings: context.settings,
      look: {
        projectDir: folders.projectDir,
        drivers: builtInDrivers({ acp: context.settings.acp }),
        env: context.env,
        chosen:
          ('agent' in command && command.agent) || (command.type === 'start' ? null : state.agent),
      },
      isOwnRun: readRunMarker(folders, item)?.runId === state.runId,
    }),
    ...(wanted.questions ? { questions: readQuestions(folders, item, state) } : {}),
  }))
  const reply = effects.find((effect) => effect.type === 'reply')
  if (reply === undefined) return null
  if (!reply.result.ok) throw new Refused(reply.result.error)
  const isAll = effects.length === 1 && journals.tornBytes(item) === 0
  return isAll ? { value: reply.result.value } : null
}

type ReadFacts = (wanted: FactsQuery, command: Command) => Facts

function decideWithFacts(state: AutoExecutionState, asked: Asked, read: ReadFacts): Effect[] {
  const at = new Date().toISOString()
  const command = { ...asked, commandId: 'dryRun' as CommandId, at } as Command
  const { effects } = decide(state, command)
  const reading = effects.find((effect) => effect.type === 'read-facts')
  if (reading === undefined) return effects
  const { wanted, cause } = reading
  return decide(state, { type: 'facts.read', at, cause, facts: read(wanted, command) }).effects
}

const HARMLESS = ['stop', 'reset', 'tell', 'answer', 'answerQuestions', 'budget']
const isHarmless = (asked: Asked): boolean => HARMLESS.includes(asked.type)

/** A folder in place of a document cannot be overwritten: an agent would work for nothing. */
function refuseFolders(specDir: string, item: WorkItem): void {
  for (const name of NAMED_FILES[item.kind]) {
    const file = documentPath(specDir, item, name)
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
    const detail = 'it is a folder, and a document is expected there'
    if (isFolder) throw new Refused({ code: 'SPEC_UNREADABLE', file, detail })
  }
}
