import { taskLabel } from '../readers/tasks/task-names.ts'
import { QUIET, type EntryKinds, type EntryOf } from './entry-kind.ts'
import { MAX_IMPL_RERUNS } from '../workflow/limits.ts'

/** Findings in the documents, spec.json and the event log itself. */
export const DOCUMENT_ENTRIES: EntryKinds<
  | `impl.${'rerun' | 'limit-reached' | 'checked'}`
  | `review.${'written' | 'round-completed' | 'fixes-applied' | 'contradicted'}`
  | 'inspection.completed'
  | `clarify.${'asked' | 'settled'}`
  | `fix.${'rerun' | 'limit-reached'}`
  | 'verification.completed'
  | 'workflow.followed'
  | 'spec.restored'
  | 'documents.strayed'
  | 'tasks.vanished'
  | `journal.${'repaired' | 'rewound'}`
> = {
  'impl.rerun': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: ({ done, total, attempt }) =>
      `Tasks ${done}/${total} done: impl runs again (re-run ${attempt} of ${MAX_IMPL_RERUNS})`,
  },
  'impl.limit-reached': {
    level: 'error',
    toast: 'news',
    person: 'informed',
    message: ({ done, total }) =>
      `Tasks ${done}/${total} done after ${MAX_IMPL_RERUNS} re-runs: the limit is reached`,
  },
  'impl.checked': { ...QUIET, message: ({ done, total }) => `Tasks ${done}/${total} done` },
  'review.written': { ...QUIET, message: ({ round }) => `Review ${round} written` },
  'review.round-completed': {
    level: 'info',
    toast: 'news',
    person: 'none',
    message: ({ round, fixRequired, needsDiscussion }) =>
      `Review round ${round}: ${fixRequired} to fix, ${needsDiscussion} to discuss`,
  },
  'review.fixes-applied': {
    ...QUIET,
    message: ({ round, changed }) =>
      `Fixes of round ${round} ${changed ? 'applied' : 'changed nothing'}`,
  },
  'review.contradicted': {
    ...QUIET,
    level: 'warning',
    message: ({ round, claimed }) =>
      `spec.json said "${claimed}" for round ${round}; the reply document counts`,
  },
  'clarify.asked': {
    ...QUIET,
    message: ({ questions }) =>
      questions.length === 0
        ? 'No questions before the requirements'
        : `Asked before the requirements: ${questions.map(({ title }) => title).join(' ')}`,
  },
  'clarify.settled': {
    level: ({ assumed }) => (assumed.length > 0 ? 'warning' : 'info'),
    toast: 'none',
    person: 'none',
    message: ({ by, assumed }) =>
      by === 'timeout'
        ? `No answer in time; the suggestions are used (${assumed.length})`
        : 'The questions are answered',
  },
  'inspection.completed': {
    ...QUIET,
    message: ({ number, result }) => `Inspection ${number}: ${result.toUpperCase()}`,
  },
  'fix.rerun': {
    level: 'warning',
    toast: 'news',
    person: 'none',
    message: ({ checks, attempt }) =>
      `Checks fail (${checks.join(', ')}): the fix runs again (re-run ${attempt} of ${MAX_IMPL_RERUNS})`,
  },
  'fix.limit-reached': {
    level: 'error',
    toast: 'news',
    person: 'informed',
    message: ({ checks }) =>
      `Checks still fail (${checks.join(', ')}) after ${MAX_IMPL_RERUNS} re-runs of the fix`,
  },
  'verification.completed': {
    ...QUIET,
    message: ({ number, result }) =>
      `Verification ${number}: ${result === 'verified' ? 'VERIFIED' : 'NOT VERIFIED'}`,
  },
  'workflow.followed': {
    ...QUIET,
    message: ({ workflow }) => `Follows the ${workflow} workflow, as its record says`,
  },
  'spec.restored': {
    ...QUIET,
    level: 'warning',
    message: ({ phase, keys }) => {
      const who = phase === null ? 'While agents worked, something else' : `The ${phase} agent`
      return `${who} changed ${keys.join(', ')} in spec.json; your values were restored`
    },
  },
  'documents.strayed': { ...QUIET, level: 'warning', message: strayMessage },
  'tasks.vanished': {
    ...QUIET,
    level: ({ tasks }) => (tasks.length > 0 ? 'warning' : 'info'),
    message: ({ tasks }) =>
      tasks.length === 0
        ? 'All tasks are back in tasks.md'
        : `Missing from tasks.md, counted as open: ${tasks.map(taskLabel).join('; ')}`,
  },
  'journal.repaired': {
    ...QUIET,
    level: 'warning',
    message: ({ dropped }) =>
      `An incomplete last line (${dropped} bytes) was removed from the event log`,
  },
  'journal.rewound': {
    ...QUIET,
    level: 'warning',
    message: ({ known, found, restored }) => {
      if (restored) return 'Something else had changed the event log: it was restored'
      return found < known
        ? `The event log went back from entry ${known} to ${found}: nothing is replayed`
        : 'Something else had changed the event log: nothing follows from what it wrote'
    },
  },
}

function strayMessage({ phase, documents, ticked }: EntryOf<'documents.strayed'>): string {
  const names = Object.keys(documents)
  const written =
    names.length === 0
      ? []
      : [
          `wrote ${names.join(', ')}: used only as input for ${names.length === 1 ? 'its own phase' : 'their own phases'}`,
        ]
  const boxes = ticked ? ['checked off every task: impl runs anyway'] : []
  return `The ${phase} agent ${[...written, ...boxes].join('; it ')}`
}
