import type { DocumentInfo } from '../../../../contracts/views/documents.ts'
import type { WorkItem } from '../../../../contracts/work-item.ts'
import { documentNames } from '../../../../core/formats/document-names.ts'
import { inOrder } from './document-names.ts'

/** Rounds of the same kind share one tab. */
export interface DocumentGroup {
  /** The name of its only document, or of the kind. */
  key: string
  kind: 'review' | 'inspection' | null
  documents: DocumentInfo[]
}

const KINDS = [
  ['review', /^document-review-\d+(?:-reply)?\.md$/],
  ['inspection', /^inspection-\d+\.md$/],
] as const

const kindOf = (name: string): DocumentGroup['kind'] =>
  KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? null

/** In the order in which they are written, with what belongs together at its first place. */
export function groupsOf(item: WorkItem, documents: DocumentInfo[]): DocumentGroup[] {
  const { documentIn } = documentNames(
    item,
    documents.map(({ name }) => name),
  )
  const groups = new Map<string, DocumentGroup>()
  for (const info of inOrder(documents, documentIn)) {
    const kind = kindOf(info.name)
    const key = kind ?? info.name
    const group = groups.get(key) ?? { key, kind, documents: [] }
    group.documents.push(info)
    groups.set(key, group)
  }
  return [...groups.values()]
}

export const groupKeyOf = (document: string): string => kindOf(document) ?? document

/** What a tab opens with: the newest of its rounds. */
export const lastIn = ({ documents }: DocumentGroup): string => documents.at(-1)?.name ?? ''
