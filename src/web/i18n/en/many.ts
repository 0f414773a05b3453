import type { LeftAlone } from '../../../core/views/bulk-acts.ts'
import type { Standing } from '../../../core/views/standing.ts'
import type { BulkKind } from '../../features/board/bulk/bulk-acts.ts'

const why: Record<LeftAlone, string> = {
  running: 'it is running',
  'not-running': 'it is not running',
  'needs-decision': 'it needs your decision first',
  'next-is-nogo': 'its next phase is NOGO',
  'nothing-left': 'there is nothing left to run',
  unreadable: 'it cannot be read',
}
const standings: Record<Standing, string> = {
  needs: 'Needs you',
  running: 'Running',
  waiting: 'Waiting',
  idle: 'Not started',
  done: 'Done',
}
const done: Record<BulkKind, (count: number) => string> = {
  run: (count) => `${count} started`,
  stop: (count) => `${count} stopped`,
  permit: (count) => `${count} changed`,
  archive: (count) => `${count} archived`,
}

/** Bulk actions, groups of rows, and how far a run may go. */
export const many = {
  standings,
  group: 'Group by status',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all shown',
  selectRows: 'Select rows',
  selected: (count: number) => `${count} selected`,
  toolbar: 'Actions for the selected rows',
  run: 'Run',
  stop: 'Stop',
  permit: 'Run until…',
  archive: 'Archive…',
  clear: 'Clear selection',
  working: (count: number) => `Working on ${count}…`,
  done,
  refused: (count: number) => `${count} refused`,
  /** What was done, what was not, and the names of those. */
  result: (parts: readonly string[], names: readonly string[]) =>
    `${parts.join(', ')}: ${names.join(', ')}`,
  refusal: (name: string, reason: string) => `${name} (${reason})`,
  others: (count: number) => `and ${count} more`,
  why,
  archiveTitle: (count: number) => (count === 1 ? 'Archive 1 row?' : `Archive ${count} rows?`),
  until: {
    label: 'Run until',
    none: 'No phase',
    mixed: 'Custom (see the switches)',
    title: (count: number) =>
      count === 1 ? 'Set "Run until" for 1 row' : `Set "Run until" for ${count} rows`,
    about: 'Phases up to the chosen one become GO, all later ones NOGO. A run ends there, as set.',
    confirm: 'Set',
    help: 'Sets the GO switches below',
  },
  keys: {
    select: 'Select or unselect',
    range: 'Select up to here',
    all: 'Select all shown',
    cells: 'Phases of the row',
  },
}
