import type { GitAct } from '../../contracts/host-steps.ts'
import type { Now, NowVerb } from '../../contracts/views/now.ts'
import { oneLine } from './safe-text.ts'

const VERBS: Record<Exclude<NowVerb, 'git'>, string> = {
  start: 'Starting',
  think: 'Thinking',
  edit: 'Edit',
  write: 'Write',
  read: 'Read',
  search: 'Search',
  run: 'Running',
  use: 'Using',
  ask: 'Asks to use',
  silent: 'Not responding',
  check: 'Running check',
}

const GIT_ACTS: Record<GitAct['type'], string> = {
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

/** Shorter durations are not shown. */
const MINUTE_MS = 60_000

/** What is being done right now, and for how long if it takes long. */
export function nowWords({ verb, target, since }: Now, nowMs: number): string {
  const what = oneLine(target ?? '')
  const words =
    verb === 'git'
      ? (GIT_ACTS[what as GitAct['type']] ?? what)
      : [VERBS[verb], what].filter(Boolean).join(' ')
  const minutes = Math.floor((nowMs - Date.parse(since)) / MINUTE_MS)
  return minutes >= 1 ? `${words} · ${minutes} min` : words
}
