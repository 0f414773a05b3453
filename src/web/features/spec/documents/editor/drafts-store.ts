import { itemKey, type WorkItem } from '../../../../../contracts/work-item.ts'
import { create } from 'zustand'
import type { DocumentContent } from '../../../../../contracts/views/documents.ts'
import type { ProjectId } from '../../../../../contracts/ids.ts'
import { callProject } from '../../../../app/live.ts'
import { showRefusal } from '../../../notices/notices-store.ts'
import { documentNow, useDocuments } from '../documents-store.ts'
import { keepDrafts, keptDrafts } from './kept-drafts.ts'
import { mergeTexts } from './merge-texts.ts'

/** A document being edited. All texts use LF line ends. */
export interface Draft {
  text: string
  /** The version it is based on; null if the document no longer exists. */
  base: string | null
  baseText: string
}

export interface DraftOf {
  project: ProjectId
  item: WorkItem
  document: string
}

/** `merged`: saved together with changes made on disk meanwhile. */
export type SaveResult = 'saved' | 'merged' | 'conflict' | 'refused'

interface DraftsState {
  drafts: Readonly<Record<string, Draft>>
  saving: ReadonlySet<string>
  begin(of: DraftOf, content: Pick<DocumentContent, 'text' | 'version'>): void
  change(of: DraftOf, text: string): void
  discard(of: DraftOf): void
  /** Keeps the text, but bases it on what is on disk now. */
  rebase(of: DraftOf, onto: Pick<DocumentContent, 'text' | 'version'> | null): void
  save(of: DraftOf): Promise<SaveResult>
}

export const draftKey = ({ project, item, document }: DraftOf): string =>
  `${project}/${itemKey(item)}/${document}`

/** Unsaved edits. They survive leaving the screen and, in this tab, a reload. */
export const useDrafts = create<DraftsState>()((set, get) => ({
  drafts: keptDrafts(),
  saving: new Set(),
  begin(of, { text, version }) {
    const plain = plainText(text)
    set(put(of, { text: plain, base: version, baseText: plain }))
  },
  change(of, text) {
    const draft = get().drafts[draftKey(of)]
    if (draft !== undefined) set(put(of, { ...draft, text }))
  },
  discard: (of) =>
    set(({ drafts }) => {
      const { [draftKey(of)]: _, ...rest } = drafts
      return { drafts: rest }
    }),
  rebase(of, onto) {
    const draft = get().drafts[draftKey(of)]
    if (draft === undefined) return
    const base = onto?.version ?? null
    set(put(of, { ...draft, base, baseText: onto === null ? '' : plainText(onto.text) }))
  },
  async save(of) {
    const key = draftKey(of)
    const draft = get().drafts[key]
    if (draft === undefined || get().saving.has(key)) return 'refused'
    set(({ saving }) => ({ saving: new Set(saving).add(key) }))
    try {
      return await saveMerging(of, draft)
    } finally {
      set(({ saving }) => ({ saving: new Set([...saving].filter((other) => other !== key)) }))
    }
  },
}))

/** If a document changes more often than this during a save, the user is asked instead. */
const MAX_MERGES = 5

async function saveMerging(of: DraftOf, draft: Draft): Promise<SaveResult> {
  let next = draft
  for (let merges = 0; merges <= MAX_MERGES; merges++) {
    const result = await saveOnce(of, next)
    if (result !== 'conflict') return result === 'saved' && merges > 0 ? 'merged' : result
    const merged = mergedWithDisk(of)
    if (merged === null) return 'conflict'
    useDrafts.setState(put(of, merged))
    next = merged
  }
  return 'conflict'
}

/** The draft merged with what is on disk; null if both changed the same lines. */
function mergedWithDisk(of: DraftOf): Draft | null {
  const draft = useDrafts.getState().drafts[draftKey(of)]
  const content = documentNow(of.item, of.document)
  if (draft === undefined || content === null || !('text' in content) || content.truncated)
    return null
  const theirs = plainText(content.text)
  const text = mergeTexts(draft.baseText, draft.text, theirs)
  return text === null ? null : { text, base: content.version, baseText: theirs }
}

async function saveOnce(
  of: DraftOf,
  { text, base }: Draft,
): Promise<'saved' | 'conflict' | 'refused'> {
  const { project, item, document } = of
  const reply = await callProject(project, 'saveDocument', { item, document, text, base })
  if (!reply.ok && reply.error.code !== 'DOCUMENT_CHANGED') {
    showRefusal(reply.error, item)
    return 'refused'
  }
  await useDocuments.getState().load(item, document)
  if (!reply.ok) return 'conflict'
  const { version } = reply.value
  // The user may have continued typing while it was saved.
  useDrafts.setState(({ drafts }) => {
    const now = drafts[draftKey(of)]
    return now === undefined
      ? {}
      : put(of, { text: now.text, base: version, baseText: text })({ drafts })
  })
  return 'saved'
}

const put =
  (of: DraftOf, draft: Draft) =>
  ({ drafts }: Pick<DraftsState, 'drafts'>): Pick<DraftsState, 'drafts'> => ({
    drafts: { ...drafts, [draftKey(of)]: draft },
  })

export const isDirty = ({ text, baseText }: Draft): boolean => text !== baseText

/** Text fields only know LF; the host restores the line ends of the file. */
export const plainText = (text: string): string => text.replaceAll('\r\n', '\n')

const dirtyDrafts = (): Readonly<Record<string, Draft>> =>
  Object.fromEntries(
    Object.entries(useDrafts.getState().drafts).filter(([, draft]) => isDirty(draft)),
  )

keepDrafts(useDrafts.subscribe, dirtyDrafts)
window.addEventListener('beforeunload', (event) => {
  if (Object.keys(dirtyDrafts()).length > 0) event.preventDefault()
})
