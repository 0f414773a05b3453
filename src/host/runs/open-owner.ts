import type { FeatureName } from '../../contracts/ids.ts'
import { isAgentOpen, isLive } from '../../core/handlers/begin.ts'
import { keyOf } from '../../core/decide/finish.ts'
import { agentFolder, readExitFile, readRecord } from '../agents/agent-folder.ts'
import { agentIdsOnDisk } from '../agents/agents-on-disk.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { EffectPerformer } from './effect-performer.ts'
import type { FileJournals, OpenedJournal } from '../journal/file-journals.ts'
import { refuseSpecLinks } from '../files/spec-links.ts'
import { SpecOwner, type Performer } from './owner.ts'
import { specDirOf, type ProjectFolders } from '../project/folders.ts'
import { readRunMarker, removeRunMarker } from './run-marker.ts'

export interface OpenedOwner {
  owner: SpecOwner
  /** The journal says it runs, but nobody drives it: its host died. */
  orphaned: boolean
}

interface Opening {
  feature: FeatureName
  folders: ProjectFolders
  journals: FileJournals
  agents: AgentRegistry
  performer: Performer & Pick<EffectPerformer, 'stopAgent'>
}

/** Rebuilds the owner of a spec from its journal. */
export async function openOwner(opening: Opening): Promise<OpenedOwner> {
  const { feature, folders, journals, performer } = opening
  refuseSpecLinks(specDirOf(folders, feature))
  const opened = await journals.open(feature)
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
  const { feature, folders, performer } = opening
  const marker = readRunMarker(folders, feature)
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
    removeRunMarker(folders, feature)
  }
  const checked = { tornBytes, rewoundFrom, damaged, known }
  owner.send({ type: 'journal.opened', at: performer.now(), opening: checked })
  await owner.drain()
}

/**
 * An agent that the journal has forgotten still works on the documents: what is started next would
 * work beside it.
 */
async function stopUnnamed({ agents, folders, feature }: Opening): Promise<void> {
  for (const agentId of agentIdsOnDisk(folders)) {
    const folder = agentFolder(folders, agentId)
    if (readRecord(folder)?.feature === feature && readExitFile(folder) === null)
      await agents.stop(agentId)
  }
}

/**
 * A host may have died between fencing a step and ending its agent. The journal of a folder that
 * was copied or renamed names the agent of another spec, which works on.
 */
async function stopFenced(opening: Opening, owner: SpecOwner): Promise<void> {
  const { performer, agents, feature } = opening
  const { step } = owner.state
  if (step === null || !isAgentOpen(owner.state) || isLive(owner.state)) return
  if ((agents.get(step.agentId)?.feature ?? feature) !== feature) return
  await performer.stopAgent(owner, keyOf(owner.state))
  await owner.drain()
}
