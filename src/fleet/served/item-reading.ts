import { NO_ITEM_TIME } from '../../core/metrics/segments.ts'
import { documentNames } from '../../core/formats/document-names.ts'
import { initialState } from '../../core/state/evolve.ts'
import { readRecord } from '../../core/spec/normalise.ts'
import { followedWorkflow } from '../../core/workflow/recorded-workflow.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { LineComment } from '../../contracts/views/comments.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Settings } from '../../host/config/settings.ts'
import { describe } from '../../host/files/errno.ts'
import { factsIn } from '../../host/files/read-facts.ts'
import type { RunFold } from '../../host/journal/run-fold.ts'
import { judged } from '../../host/rows/judged.ts'
import { namedOtherwise, type SpecReading } from '../../host/rows/spec-reader.ts'
import type { Documents } from '../runs/fleet-items.ts'

interface ItemSources {
  item: WorkItem
  record: SpecJson
  documents: Documents
  fold: RunFold
  settings: Settings
  comments: readonly LineComment[]
}

/** Reads an item for its row: from its record, its journal and the commit of its branch. */
export function readingOf(sources: ItemSources): SpecReading {
  try {
    return { ...known(sources), ...found(sources), problem: null }
  } catch (error) {
    return { ...known(sources), problem: describe(error) }
  }
}

function found({ item, record, documents, fold, settings }: ItemSources) {
  const wanted = { reply: null, inspection: null, agents: false }
  const all = { ...documents, record: () => record }
  const facts = factsIn(all, { item, wanted, settings, look: null })
  const workflow = followedWorkflow(fold.state, record)
  const tasks = facts.tasks.ok ? facts.tasks.counts : null
  return {
    ...judged({ ...fold.state, workflow }, { ...facts, tasks }),
    documentFiles: namedOtherwise(documentNames(item, documents.names()).fileOf),
  }
}

/** What is known even when its documents cannot be read. */
function known({ item, record, fold, comments }: ItemSources): Omit<SpecReading, 'problem'> {
  const createdAt = record['created_at']
  const spec = readRecord(item, record)
  return {
    spec,
    createdAt: typeof createdAt === 'string' ? createdAt : null,
    state: fold.state,
    workflow: initialState(item).workflow,
    tasks: null,
    approvals: spec.approvals,
    passed: [],
    done: [],
    leftOut: [],
    openComments: comments.filter(({ resolvedAt }) => !resolvedAt).length,
    documentFiles: {},
    time: fold.time?.time ?? NO_ITEM_TIME,
    activeAt: fold.enteredAt,
    completedAt: fold.completedAt,
  }
}
