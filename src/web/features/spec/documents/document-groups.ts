import type { DocumentInfo } from '../../../../contracts/views/documents.ts'
import type { WorkItem } from '../../../../contracts/work-item.ts'
import { documentNames } from '../../../../core/formats/document-names.ts'
import { inOrder } from './document-names.ts'

/** One tab: rounds of the same kind, or the files of one folder. */
export interface DocumentGroup {
  /** The name of its only document, of its kind, or of its folder. */
  key: string
  kind: 'review' | 'inspection' | 'folder' | null
  documents: DocumentInfo[]
}

const KINDS = [
  ['review', /^document-review-\d+(?:-reply)?\.md$/],
  ['inspection', /^inspection-\d+\.md$/],
] as const

type Kind = Pick<DocumentGroup, 'key' | 'kind'>

function kindOf(name: string): Kind {
  const [folder = ''] = name.split('/')
  if (folder !== name) return { key: `${folder}/`, kind: 'folder' }
  const kind = KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? null
  return { key: kind ?? name, kind }
}

/** In the order they are written; a group is placed where its first document would be. */
export function groupsOf(item: WorkItem, documents: DocumentInfo[]): DocumentGroup[] {
  const { belongsTo } = documentNames(
    item,
    documents.map(({ name }) => name),
  )
  const groups = new Map<string, DocumentGroup>()
  for (const info of inOrder(documents, belongsTo)) {
    const kind = kindOf(info.name)
    const group = groups.get(kind.key) ?? { ...kind, documents: [] }
    group.documents.push(info)
    groups.set(kind.key, group)
  }
  return [...groups.values()]
}

export const groupKeyOf = (document: string): string => kindOf(document).key

/** The document a tab opens with: the newest round, or the first file of a folder. */
export const firstIn = ({ kind, documents }: DocumentGroup): string =>
  documents.at(kind === 'folder' ? 0 : -1)?.name ?? ''
