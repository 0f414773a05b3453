import type { JournalEntry } from '../../../../contracts/journal.ts'
import type { PhaseParts } from '../../../../contracts/run-state.ts'
import { foldEntry, type EntryFold } from '../../../journal/entry-fold.ts'
import type { PhasePart } from '../../phase-part.ts'
import { definitionOf, phaseOf } from '../../workflows.ts'

type Part = PhaseParts['deploy']
type GitDone = Extract<JournalEntry, { type: 'git.completed' }>

const NOT_QUEUED = { queued: null, isHeld: false, isLooked: false } as const
const NOT_PREPARED = { ...NOT_QUEUED, ready: null, conflict: null, repair: null } as const
const NOTHING_COUNTED = { conflictAttempts: 0, integrations: 0, repairs: 0 } as const

/** What has landed stays where it was prepared: its command runs there. */
const begun = (part: Part): Part => ({
  ...part,
  ...NOT_PREPARED,
  ...NOTHING_COUNTED,
  ready: part.landed === null ? null : part.ready,
})

const ended = (part: Part): Part => (part.queued === null ? part : { ...part, ...NOT_QUEUED })

/** Forgets the last deploy: the code is no longer what the base has. */
const rewritten = (part: Part): Part => ({
  ...part,
  ...NOT_PREPARED,
  landed: null,
  hasRunCommand: false,
  openCommand: null,
  isCleaned: false,
  done: null,
  isConcluding: false,
})

const FOLD: EntryFold<Part> = {
  'run.started': begun,
  'run.resumed': begun,
  'run.paused': ended,
  'run.failed': ended,
  'run.completed': ended,
  // Other waits release what the run holds; the working tree is requested before the base.
  'run.waiting': (part, entry) => (entry.for === 'working-tree' ? part : ended(part)),
  'verdict.outdated': (part) => ({ ...ended(part), repair: null }),
  'deploy.queued': (part, { base, time }) => ({
    ...part,
    ...NOT_QUEUED,
    queued: { base, at: time },
  }),
  'deploy.started': (part) => ({ ...part, isHeld: true, isLooked: false }),
  'step.started': (part, { phase, mode }) => {
    if (mode === 'conflict') return { ...part, conflictAttempts: part.conflictAttempts + 1 }
    if (mode === 'repair')
      return { ...part, repair: part.repair && { ...part.repair, stage: 'tried' } }
    const isCode = definitionOf(phaseOf(phase)).kind === 'code'
    return isCode && (part.landed !== null || part.isConcluding) ? rewritten(part) : part
  },
  'deploy.repair-started': (part, { attempt, checks }) => ({
    ...part,
    repairs: attempt,
    // What is ready contains the newest base: the branch has to catch up with it first.
    repair: { checks, stage: part.ready === null ? 'open' : 'behind' },
  }),
  'git.completed': gitDone,
  'check.started': (part, { work, agentId }) =>
    work.purpose === 'deploy-command' ? { ...part, openCommand: agentId } : part,
  'check.completed': (part, { purpose, result, notStarted }) =>
    purpose === 'deploy-command' && (result !== 'stopped' || notStarted === true)
      ? { ...part, hasRunCommand: result === 'passed', openCommand: null }
      : part,
  'deploy.release-settled': (part, { hasRun }) => ({
    ...part,
    hasRunCommand: hasRun,
    openCommand: null,
  }),
  // The next deploy is about other work: nothing of this one may carry over.
  'deploy.completed': (part, { commit, url }) => ({
    ...rewritten(part),
    done: { commit, url },
    isConcluding: true,
  }),
  'phase.completed': (part) => (part.isConcluding ? { ...part, isConcluding: false } : part),
}

function gitDone(part: Part, { result, act }: GitDone): Part {
  switch (result?.type) {
    case 'recorded': {
      const looked = part.isHeld ? { ...part, isLooked: true } : part
      return act === 'catch-up' ? caughtUp(looked) : looked
    }
    case 'ready': {
      const { commit, tree, onto, path } = result
      const integrations = part.integrations + 1
      return {
        ...part,
        ready: { commit, tree, onto, path },
        conflict: null,
        integrations,
        repair: null,
      }
    }
    case 'conflict': {
      const { files, path } = result
      return { ...part, ready: null, conflict: { files, path } }
    }
    case 'base-moved':
      return { ...part, ready: null, conflict: null }
    case 'moved':
    case 'committed':
      return { ...part, landed: { commit: result.commit, url: null } }
    case 'pull-request':
      return { ...part, landed: { commit: result.commit, url: result.url } }
    case 'cleaned':
      return { ...part, isCleaned: true }
    case 'workspace':
    case 'in-the-way':
    case 'finding':
    case undefined:
      return part
    default:
      return result satisfies never
  }
}

const caughtUp = (part: Part): Part => ({
  ...part,
  ready: null,
  repair: part.repair && { ...part.repair, stage: 'open' },
})

export const DEPLOY_PART: PhasePart<'deploy'> = {
  initial: {
    ...NOT_PREPARED,
    ...NOTHING_COUNTED,
    landed: null,
    hasRunCommand: false,
    openCommand: null,
    isCleaned: false,
    done: null,
    isConcluding: false,
  },
  after: (part, entry) => foldEntry(FOLD, part, entry),
}
