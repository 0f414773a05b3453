import type { DocumentInfo } from '../../../../contracts/views/documents.ts'
import type { Messages } from '../../../i18n/messages.ts'

type Names = Messages['documents']['names']
type Plain = Exclude<keyof Names, 'review' | 'reply' | 'inspection'>

const PLAIN: readonly Plain[] = [
  'report',
  'analysis',
  'fix',
  'verification',
  'requirements',
  'design',
  'tasks',
  'research',
]
const NUMBERED = /^(?:document-review-(\d+)(-reply)?|inspection-(\d+))\.md$/

/** The display name of a document; unknown ones keep their file name. */
export function titleOf(names: Names, document: string): string {
  const plain = PLAIN.find((name) => `${name}.md` === document)
  if (plain !== undefined) return names[plain]
  const [, round, reply, inspection] = NUMBERED.exec(document) ?? []
  if (round !== undefined)
    return reply === undefined ? names.review(Number(round)) : names.reply(Number(round))
  return inspection === undefined ? document : names.inspection(Number(inspection))
}

/** In the order they are written; `documentOf` maps the files of other formats to ours. */
export const inOrder = (
  documents: DocumentInfo[],
  documentOf: (file: string) => string = (file) => file,
): DocumentInfo[] => {
  const placeOfFile = (file: string): Place => placeOf(documentOf(file))
  return documents.toSorted((a, b) => compared(placeOfFile(a.name), placeOfFile(b.name)))
}

type Place = [group: number, number: number, part: number, name: string]

function placeOf(document: string): Place {
  const plain = PLAIN.findIndex((name) => `${name}.md` === document)
  if (plain !== -1) return [0, plain, 0, document]
  const [, round, reply, inspection] = NUMBERED.exec(document) ?? []
  if (round !== undefined) return [1, Number(round), reply === undefined ? 0 : 1, document]
  if (inspection !== undefined) return [2, Number(inspection), 0, document]
  return [3, 0, 0, document]
}

const compared = (a: Place, b: Place): number =>
  a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3].localeCompare(b[3])

/** The document to show first: one that waits for an answer, else the newest top-level one. */
export function firstToRead(documents: DocumentInfo[], waiting: string | null): string | null {
  if (documents.some(({ name }) => name === waiting)) return waiting
  const isDeep = ({ name }: DocumentInfo): number => Number(name.includes('/'))
  const [first] = documents.toSorted(
    (a, b) => isDeep(a) - isDeep(b) || b.changedAt.localeCompare(a.changedAt),
  )
  return first?.name ?? null
}
