import { agents } from './en/agents.ts'
import { ask } from './en/ask.ts'
import { board } from './en/board.ts'
import { common } from './en/common.ts'
import { decisions } from './en/item/decisions.ts'
import { delivery } from './en/item/delivery.ts'
import { documents } from './en/item/documents.ts'
import { findings } from './en/item/findings.ts'
import { fleet } from './en/fleet.ts'
import { firstRun } from './en/first-run.ts'
import { inbox } from './en/inbox.ts'
import { insights } from './en/insights.ts'
import { involvement } from './en/item/involvement.ts'
import { journal } from './en/item/journal.ts'
import { many } from './en/many.ts'
import { newItem } from './en/new-item.ts'
import { notices } from './en/notices.ts'
import { now } from './en/item/now.ts'
import { reasons } from './en/item/reasons.ts'
import { refusals } from './en/refusals.ts'
import { report } from './en/item/report.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { workflow } from './en/item/workflow.ts'

export const en = {
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
