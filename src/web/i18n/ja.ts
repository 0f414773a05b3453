import { agents } from './ja/agents.ts'
import { ask } from './ja/ask.ts'
import { board } from './ja/board.ts'
import { common } from './ja/common.ts'
import { decisions } from './ja/item/decisions.ts'
import { delivery } from './ja/item/delivery.ts'
import { documents } from './ja/item/documents.ts'
import { findings } from './ja/item/findings.ts'
import { fleet } from './ja/fleet.ts'
import { firstRun } from './ja/first-run.ts'
import { inbox } from './ja/inbox.ts'
import { insights } from './ja/insights.ts'
import { involvement } from './ja/item/involvement.ts'
import { journal } from './ja/item/journal.ts'
import { many } from './ja/many.ts'
import { newItem } from './ja/new-item.ts'
import { notices } from './ja/notices.ts'
import { now } from './ja/item/now.ts'
import { reasons } from './ja/item/reasons.ts'
import { refusals } from './ja/refusals.ts'
import { report } from './ja/item/report.ts'
import { settings } from './ja/settings.ts'
import { shell } from './ja/shell.ts'
import { workflow } from './ja/item/workflow.ts'

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
  fleet,
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
