import type { BugPhase } from '../../../contracts/views/board.ts'

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
  allowAndRun: 'Allow and run',
  boardMenu: 'More of the board',
  costPartly: 'Not every agent has told its cost',
  costUnknown: 'No agent has told a cost',
  unreadable: 'cannot be read',
  cell: {
    round: (now: number, of: number) => `round ${now} of ${of}`,
    rerun: (now: number, of: number) => `re-run ${now} of ${of}`,
    until: (clock: string) => `until ${clock}`,
    tasks: (done: number, total: number) => `${done} of ${total} tasks`,
  },
  row: {
    menu: (name: string) => `More for ${name}`,
    open: 'Open',
    log: 'Show log',
    archive: 'Archive…',
    delete: 'Delete…',
  },
  archive: {
    title: (name: string) => `Archive ${name}?`,
    about: 'It leaves the board. “Archived and deleted” brings it back whenever you like.',
    confirm: 'Archive',
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    about:
      'Its documents leave the project. “Archived and deleted” can still bring it back; code that was written stays as it is.',
    confirm: 'Delete',
  },
  shelf: {
    title: 'Archived and deleted',
    empty: 'Nothing was archived or deleted.',
    how: { archived: 'archived', deleted: 'deleted' },
    restore: 'Bring back',
  },
  create: {
    title: 'New spec',
    description: 'What should be built',
    descriptionHelp: 'One sentence or several. The agent writes the requirements from it.',
    name: 'Name',
    nameHelp: 'Lower-case letters, digits and dashes. It names the folder.',
    nameBad: 'Only lower-case letters, digits and dashes, not starting with a dash.',
    nameLong: 'At most 100 characters.',
    nameTaken: 'There is a spec of that name already.',
    use: (slug: string) => `Use ${slug}`,
    language: 'Language of the documents',
    languageHelp: 'A code such as en, ja or pt-BR. Empty: as set in Settings.',
    languageBad: 'A code such as en, ja or pt-BR.',
    create: 'Create',
    createAndRun: 'Create and run',
  },
  empty: {
    title: 'No spec yet',
    about:
      'A spec is one feature: you describe it, agents write requirements, design and tasks, build it and inspect it. You decide where they must stop and ask.',
  },
  noMatch: {
    title: 'Nothing matches',
    about: 'No row fits the search and the filter.',
    clear: 'Show all',
  },
}
