import type { Phase } from '../contracts/phases.ts'
import type { RunReason } from '../contracts/reasons.ts'
import type { Typed } from './project.ts'

export interface Ending {
  feature: string
  reason: RunReason
  phase: Phase | null
  round: number | null
  /** Where the last agent's output is; empty when there was none. */
  logFile: string
}

export interface EndWords {
  what: string
  /** What a person can do now, with the exact command. */
  todo: string[]
}

/** In words: why a run rests, and how it goes on. */
export function wordsForEnding(ending: Ending, typed: Typed): EndWords {
  const { feature, reason } = ending
  const phase = ending.phase ?? 'the next phase'
  const spec = `.kiro/specs/${feature}`
  const round = ending.round ?? 'n'
  const resume = typed('resume', feature)
  const log = ending.logFile === '' ? [] : [`Read what the agent said: ${ending.logFile}`]
  switch (reason) {
    case 'done':
      return { what: 'Every phase is done.', todo: [] }
    case 'nogo':
      return { what: `Stopped before ${phase}: it is NOGO.`, todo: goOn(ending, typed) }
    case 'user':
      return { what: `Stopped by a person in ${phase}.`, todo: [`Go on: ${resume}`] }
    case 'needs-discussion':
      return {
        what: 'The review left points that a person has to decide.',
        todo: [
          `Read ${spec}/document-review-${round}-reply.md and edit the documents as you decide`,
          `Review them once more: ${resume}`,
          `Or take them as they are: ${typed('approve', feature, 'document-review')} and ${resume}`,
        ],
      }
    case 'max-rounds':
      return {
        what: 'The review has gone through all its rounds and still finds something to fix.',
        todo: [
          `Read ${spec}/document-review-${round}-reply.md and edit the documents`,
          `One more round: ${resume}`,
          `Or take them as they are: ${typed('approve', feature, 'document-review')} and ${resume}`,
        ],
      }
    case 'unreadable-review':
      return {
        what: 'The reply to the review gives no counts that can be read.',
        todo: [
          `Write the summary table (Fix Required, Needs Discussion) into ${spec}/document-review-${round}-reply.md, or let it be reviewed again: ${resume}`,
          `Or take the documents as they are: ${typed('approve', feature, 'document-review')} and ${resume}`,
        ],
      }
    default:
      return wordsForFault({ ...ending, reason }, { typed, resume, log })
  }
}

type Fault = Exclude<
  RunReason,
  | 'done'
  | 'nogo'
  | 'user'
  | 'needs-discussion'
  | 'max-rounds'
  | 'unreadable-review'
>

interface Means {
  typed: Typed
  resume: string
  log: string[]
}

function wordsForFault(ending: Ending & { reason: Fault }, means: Means): EndWords {
  const { feature, reason } = ending
  const { typed, resume, log } = means
  const phase = ending.phase ?? 'the phase'
  const spec = `.kiro/specs/${feature}`
  switch (reason) {
    case 'verdict-nogo':
      return {
        what: 'The inspection says NOGO.',
        todo: [
          `Fix what the newest ${spec}/inspection-*.md names, then inspect again: ${resume}`,
          `Or let the agent implement again: ${typed('retry', feature, '--from', 'impl')}`,
        ],
      }
    case 'unreadable-verdict':
      return {
        what: 'The inspection report gives no single verdict.',
        todo: [`Inspect again: ${resume}`],
      }
    case 'not-available':
      return {
        what: `${phase} is not part of this version.`,
        todo: [`End runs before it: ${typed('permit', feature, '--nogo', ending.phase ?? 'deploy')}`],
      }
    case 'crash-loop':
      return {
        what: 'The process that ran it died several times without any progress.',
        todo: [...log, `Try again: ${resume}`],
      }
    case 'interrupted':
      return { what: 'Nobody drives this run any more.', todo: [`Go on: ${resume}`] }
    case 'unreadable-state':
      return {
        what: `${spec}/event-log.jsonl has a line that cannot be read.`,
        todo: [`Check the documents in ${spec}, then go on: ${resume}`],
      }
    case 'agent-failed':
      return {
        what: `The agent failed in ${phase}.`,
        todo: [...log, `Try again: ${resume}`],
      }
    case 'agent-missing':
      return {
        what: `The agent CLI for ${phase} could not be started.`,
        todo: [`See what is missing: ${typed('doctor')}`, `Then go on: ${resume}`],
      }
    case 'timeout':
      return {
        what: `The agent took too long in ${phase} and was stopped.`,
        todo: [
          ...log,
          `Give it more time: ${typed('config', 'set', `timeoutMinutes.${ending.phase ?? 'impl'}`, 'MINUTES')}`,
          `Then go on: ${resume}`,
        ],
      }
    case 'postcondition':
      return {
        what: `The agent ended ${phase} without the document it had to write.`,
        todo: [...log, `Try again: ${resume}`],
      }
    case 'impl-limit':
      return {
        what: 'Tasks are still open after all re-runs of impl.',
        todo: [
          `See what is open: ${spec}/tasks.md`,
          `Let it run again: ${typed('reset', feature)} and ${typed('run', feature)}`,
        ],
      }
    case 'unreadable-tasks':
      return {
        what: `${spec}/tasks.md cannot be judged.`,
        todo: [`Repair it, then go on: ${resume}`],
      }
    case 'unreadable-spec':
      return {
        what: `${spec}/spec.json cannot be read; it was left untouched.`,
        todo: [`Repair it by hand or bring it back from git, then go on: ${resume}`],
      }
    case 'host-failed':
      return {
        what: 'The disk or the system refused something that the run needs.',
        todo: [`Repair what the message above names, then go on: ${resume}`],
      }
    default:
      return reason satisfies never
  }
}

/** Deploy is NOGO from the start: ending there is the usual end, not something to change. */
const goOn = ({ feature, phase }: Ending, typed: Typed): string[] =>
  phase === null || phase === 'deploy' ? [] : [`Go on: ${typed('run', feature, '--go', phase)}`]
