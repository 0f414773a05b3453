/** A report in words, before it is text in a terminal or a file for a browser. */
export interface ReportPage {
  title: string
  /** The report in one sentence. */
  lead: string
  tone: 'good' | 'bad' | 'open'
  facts: (readonly [name: string, value: string])[]
  lists: ReportList[]
}

interface ReportList {
  title: string
  items: string[]
}
