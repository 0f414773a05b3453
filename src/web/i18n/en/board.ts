import type { BugPhase } from '../../../contracts/spec-json.ts'

const bugPhases: Record<BugPhase, string> = {
  reported: 'Reported',
  analyzed: 'Analyzed',
  fixed: 'Fixed',
  verified: 'Verified',
  deployed: 'Deployed',
}

export const board = {
  title: 'Board',
  label: 'Specs and bugs',
  bugPhases,
  bug: 'Bug',
  bugStep: (phase: string, step: number, of: number) => `${phase} (${step} of ${of})`,
  columns: { name: 'Name', cost: 'Cost', active: 'Active', action: 'Next', menu: 'More' },
  search: 'Search specs',
  matches: (count: number) => (count === 1 ? '1 row' : `${count} rows`),
  filter: 'Show',
  filters: {
    all: 'All',
    running: 'Running',
    needs: 'Needs you',
    failed: 'Failed',
    done: 'Done',
    idle: 'Not running',
  },
  sort: 'Sort by',
  sorts: { activity: 'Activity', name: 'Name', status: 'Status' },
  newSpec: 'New spec',
  allowAndRun: 'Enable and run',
  boardMenu: 'Board options',
  costPartly: 'Some agents did not report a cost',
  costUnknown: 'Cost not reported',
  unreadable: 'cannot be read',
  /** Shorter than on the spec itself: a phone has little room. */
  stoppedBefore: (phase: string) => `Done. Stopped before ${phase}`,
  cell: {
    round: (now: number, of: number) => `round ${now} of ${of}`,
    rerun: (now: number, of: number) => `re-run ${now} of ${of}`,
    until: (clock: string) => `until ${clock}`,
    tasks: (done: number, total: number) => `${done} of ${total} tasks`,
  },
  row: {
    menu: (name: string) => `More actions for ${name}`,
    open: 'Open',
    log: 'Show log',
    archive: 'Archive…',
    delete: 'Delete…',
  },
  archive: {
    title: (name: string) => `Archive ${name}?`,
    about: 'It leaves the board. You can restore it at any time from “Archived and deleted”.',
    confirm: 'Archive',
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    about:
      'Its documents leave the project. You can still restore it from “Archived and deleted”. Code that was written stays as it is.',
    confirm: 'Delete',
  },
  archived: {
    title: 'Archived and deleted',
    empty: 'Nothing has been archived or deleted.',
    how: { archived: 'archived', deleted: 'deleted' },
    restore: 'Restore',
  },
  create: {
    title: 'New spec',
    description: 'What do you want to build?',
    descriptionHelp: 'One sentence or more. The agent turns it into requirements.',
    name: 'Name',
    nameHelp: 'Lowercase letters, digits and dashes. Also the name of the folder.',
    nameBad: 'Use lowercase letters, digits and dashes. It cannot start with a dash.',
    nameLong: 'At most 100 characters.',
    nameTaken: 'A spec with this name already exists.',
    use: (slug: string) => `Use ${slug}`,
    language: 'Document language',
    languageHelp: 'A code such as en, ja or pt-BR. Empty: use the setting.',
    languageBad: 'Enter a code such as en, ja or pt-BR.',
    create: 'Create',
    createAndRun: 'Create and run',
  },
  empty: {
    title: 'No specs yet',
    about:
      'A spec is one feature. You describe it; agents write the requirements, design and tasks, implement it and inspect the result. You decide where they stop and ask you.',
  },
  noMatch: {
    title: 'Nothing matches',
    about: 'No rows match the search and filter.',
    clear: 'Show all',
  },
}
