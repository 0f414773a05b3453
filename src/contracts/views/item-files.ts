/** The files of a work item besides its journal. */
export interface ItemFiles {
  /** spec.json or bug.json, as text. */
  record: string
  documents: { name: string; text: string }[]
}
