import type { FeatureName } from '../../contracts/ids.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import { evolve, initialState } from '../../core/state/evolve.ts'
import { isAgentOpen, isLive } from '../../core/handlers/begin.ts'
import { keyOf } from '../../core/decide/finish.ts'
import { sessionOf } from '../../core/state/session.ts'
import { agentFolder, readExitFile, readRecord } from '../agents/agent-folder.ts'
import { agentIdsOnDisk } from '../agents/agents-on-disk.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { EffectPerformer } from './effect-performer.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { JournalWriter, readJournal, type JournalReading } from '../journal/journal-lines.ts'
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
  files: DurableFiles
  agents: AgentRegistry
  performer: Performer & Pick<EffectPerformer, 'stopAgent'>
}

/** Rebuilds the owner of a spec from its journal. */
export async function openOwner(opening: Opening): Promise<OpenedOwner> {
  const { feature, folders, files, performer } = opening
  const specDir = specDirOf(folders, feature)
  refuseSpecLinks(specDir)
  const reading = readJournal(specDir)
  const folded = reading.entries.reduce(evolve, initialState(feature))
  const state = { ...folded, lastSeq: reading.lastSeq }
  const journal = new JournalWriter(files, specDir, reading)
  const owner = new SpecOwner(state, journal, performer)
  await inspectJournal(opening, owner, reading)
  await stopFenced(opening, owner)
  return { owner, orphaned: isLive(owner.state) }
}

async function inspectJournal(
  opening: Opening,
  owner: SpecOwner,
  reading: JournalReading,
): Promise<void> {
  const { feature, folders, performer } = opening
  const marker = readRunMarker(folders, feature)
  const { runId, lastSeq } = owner.state
  const rewoundFrom = marker !== null && marker.seq > lastSeq ? marker.seq : null
  const begun = reading.entries.length - sessionOf(reading.entries).length
  const known = marker !== null && marker.runId === runId
  const damaged = reading.damagedAfter.some((position) => position > begun)
  const { tornBytes } = reading
  const unremarkable = tornBytes === 0 && rewoundFrom === null && known && !damaged
  if (unremarkable || (tornBytes === 0 && rewoundFrom === null && !isLive(owner.state))) return
  owner.journal.dropTorn(reading)
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

/** What was journalled since a person last started the run. */
export const readSession = (specDir: string): JournalEntry[] =>
  sessionOf(readJournal(specDir).entries)
