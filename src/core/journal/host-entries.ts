import type { GitAct } from '../../contracts/host-steps.ts'
import { MAX_FIX_CYCLES, MAX_REPAIRS } from '../workflow/limits.ts'
import { QUIET, type EntryKinds, type EntryOf } from './entry-kind.ts'

const GIT_ACTS: Record<GitAct['type'], string> = {
  'make-workspace': 'Preparing the worktree',
  record: 'Looking at what has changed',
  integrate: 'Bringing the work onto the base branch',
  'continue-integration': 'Continuing after the conflict',
  'catch-up': 'Bringing the base branch into the worktree',
  'move-base': 'Moving the base branch',
  'commit-checkout': 'Committing what the run changed',
  'pull-request': 'Opening the pull request',
  'clean-up': 'Cleaning up',
}

/** What the host does itself: checks, git, workspaces, deploy. */
export const HOST_ENTRIES: EntryKinds<
  | `check.${'started' | 'completed'}`
  | `git.${'started' | 'completed'}`
  | `workspace.${'created' | 'committed' | 'removed'}`
  | 'work.saved'
  | 'inspection.fix-started'
  | 'verdict.outdated'
  | `deploy.${'queued' | 'started' | 'conflicted' | 'repair-started' | 'release-settled' | 'completed'}`
> = {
  'check.started': { ...QUIET, message: ({ work }) => `Check ${work.name} started` },
  'check.completed': {
    level: ({ result }) => (result === 'failed' ? 'warning' : 'info'),
    toast: ({ result }) => (result === 'failed' ? 'news' : 'none'),
    person: 'none',
    message: (entry) => `Check ${entry.name}: ${resultWords(entry)}`,
  },
  'git.started': { ...QUIET, message: ({ act }) => GIT_ACTS[act.type] },
  'git.completed': {
    ...QUIET,
    message: ({ act, result }) => `Git: ${act}${result === null ? ' was not done' : ' done'}`,
  },
  'workspace.created': {
    ...QUIET,
    message: ({ path, branch, base }) => `Worktree ${path} created: branch ${branch} from ${base}`,
  },
  'workspace.committed': {
    ...QUIET,
    message: ({ commit, files }) =>
      `${files} ${files === 1 ? 'file' : 'files'} committed as ${commit.slice(0, 12)}`,
  },
  'workspace.removed': {
    ...QUIET,
    message: ({ path, branch }) => `Worktree ${path} and branch ${branch} removed`,
  },
  'work.saved': { ...QUIET, message: ({ ref }) => `Work saved as ${ref}` },
  'inspection.fix-started': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: ({ number, attempt }) =>
      `Inspection ${number} says NOGO: fixing what it found (${attempt} of ${Math.max(attempt, MAX_FIX_CYCLES)})`,
  },
  'verdict.outdated': {
    ...QUIET,
    message: () => 'The code has changed since it passed; it is judged again before it is deployed',
  },
  'deploy.queued': { ...QUIET, message: ({ base }) => `In line to deploy to ${base}` },
  'deploy.started': { ...QUIET, message: ({ base }) => `Deploying to ${base}` },
  'deploy.conflicted': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: ({ files }) => `Conflict with the base branch in ${files.join(', ')}`,
  },
  'deploy.repair-started': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: ({ checks, attempt }) =>
      `Fails together with the newest base: ${checks.join(', ')}; repairing it (${attempt} of ${MAX_REPAIRS})`,
  },
  'deploy.release-settled': {
    ...QUIET,
    message: ({ hasRun }) =>
      hasRun
        ? 'You said that deploy.command has run: it is not run again'
        : 'You said that deploy.command has to run again',
  },
  'deploy.completed': {
    level: 'info',
    toast: 'success',
    person: 'informed',
    message: ({ commit, url }) => `Deployed: ${url ?? commit?.slice(0, 12) ?? 'nothing to commit'}`,
  },
}

function resultWords({ result, exitCode, isTimeout }: EntryOf<'check.completed'>): string {
  if (result !== 'failed') return result
  if (isTimeout) return 'failed, stopped at its time limit'
  return exitCode === null ? 'failed' : `failed with exit code ${exitCode}`
}
