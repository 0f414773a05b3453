import { MAX_FIX_CYCLES } from '../workflow/limits.ts'
import { QUIET, type EntryKinds, type EntryOf } from './entry-kind.ts'

/** What the host does itself: checks, git, workspaces, deploy. */
export const HOST_ENTRIES: EntryKinds<
  | `check.${'started' | 'completed'}`
  | `git.${'started' | 'completed'}`
  | `workspace.${'created' | 'committed' | 'removed'}`
  | 'work.saved'
  | 'inspection.fix-started'
  | `deploy.${'queued' | 'started' | 'conflicted' | 'completed'}`
> = {
  'check.started': { ...QUIET, message: ({ work }) => `Check ${work.name} started` },
  'check.completed': {
    level: ({ result }) => (result === 'failed' ? 'warning' : 'info'),
    toast: ({ result }) => (result === 'failed' ? 'news' : 'none'),
    person: 'none',
    message: (entry) => `Check ${entry.name}: ${resultWords(entry)}`,
  },
  'git.started': { ...QUIET, message: ({ act }) => `Git: ${act.type} begins` },
  'git.completed': {
    ...QUIET,
    message: ({ act, result }) => `Git: ${act}: ${result === null ? 'not done' : result.type}`,
  },
  'workspace.created': {
    ...QUIET,
    message: ({ path, branch, base }) => `Worktree ${path} made: branch ${branch} from ${base}`,
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
  'work.saved': { ...QUIET, message: ({ ref }) => `What was there is saved as ${ref}` },
  'inspection.fix-started': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: ({ number, attempt }) =>
      `Inspection ${number} says NOGO: its findings are fixed (${attempt} of ${Math.max(attempt, MAX_FIX_CYCLES)})`,
  },
  'deploy.queued': { ...QUIET, message: ({ base }) => `In line for ${base}` },
  'deploy.started': { ...QUIET, message: ({ base }) => `Deploying to ${base}` },
  'deploy.conflicted': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: ({ files }) => `Conflict with the base branch in ${files.join(', ')}`,
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
