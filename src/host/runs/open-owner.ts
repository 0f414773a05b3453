import { sameItem, type WorkItem } from '../../contracts/work-item.ts'
import { isAgentOpen } from '../../core/handlers/begin.ts'
import { keyOf } from '../../core/decide/finish.ts'
import { agentFolder, readExitFile, readRecord } from '../agents/agent-folder.ts'
import { agentIdsOnDisk } from '../agents/agents-on-disk.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { EffectPerformer } from './effect-performer.ts'
import type { FileJournals, OpenedJournal } from '../journal/file-journals.ts'
import { refuseSpecLinks } from '../files/spec-links.ts'
import { SpecOwner, type Performer } from './owner.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'
import { readRunMarker, removeRunMarker } from './run-marker.ts'
import { isLive } from '../../core/workflow/refusals.ts'

export interface OpenedOwner {
  owner: SpecOwner
  /** The journal says it runs, but nobody drives it: its host died. */
  orphaned: boolean
}

interface Opening {
  item: WorkItem
  folders: ProjectFolders
  journals: FileJournals
  agents: AgentRegistry
  performer: Performer & Pick<EffectPerformer, 'stopAgent'>
}

/** Rebuilds the owner of a spec from its journal. */
export async function openOwner(opening: Opening): Promise<OpenedOwner> {
  const { item, folders, journals, performer } = opening
  refuseSpecLinks(itemDirOf(folders, item))
  const opened = await journals.open(item)
  const owner = new SpecOwner(opened.fold, opened.journal, performer)
  await inspectJournal(opening, owner, opened)
  await stopFenced(opening, owner)
  return { owner, orphaned: isLive(owner.state) }
}

async function inspectJournal(
  opening: Opening,
  owner: SpecOwner,
  { journal, fold }: OpenedJournal,
): Promise<void> {
  const { item, folders, performer } = opening
  const marker = readRunMarker(folders, item)
  const { runId, lastSeq } = owner.state
  const rewoundFrom = marker !== null && marker.seq > lastSeq ? marker.seq : null
  const known = marker !== null && marker.runId === runId
  const damaged = fold.isSessionDamaged
  const { tornBytes } = journal
  const unremarkable = tornBytes === 0 && rewoundFrom === null && known && !damaged
  if (unremarkable || (tornBytes === 0 && rewoundFrom === null && !isLive(owner.state))) return
  await journal.repair()
  if (rewoundFrom !== null) {
    await stopUnnamed(opening)
    removeRunMarker(folders, item)
  }
  const checked = { tornBytes, rewoundFrom, damaged, known }
  owner.send({ type: 'journal.opened', at: performer.now(), opening: checked })
  await owner.drain()
}

/**
 * An agent that the journal has forgotten still works on the documents: what is started next would
 * work beside it.
 */
async function stopUnnamed({ agents, folders, item }: Opening): Promise<void> {
  for (const agentId of agentIdsOnDisk(folders)) {
    const folder = agentFolder(folders, agentId)
    const record = readRecord(folder)
    if (record !== null && sameItem(record.item, item) && readExitFile(folder) === null)
      await agents.stop(agentId)
  }
}

/**
 * A host may have died between fencing a step and ending its agent. The journal of a folder that
 * was copied or renamed names the agent of another spec, which works on.
 */
async function stopFenced(opening: Opening, owner: SpecOwner): Promise<void> {
  const { performer, agents, item } = opening
  const { step } = owner.state
  if (step === null || !isAgentOpen(owner.state) || isLive(owner.state)) return
  if (!sameItem(agents.get(step.agentId)?.item ?? item, item)) return
  await performer.stopAgent(owner, keyOf(owner.state))
  await owner.drain()
}
