import type { Spec, SpecJson } from '../../contracts/spec-json.ts'
import type { Facts, FactsQuery, FileFact, TrustFacts, Unopened } from '../../core/decide/facts.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { readClarify } from '../../core/readers/clarify-questions.ts'
import { readInspection } from '../../core/readers/inspection-report.ts'
import { requestIn } from '../../core/readers/requirements-input.ts'
import { readReviewReply } from '../../core/readers/review-reply.ts'
import { readVerification } from '../../core/readers/verification-report.ts'
import { readTasks } from '../../core/readers/tasks/tasks-document.ts'
import { approvedWith, documentNames } from '../../core/formats/document-names.ts'
import { layoutOf } from '../../core/formats/item-place.ts'
import { asGuarded } from '../../core/spec/guarded.ts'
import { readRecord } from '../../core/spec/normalise.ts'
import { agentFacts, type AgentLook } from '../agents/launch/agent-facts.ts'
import { itemPlan } from '../config/item-plan.ts'
import type { Settings } from '../config/settings.ts'
import { readTrust } from '../trust/findings.ts'
import { LinkRefused, TooLarge } from './own-files.ts'
import { folderDocuments, type DocumentText, type ItemDocuments } from './item-documents.ts'
import {
  BUG_FILES,
  INSPECTION_NAME,
  inspectionFile,
  replyFile,
  NAMED_FILES,
  QUESTIONS_FILE,
} from '../../core/workflow/document-files.ts'
import { completedRounds } from '../../core/workflow/rules/completed-rounds.ts'

interface FactsRequest extends FactsQuestion {
  /** Where the host's own files are. */
  specDir: string
  /** Where the current documents are, if not in `specDir`. */
  liveDir?: string
}

interface FactsQuestion {
  item: WorkItem
  wanted: FactsQuery
  settings: Settings
  /** Null: no agent is going to be launched. */
  look: AgentLook | null
  /** The keys only people and the host may change, as they must be; agents may have edited them. */
  guarded?: SpecJson | null
  isOwnRun?: boolean
}

/** Reads the current state of the disk: uses no cache and no watcher. */
export const readFacts = ({ specDir, liveDir = specDir, ...question }: FactsRequest): Facts =>
  factsIn(folderDocuments({ specDir, liveDir, item: question.item }), question)

/** Applies the same rules to documents in a folder and in a commit. */
export function factsIn(documents: ItemDocuments, request: FactsQuestion): Facts {
  const { item, wanted, settings, look } = request
  const specJson = documents.record()
  const spec = readRecord(item, specJson)
  const json = asGuarded(specJson, request.guarded ?? null)
  const chosen = readRecord(item, json)
  const trust = trustFacts(chosen, look)
  const names = documents.names()
  const lastInspection = highest(names, INSPECTION_NAME)
  const texts = readTexts(
    documents,
    relevant(documentsOf(item, names), spec, { item, lastInspection }),
  )
  const requested = requestIn(textOf(texts, 'requirements.md'))
  return {
    specJson,
    spec,
    files: { ...factsOf(texts), ...factsBelow(documents, item) },
    requirementsAreOnlyInput: requested !== null,
    ...(requested !== null && { requested }),
    tasks: readOr(texts, 'tasks.md', (text) => readTasks(text, settings.skippedTasks)),
    reply: wanted.reply === null ? null : readOr(texts, replyFile(wanted.reply), readReviewReply),
    inspection:
      wanted.inspection === null
        ? null
        : readOr(texts, reportNamed(texts, wanted.inspection), readInspection),
    lastInspection,
    verification: {
      reading: readOr(texts, BUG_FILES.verify, readVerification),
      text: textOf(texts, BUG_FILES.verify),
    },
    clarify: readOr(texts, QUESTIONS_FILE, readClarify),
    exclusiveWorkingTree: settings.exclusiveWorkingTree,
    agents: agentFacts({
      settings,
      spec: trust.isWithout ? {} : chosen.agents,
      look,
      isBeginning: wanted.agents,
      isIsolated: trust.isWithout,
    }),
    defaultBudget: settings.budget,
    trust,
    ...itemPlan({ settings, json, look, isBeginning: wanted.agents }),
    isOwnRun: request.isOwnRun === true,
    ...(request.guarded ? { guarded: request.guarded } : {}),
  }
}

/** Without `look` nothing is going to be launched, so trust does not matter. */
function trustFacts(spec: Spec, look: AgentLook | null): TrustFacts {
  if (look === null) return { undecided: [], isWithout: false }
  const { projectDir, env, workDirs = [] } = look
  const { decision, undecided } = readTrust({ projectDir, env, spec, workDirs })
  return { undecided, isWithout: decision === 'without' }
}

const REVIEW = /^document-review-(\d+)(?:-reply)?\.md$/

/** Maps the engine's document names to the actual file names. */
function documentsOf(item: WorkItem, files: string[]): Map<string, string> {
  const { documentIn } = documentNames(item, files)
  return new Map(
    files.flatMap((file) => {
      const document = documentIn(file)
      return document === null ? [] : [[document, file] as const]
    }),
  )
}

/** Leaves out older rounds: reading them at every hand-off would only cost time. */
function relevant(
  files: Map<string, string>,
  spec: Spec,
  { item, lastInspection }: { item: WorkItem; lastInspection: number },
): [string, string][] {
  const rounds = completedRounds(spec)
  const isRelevant = (name: string): boolean => {
    if (item.kind === 'bug') return NAMED_FILES.bug.includes(name)
    if (NAMED_FILES.spec.includes(name) || name === QUESTIONS_FILE) return true
    const review = REVIEW.exec(name)?.[1]
    if (review !== undefined) return Number(review) >= rounds
    const inspection = INSPECTION_NAME.exec(name)?.[1]
    return inspection !== undefined && Number(inspection) >= lastInspection
  }
  return [...files].filter(([name]) => isRelevant(name))
}

const highest = (names: string[], pattern: RegExp): number =>
  Math.max(0, ...names.map((name) => Number(pattern.exec(name)?.[1] ?? 0)))

type Read = DocumentText | Unopened

function readTexts(documents: ItemDocuments, files: [string, string][]): Map<string, Read> {
  return new Map(files.map(([name, file]) => [name, documents.read(file)]))
}

function factsOf(texts: Map<string, Read>): Record<string, FileFact> {
  const files: Record<string, FileFact> = {}
  for (const [name, read] of texts)
    if ('text' in read)
      files[name] = { fingerprint: read.fingerprint, empty: read.text.trim() === '' }
  return files
}

/** Skips unreadable documents: no approval covers them, and they must not stop a run. */
function factsBelow(documents: ItemDocuments, item: WorkItem): Record<string, FileFact> {
  const layout = layoutOf(item)
  const covered = documents.below().filter((name) => approvedWith(layout, name) !== null)
  const readable = covered.flatMap((name): [string, Read][] => {
    try {
      return [[name, documents.read(name)]]
    } catch (error) {
      if (error instanceof LinkRefused || error instanceof TooLarge) return []
      throw error
    }
  })
  return factsOf(new Map(readable))
}

/** Our own file name takes precedence over that of another tool. */
function reportNamed(texts: Map<string, Read>, number: number): string {
  const own = inspectionFile(number)
  if (texts.has(own)) return own
  const hasNumber = (name: string): boolean => Number(INSPECTION_NAME.exec(name)?.[1]) === number
  return [...texts.keys()].find(hasNumber) ?? own
}

function textOf(texts: Map<string, Read>, name: string): string {
  const read = texts.get(name)
  return read && 'text' in read ? read.text : ''
}

function readOr<T>(
  texts: Map<string, Read>,
  name: string,
  reader: (text: string) => T,
): T | Unopened {
  const read = texts.get(name) ?? { ok: false, why: 'missing', line: null }
  return 'text' in read ? reader(read.text) : read
}
