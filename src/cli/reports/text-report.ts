import { aligned } from '../command-help.ts'
import { oneLine } from '../words/safe-text.ts'
import type { ReportPage } from './report-page.ts'

export const textReport = ({ title, lead, facts, lists }: ReportPage): string[] => [
  oneLine(title),
  `  ${oneLine(lead)}`,
  '',
  ...aligned(facts.map(([name, value]) => [name, oneLine(value)])),
  ...lists.flatMap(({ title: heading, items }) => [
    '',
    heading,
    ...items.map((item) => `  - ${oneLine(item)}`),
  ]),
]
