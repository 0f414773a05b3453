import { join } from 'node:path'
import type { Precondition } from '../../../contracts/rejections.ts'
import { amountInWords } from '../../../core/state/spent.ts'
import { MAX_IMPL_RERUNS } from '../../../core/workflow/limits.ts'
import { phasesOf, workflowOf } from '../../../core/workflow/workflows.ts'
import { itemDirOf } from '../../../host/project/folders.ts'
import type { Project, Typed } from '../../project.ts'
import type { Of, Words } from './words.ts'

type RunRejection = Of<
  | 'ALREADY_EXECUTING'
  | 'IMPL_LIMIT'
  | 'NOTHING_TO_RESUME'
  | 'PRECONDITION'
  | 'NOT_IN_WORKFLOW'
  | 'RETRY_LIMIT'
  | 'NO_FINDINGS_TO_FIX'
  | 'NO_REVIEW_TO_FIX'
  | 'BUDGET_SPENT'
  | 'NOT_GENERATED'
  | 'NO_OPEN_RELEASE'
  | 'PLAN_WRITES_NOTHING'
>

export function wordsForRun(rejection: RunRejection, { typed, folders }: Project): Words {
  const { item } = rejection
  switch (rejection.code) {
    case 'ALREADY_EXECUTING':
      return {
        message: `${item.name} is already running`,
        remedy: `Watch it: ${typed('log', item.name, '--follow')}. Stop it: ${typed('stop', item.name)}. If the process that ran it crashed, resume it: ${typed('resume', item.name)}`,
      }
    case 'IMPL_LIMIT':
      return {
        message: `${item.name} is in error (impl-limit): ${open(rejection)} after ${MAX_IMPL_RERUNS} re-runs of impl, so it needs a reset before it can run again`,
        remedy: `See what is open in ${join(itemDirOf(folders, item), 'tasks.md')}, then reset and run it: ${typed('reset', item.name)} and ${typed('run', item.name)}`,
      }
    case 'NOTHING_TO_RESUME':
      return {
        message: `${item.name} is ${rejection.status}: there is nothing to resume`,
        remedy: `Run it: ${typed('run', item.name)}`,
      }
    case 'PRECONDITION':
      return {
        message: `${rejection.phase} of ${item.name} cannot run yet: ${rejection.missing.map(lack).join(', ')}`,
        remedy: remedyFor(rejection, typed),
      }
    case 'NOT_IN_WORKFLOW':
      return {
        message: `${item.name} has no phase ${rejection.phase}: it follows the ${rejection.workflow} workflow`,
        remedy: `Its phases: ${phasesOf(workflowOf(rejection)).join(', ')}`,
      }
    case 'RETRY_LIMIT':
      return {
        message: `${rejection.phase} of ${item.name} was already retried ${rejection.limit} times in this run`,
        remedy: `Look at what keeps it from passing, then reset and run it: ${typed('reset', item.name)} and ${typed('run', item.name)}`,
      }
    case 'PLAN_WRITES_NOTHING':
      return {
        message: `With permission mode plan agents cannot write files, but ${rejection.phase} of ${item.name} has to write a document`,
        remedy: 'Use ask, edit or full',
      }
    case 'NO_OPEN_RELEASE':
      return {
        message: `No deploy.command of ${item.name} waits for your decision`,
        remedy: `See where it stands: ${typed('status', item.name)}. Deploy it: ${typed('deploy', item.name)}`,
      }
    case 'NO_FINDINGS_TO_FIX':
      return {
        message: `The last inspection of ${item.name} found nothing to fix`,
        remedy: `Inspect it first: ${typed('phase', item.name, 'inspection')}`,
      }
    case 'NO_REVIEW_TO_FIX':
      return {
        message: `${item.name} has no review reply with fixes to apply`,
        remedy: `Review first: ${typed('phase', item.name, 'document-review')}`,
      }
    case 'BUDGET_SPENT': {
      const { kind, spent, budget } = rejection
      return {
        message: `The budget of ${item.name} is used up: ${amountInWords(kind, spent)} of ${amountInWords(kind, budget)}`,
        remedy: `Raise it: ${typed('budget', item.name, `--${kind}`, String(Math.ceil(Math.max(spent, budget) * 2)))}, or remove the limit: ${typed('budget', item.name, `--${kind}`, 'none')}`,
      }
    }
    case 'NOT_GENERATED':
      return {
        message: `${rejection.phase} of ${item.name} is not written yet, so it cannot be approved or rejected`,
        remedy: `Write it first: ${typed('run', item.name)}`,
      }
    default:
      return rejection satisfies never
  }
}

const open = ({ done, total }: Of<'IMPL_LIMIT'>): string =>
  done === null || total === null
    ? 'tasks were open'
    : `${total - done} of ${total} tasks were open`

const lack = ({ phase, needs }: Precondition): string => {
  if (needs === 'tasks-done') return 'tasks are open'
  return needs === 'passed' ? `${phase} has not passed` : `${phase} is not ${needs}`
}

function remedyFor({ item, missing }: Of<'PRECONDITION'>, typed: Typed): string {
  const unapproved = missing.find(({ needs }) => needs === 'approved')
  return unapproved === undefined
    ? `Run the phases before it: ${typed('run', item.name)}`
    : `Write it if it is missing, then approve it: ${typed('approve', item.name, unapproved.phase)}`
}
