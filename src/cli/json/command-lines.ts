import type { z } from 'zod'
import { journalEntrySchema } from '../../contracts/journal.ts'
import * as fleet from './fleet-lines.ts'
import * as items from './item-lines.ts'
import * as others from './other-lines.ts'
import * as reports from './report-lines.ts'
import * as results from './result-lines.ts'

interface Lines {
  /** What the lines are, in the order in which they are printed. */
  about: string
  schemas: readonly z.ZodType[]
}

const ENTRY = journalEntrySchema
const short: Lines = {
  about: 'the event log entries it caused, then a result',
  schemas: [ENTRY, results.changedResultLine],
}
const run: Lines = {
  about: 'each event log entry as it is written, then a result',
  schemas: [ENTRY, results.runResultLine],
}
const decision: Lines = {
  about: 'as permit, with --resume as run',
  schemas: [...short.schemas, results.runResultLine],
}
const page: Lines = {
  about: 'where the page is; nothing else until it ends',
  schemas: [others.servingLine, others.attachedLine, others.remoteLine],
}

/** What each command prints with `--json`. Every command may print one `error` instead. */
export const COMMAND_LINES: Readonly<Record<string, Lines>> = {
  open: page,
  serve: page,
  demo: { about: 'where its page is, then as run', schemas: [...page.schemas, ...run.schemas] },
  init: { about: 'one result', schemas: [results.initResultLine] },
  new: { about: 'one result', schemas: [results.createdResultLine] },
  run,
  status: {
    about: 'one line per spec or bug, then one per folder that is none',
    schemas: [items.statusLine, items.unreadLine],
  },
  report: {
    about: 'one report: of the item that was named, or of the project',
    schemas: [reports.itemReportLine, reports.projectReportLine],
  },
  list: { about: 'one line per spec and bug', schemas: [items.itemLine] },
  stop: short,
  resume: run,
  retry: run,
  reset: short,
  phase: run,
  deploy: run,
  approve: decision,
  reject: decision,
  permit: short,
  budget: {
    about: 'the limits and what was used; with options as permit',
    schemas: [items.budgetLine, ...short.schemas],
  },
  answer: {
    about:
      'without an answer what is asked, one line per question; otherwise as permit, with --resume as run',
    schemas: [items.questionLine, items.permissionLine, ...short.schemas, results.runResultLine],
  },
  tell: short,
  ask: {
    about: 'one answer; with --list one line per conversation',
    schemas: [results.answerLine, results.conversationLine],
  },
  plan: {
    about: 'one answer; with --create one result',
    schemas: [results.answerLine, results.plannedResultLine],
  },
  steering: {
    about: 'one line per document that is proposed; one answer when there is no proposal',
    schemas: [others.steeringLine, results.answerLine],
  },
  log: {
    about:
      'the events of the older tool if there are any, then each event log entry; with --prompt one prompt',
    schemas: [ENTRY, others.promptLine, others.unreadableLine, others.eventLine],
  },
  archive: {
    about: 'one result; with --list one line per item',
    schemas: [results.movedResultLine, items.archivedLine],
  },
  delete: { about: 'one result', schemas: [results.movedResultLine] },
  bug: { about: 'as the verb of specs', schemas: [] },
  agents: { about: 'one line per agent, oldest first', schemas: [items.agentLine] },
  config: {
    about: 'one line per setting; set and unset: one result',
    schemas: [others.settingLine, results.configResultLine],
  },
  choose: {
    about: 'what holds; with options as permit',
    schemas: [items.choicesLine, ...short.schemas],
  },
  worktree: short,
  saved: {
    about: 'one line per saved work; show: with its content; restore and drop: one result',
    schemas: [items.savedLine, items.savedContentLine, results.savedResultLine],
  },
  checks: {
    about:
      'one line per check; suggest: suggestions; run: one line per check and a result; add and remove: one result',
    schemas: [
      others.checkLine,
      others.suggestionLine,
      others.worktreeLine,
      others.checkRunLine,
      results.checksResultLine,
      results.declaredResultLine,
    ],
  },
  trust: {
    about: 'one line for each file or command that takes effect',
    schemas: [others.trustLine],
  },
  doctor: { about: 'one line per thing that was looked at', schemas: [others.findingLine] },
  coordinator: {
    about: 'where workers connect; nothing else until it ends',
    schemas: [fleet.coordinatingLine],
  },
  worker: {
    about:
      'who it is; when it was asked to go, that it finishes what it has; --trust: one line for each thing that waits for a decision; --drain and --untrust: a result',
    schemas: [fleet.workingLine, fleet.finishingLine, fleet.waitingLine, fleet.fleetResultLine],
  },
  fleet: {
    about:
      'status: one line per worker and step; enrol: a code; projects: one line per project; otherwise a result',
    schemas: [
      fleet.coordinatingLine,
      fleet.workerLine,
      fleet.stepLine,
      fleet.codeLine,
      fleet.projectLine,
      fleet.invitationLine,
      fleet.personLine,
      fleet.pairedLine,
      fleet.fleetResultLine,
    ],
  },
  completion: { about: 'the script', schemas: [others.completionLine] },
  token: { about: 'one result', schemas: [results.fileResultLine] },
}

export const ERROR_LINE = others.errorLine
