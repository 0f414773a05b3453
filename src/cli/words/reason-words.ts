import { SECOND_AGENT } from '../../core/agents/agent-table.ts'
import { join } from 'node:path'
import { approvablePhaseSchema } from '../../contracts/phase-schemas.ts'
import type { Phase } from '../../contracts/phases.ts'
import { SPEC_WORKFLOW } from '../../core/workflow/spec-workflow.ts'
import { definitionOf, phasesBefore } from '../../core/workflow/workflows.ts'
import type { RunReason } from '../../contracts/reasons.ts'
import { findGitRoot } from '../../host/project/find-project.ts'
import { quoted } from '../../host/shell/quoted.ts'
import type { Project, Typed } from '../project.ts'
import { PHASE_TITLES } from './phase-titles.ts'

export interface Ending {
  name: string
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
  const { name, logs } = ending
  const spec = join(folders.specsDir, name)
  const resume = typed('resume', name)
  return WORDS[ending.reason]({
    ending,
    name,
    phase: ending.phase ?? 'the phase',
    title: ending.phase === null ? 'the next phase' : PHASE_TITLES[ending.phase],
    code: whereTheCodeIs(folders.projectDir, typed),
    spec,
    reply: `${spec}/document-review-${ending.round ?? 'n'}-reply.md`,
    typed,
    resume,
    approveReview: `${typed('approve', name, 'document-review')} and ${resume}`,
    readLogs: logs === '' ? [] : [`Read what the agent said: out.log and err.log in ${logs}`],
  })
}

interface EndFacts {
  ending: Ending
  name: string
  phase: string
  title: string
  /** Where the code is and how to look at it. */
  code: string[]
  spec: string
  reply: string
  typed: Typed
  resume: string
  approveReview: string
  readLogs: string[]
}

/** The run ended before it, and code was written before it. */
const hasCodeBefore = (phase: Phase | null): boolean =>
  phase !== null &&
  phasesBefore(SPEC_WORKFLOW, phase).some((earlier) => definitionOf(earlier).kind === 'code')

const isRelease = (phase: Phase | null): boolean =>
  phase !== null && definitionOf(phase).kind === 'release'

function whereTheCodeIs(projectDir: string, typed: Typed): string[] {
  const isInGit = findGitRoot(projectDir) !== null
  return [
    `The code is in ${projectDir}`,
    ...(isInGit ? [`See what changed: git -C ${quoted(projectDir)} status`] : []),
    `Look at it in the page: ${typed('open')}`,
  ]
}

/** A phase that was run by hand approves nothing. */
function afterOnePhase({ ending, name, spec, code, typed }: EndFacts): string[] {
  const { data: phase } = approvablePhaseSchema.safeParse(ending.phase)
  if (phase === undefined) return code
  return [`Read it in ${spec}, then approve it: ${typed('approve', name, phase)}`]
}

const WORDS: Record<RunReason, (told: EndFacts) => EndWords> = {
  done: (told) =>
    told.ending.phase === null || isRelease(told.ending.phase)
      ? { what: 'Done. Every phase has passed.', todo: told.code }
      : { what: `Done. ${told.title} has run.`, todo: afterOnePhase(told) },
  nogo: ({ ending, phase, title, name, typed, spec, code }) => ({
    what: `Done. Stopped before ${title}, as set.`,
    todo: [
      ...(hasCodeBefore(ending.phase) ? code : [`The documents are in ${spec}`]),
      // Deploy is NOGO from the start: ending there is the usual end, not something to change.
      ...(isRelease(ending.phase) ? [] : [`Continue: ${typed('run', name, '--go', phase)}`]),
    ],
  }),
  user: ({ phase, resume }) => ({ what: `Stopped in ${phase}.`, todo: [`Resume: ${resume}`] }),
  'needs-discussion': ({ reply, resume, approveReview }) => ({
    what: 'The review left points that a person has to decide.',
    todo: [
      `Read ${reply} and edit the documents as you decide`,
      `Review them once more: ${resume}`,
      `Or accept them as they are: ${approveReview}`,
    ],
  }),
  'max-rounds': ({ reply, resume, approveReview }) => ({
    what: "The review didn't converge: all its rounds are used and something is left to fix.",
    todo: [
      `Read ${reply} and edit the documents`,
      `One more round: ${resume}`,
      `Or accept them as they are: ${approveReview}`,
    ],
  }),
  'unreadable-review': ({ reply, resume, approveReview }) => ({
    what: 'The reply to the review gives no counts that can be read.',
    todo: [
      `Look at ${reply}: its summary table needs the columns Fix Required and Needs Discussion`,
      `Resume: ${resume}`,
      `Or accept the documents as they are: ${approveReview}`,
    ],
  }),
  'verdict-nogo': ({ spec, resume, name, typed }) => ({
    what: 'The inspection says NOGO.',
    todo: [
      `Fix what the newest ${spec}/inspection-*.md names, then inspect again: ${resume}`,
      `Or let the agent implement again: ${typed('retry', name, '--from', 'impl')}`,
    ],
  }),
  'unreadable-verdict': ({ spec, resume }) => ({
    what: 'The inspection report gives no single verdict.',
    todo: [`Look at the newest ${spec}/inspection-*.md`, `Inspect again: ${resume}`],
  }),
  'not-available': ({ phase, name, typed }) => ({
    what: `${phase} is not part of this version.`,
    todo: [`Merge by hand; end runs before it: ${typed('permit', name, '--nogo', phase)}`],
  }),
  blocked: ({ spec, resume }) => ({
    what: 'Every open task says why it cannot be done.',
    todo: [`Clear what ${spec}/tasks.md names under _Blocked:_`, `Then resume: ${resume}`],
  }),
  'agent-asked': ({ name, typed, resume }) => ({
    what: 'The agent asked a question instead of doing its work.',
    todo: [`Answer it: ${typed('answer', name, 'TEXT')}`, `Then resume: ${resume}`],
  }),
  'crash-loop': ({ readLogs, resume }) => ({
    what: 'The run keeps crashing: its process died several times without any progress.',
    todo: [...readLogs, `Try again: ${resume}`],
  }),
  interrupted: ({ resume }) => ({
    what: 'The run was interrupted: its process has ended.',
    todo: [`Resume: ${resume}`],
  }),
  'unreadable-state': ({ spec, resume }) => ({
    what: `${spec}/event-log.jsonl has a line that cannot be read.`,
    todo: [`Check the documents in ${spec}, then resume: ${resume}`],
  }),
  budget: ({ name, typed, resume }) => ({
    what: 'The budget of this spec is used up.',
    todo: [
      `See what was spent: ${typed('budget', name)}`,
      `Raise it, for example: ${typed('budget', name, '--usd', '20')}`,
      `Then resume: ${resume}`,
    ],
  }),
  untrusted: ({ resume, typed }) => ({
    what: 'The project brings what would act on your machine, new or changed since you trusted it.',
    todo: [`Look at it and trust it: ${typed('trust')}`, `Then resume: ${resume}`],
  }),
  quota: ({ resume, typed, name }) => ({
    what: 'The agent is out of quota for longer than a run waits.',
    todo: [
      `Resume when it is free again: ${resume}`,
      `Or with another agent: ${typed('run', name, '--agent', 'ID')}`,
      `Name agents that take over by themselves: ${typed('config', 'set', 'fallback', JSON.stringify([SECOND_AGENT]))}`,
    ],
  }),
  service: ({ resume, typed, name }) => ({
    what: "The agent's service has been overloaded or failing for longer than a run waits.",
    todo: [
      `Go on later: ${resume}`,
      `Or with another agent: ${typed('run', name, '--agent', 'ID')}`,
    ],
  }),
  network: ({ resume }) => ({
    what: 'The agent has not reached its service for longer than a run waits.',
    todo: [`Check the network, then go on: ${resume}`],
  }),
  'agent-failed': ({ phase, readLogs, resume }) => ({
    what: `The agent failed in ${phase}.`,
    todo: [...readLogs, `Try again: ${resume}`],
  }),
  'agent-missing': ({ phase, typed, resume }) => ({
    what: `The agent CLI for ${phase} could not be started.`,
    todo: [`See what is missing: ${typed('doctor')}`, `Then resume: ${resume}`],
  }),
  timeout: ({ phase, readLogs, typed, resume }) => ({
    what: `The agent timed out in ${phase} and was stopped.`,
    todo: [
      ...readLogs,
      `Give it more time: ${typed('config', 'set', `timeoutMinutes.${phase}`, 'MINUTES')}`,
      `Then resume: ${resume}`,
    ],
  }),
  postcondition: ({ phase, readLogs, resume }) => ({
    what: `The agent finished ${phase} without writing its document.`,
    todo: [...readLogs, `Try again: ${resume}`],
  }),
  'impl-limit': ({ spec, name, typed }) => ({
    what: 'Tasks are still open after all re-runs of impl.',
    todo: [
      `See what is open: ${spec}/tasks.md`,
      `Let it run again: ${typed('reset', name)} and ${typed('run', name)}`,
    ],
  }),
  'unreadable-tasks': ({ spec, resume }) => ({
    what: `${spec}/tasks.md cannot be read as a list of tasks.`,
    todo: [`Repair it, then resume: ${resume}`],
  }),
  'unreadable-spec': ({ spec, resume }) => ({
    what: `${spec}/spec.json cannot be read; it was left untouched.`,
    todo: [`Repair it by hand or bring it back from git, then resume: ${resume}`],
  }),
  'host-failed': ({ resume }) => ({
    what: 'System error: the disk or the system refused something that the run needs.',
    todo: [`Repair what the message above names, then resume: ${resume}`],
  }),
}
