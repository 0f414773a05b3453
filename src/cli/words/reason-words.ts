import { join } from 'node:path'
import type { Phase } from '../../contracts/phases.ts'
import type { RunReason } from '../../contracts/reasons.ts'
import type { Project, Typed } from '../project.ts'

export interface Ending {
  feature: string
  reason: RunReason
  phase: Phase | null
  round: number | null
  /** The folder with the last agent's output; empty when there was none. */
  logs: string
}

export interface EndWords {
  what: string
  /** What a person can do now, with the exact command. */
  todo: string[]
}

/** In words: why a run rests, and how it goes on. */
export function wordsForEnding(ending: Ending, { folders, typed }: Project): EndWords {
  const { feature, logs } = ending
  const spec = join(folders.specsDir, feature)
  const resume = typed('resume', feature)
  return WORDS[ending.reason]({
    feature,
    phase: ending.phase ?? 'the phase',
    spec,
    reply: `${spec}/document-review-${ending.round ?? 'n'}-reply.md`,
    typed,
    resume,
    approveReview: `${typed('approve', feature, 'document-review')} and ${resume}`,
    readLogs: logs === '' ? [] : [`Read what the agent said: out.log and err.log in ${logs}`],
  })
}

interface Told {
  feature: string
  phase: string
  spec: string
  reply: string
  typed: Typed
  resume: string
  approveReview: string
  readLogs: string[]
}

const WORDS: Record<RunReason, (told: Told) => EndWords> = {
  done: () => ({ what: 'Every phase is done.', todo: [] }),
  // Deploy is NOGO from the start: ending there is the usual end, not something to change.
  nogo: ({ phase, feature, typed }) =>
    phase === 'deploy'
      ? { what: 'All is done up to deploy, which is NOGO.', todo: [] }
      : {
          what: `It ends before ${phase}, which is NOGO.`,
          todo: [`Go on: ${typed('run', feature, '--go', phase)}`],
        },
  user: ({ phase, resume }) => ({
    what: `Stopped by a person in ${phase}.`,
    todo: [`Go on: ${resume}`],
  }),
  'needs-discussion': ({ reply, resume, approveReview }) => ({
    what: 'The review left points that a person has to decide.',
    todo: [
      `Read ${reply} and edit the documents as you decide`,
      `Review them once more: ${resume}`,
      `Or take them as they are: ${approveReview}`,
    ],
  }),
  'max-rounds': ({ reply, resume, approveReview }) => ({
    what: 'The review has gone through all its rounds and still finds something to fix.',
    todo: [
      `Read ${reply} and edit the documents`,
      `One more round: ${resume}`,
      `Or take them as they are: ${approveReview}`,
    ],
  }),
  'unreadable-review': ({ reply, resume, approveReview }) => ({
    what: 'The reply to the review gives no counts that can be read.',
    todo: [
      `Look at ${reply}: its summary table needs the columns Fix Required and Needs Discussion`,
      `Go on: ${resume}`,
      `Or take the documents as they are: ${approveReview}`,
    ],
  }),
  'verdict-nogo': ({ spec, resume, feature, typed }) => ({
    what: 'The inspection says NOGO.',
    todo: [
      `Fix what the newest ${spec}/inspection-*.md names, then inspect again: ${resume}`,
      `Or let the agent implement again: ${typed('retry', feature, '--from', 'impl')}`,
    ],
  }),
  'unreadable-verdict': ({ spec, resume }) => ({
    what: 'The inspection report gives no single verdict.',
    todo: [`Look at the newest ${spec}/inspection-*.md`, `Inspect again: ${resume}`],
  }),
  'not-available': ({ phase, feature, typed }) => ({
    what: `${phase} is not part of this version.`,
    todo: [`Merge by hand; end runs before it: ${typed('permit', feature, '--nogo', phase)}`],
  }),
  'crash-loop': ({ readLogs, resume }) => ({
    what: 'The process that ran it died several times without any progress.',
    todo: [...readLogs, `Try again: ${resume}`],
  }),
  interrupted: ({ resume }) => ({
    what: 'Nobody drives this run any more.',
    todo: [`Go on: ${resume}`],
  }),
  'unreadable-state': ({ spec, resume }) => ({
    what: `${spec}/event-log.jsonl has a line that cannot be read.`,
    todo: [`Check the documents in ${spec}, then go on: ${resume}`],
  }),
  budget: ({ feature, typed, resume }) => ({
    what: 'The budget of this spec is spent.',
    todo: [
      `See what was spent: ${typed('budget', feature)}`,
      `Raise it, for example: ${typed('budget', feature, '--usd', '20')}`,
      `Then go on: ${resume}`,
    ],
  }),
  quota: ({ resume, typed, feature }) => ({
    what: 'The agent is out of quota for longer than a run waits.',
    todo: [
      `Go on when it is free again: ${resume}`,
      `Or with another agent: ${typed('run', feature, '--agent', 'ID')}`,
      `Name agents that take over by themselves: ${typed('config', 'set', 'fallback', '["codex"]')}`,
    ],
  }),
  'agent-failed': ({ phase, readLogs, resume }) => ({
    what: `The agent failed in ${phase}.`,
    todo: [...readLogs, `Try again: ${resume}`],
  }),
  'agent-missing': ({ phase, typed, resume }) => ({
    what: `The agent CLI for ${phase} could not be started.`,
    todo: [`See what is missing: ${typed('doctor')}`, `Then go on: ${resume}`],
  }),
  timeout: ({ phase, readLogs, typed, resume }) => ({
    what: `The agent took too long in ${phase} and was stopped.`,
    todo: [
      ...readLogs,
      `Give it more time: ${typed('config', 'set', `timeoutMinutes.${phase}`, 'MINUTES')}`,
      `Then go on: ${resume}`,
    ],
  }),
  postcondition: ({ phase, readLogs, resume }) => ({
    what: `The agent ended ${phase} without the document it had to write.`,
    todo: [...readLogs, `Try again: ${resume}`],
  }),
  'impl-limit': ({ spec, feature, typed }) => ({
    what: 'Tasks are still open after all re-runs of impl.',
    todo: [
      `See what is open: ${spec}/tasks.md`,
      `Let it run again: ${typed('reset', feature)} and ${typed('run', feature)}`,
    ],
  }),
  'unreadable-tasks': ({ spec, resume }) => ({
    what: `${spec}/tasks.md cannot be judged.`,
    todo: [`Repair it, then go on: ${resume}`],
  }),
  'unreadable-spec': ({ spec, resume }) => ({
    what: `${spec}/spec.json cannot be read; it was left untouched.`,
    todo: [`Repair it by hand or bring it back from git, then go on: ${resume}`],
  }),
  'host-failed': ({ resume }) => ({
    what: 'The disk or the system refused something that the run needs.',
    todo: [`Repair what the message above names, then go on: ${resume}`],
  }),
}
