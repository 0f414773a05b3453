import type { GitAct } from '../../../../contracts/host-steps.ts'

const git: Record<GitAct['type'], string> = {
  'make-workspace': 'Preparing the worktree',
  record: 'Looking at what has changed',
  integrate: 'Bringing the work onto the base branch',
  'continue-integration': 'Continuing after the conflict',
  'catch-up': 'Bringing the base branch into the worktree',
  'move-base': 'Moving the base branch',
  'commit-checkout': 'Committing',
  'pull-request': 'Opening the pull request',
  'clean-up': 'Cleaning up',
}

/** What an agent or the host is doing right now. */
export const now = {
  start: (agent: string) => `Starting ${agent}`,
  think: 'Thinking',
  edit: (file: string) => `Edit ${file}`,
  write: (file: string) => `Write ${file}`,
  read: (file: string) => `Read ${file}`,
  search: (what: string) => `Search ${what}`,
  run: (command: string) => `Running ${command}`,
  use: (tool: string) => `Using ${tool}`,
  ask: (tool: string) => `Asks to use ${tool}`,
  silent: 'Not responding',
  check: (name: string) => `Running check ${name}`,
  git,
  minutes: (minutes: number) =>
    minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`,
}
