import { agents } from './ja/agents.ts'
import { ask } from './ja/ask.ts'
import { board } from './ja/board.ts'
import { common } from './ja/common.ts'
import { decisions } from './ja/decisions.ts'
import { delivery } from './ja/delivery.ts'
import { documents } from './ja/documents.ts'
import { findings } from './ja/findings.ts'
import { firstRun } from './ja/first-run.ts'
import { inbox } from './ja/inbox.ts'
import { insights } from './ja/insights.ts'
import { involvement } from './ja/involvement.ts'
import { journal } from './ja/journal.ts'
import { many } from './ja/many.ts'
import { newItem } from './ja/new-item.ts'
import { notices } from './ja/notices.ts'
import { now } from './ja/now.ts'
import { reasons } from './ja/reasons.ts'
import { refusals } from './ja/refusals.ts'
import { report } from './ja/report.ts'
import { settings } from './ja/settings.ts'
import { shell } from './ja/shell.ts'
import { workflow } from './ja/workflow.ts'

export const ja = {
  agents,
  ask,
  board,
  common,
  decisions,
  delivery,
  documents,
  findings,
  firstRun,
  inbox,
  insights,
  involvement,
  journal,
  many,
  newItem,
  notices,
  now,
  reasons,
  refusals,
  report,
  settings,
  shell,
  workflow,
}
