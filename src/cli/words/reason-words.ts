import { SECOND_AGENT } from '../../core/agents/agent-table.ts'
import { join } from 'node:path'
import { approvablePhaseSchema } from '../../contracts/phase-schemas.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { ItemKind } from '../../contracts/work-item.ts'
import { definitionOf, phasesBefore, workflowOf } from '../../core/workflow/workflows.ts'
import type { QuestionKind } from '../../contracts/asked/questions.ts'
import type { RunReason } from '../../contracts/reasons.ts'
import { findGitRoot } from '../../host/project/find-project.ts'
import { quoted } from '../../host/shell/quoted.ts'
import type { Project, Typed } from '../project.ts'
import { PHASE_TITLES } from './phase-titles.ts'

export interface Ending {
  name: string
  /** Set when it stopped at a question that can be answered in words. */
  asks?: QuestionKind | null
  reason: RunReason
  phase: Phase | null
  round: number | null
  /** The folder with the last agent's output; empty when there was none. */
  logs: string
  /** Where its code is; null: in the checkout. */
  worktree: { path: string; branch: string; base: string } | null
  /** What became of it: the commit on the base branch or the pull request. */
  deployed: { commit: string | null; url: string | null } | null
}

export interface EndWords {
  what: string
  /** What you can do now, with the exact command. */
  todo: string[]
}

/** Why a run is not running, and how to continue. */
export function wordsForEnding(ending: Ending, { folders, typed, kind }: Project): EndWords {
  const { name, logs } = ending
  const spec = join(kind === 'bug' ? folders.bugsDir : folders.specsDir, name)
  const resume = typed('resume', name)
  const { what, todo } = WORDS[ending.reason]({
    ending,
    name,
    kind,
    phase: ending.phase ?? 'the phase',
    title: ending.phase === null ? 'the next phase' : PHASE_TITLES[ending.phase],
    code: whereTheCodeIs(ending, folders.projectDir, typed),
    spec,
    reply: `${spec}/document-review-${ending.round ?? 'n'}-reply.md`,
    typed,
    resume,
    approveReview: typed('approve', name, 'document-review', '--resume'),
    readLogs: logs === '' ? [] : [`Read the agent output: out.log and err.log in ${logs}`],
  })
  // The page offers this first, too.
  const answer = `See what is asked and answer it: ${typed('answer', name)}`
  return { what, todo: (ending.asks ?? null) === null ? todo : [answer, ...todo] }
}

interface EndFacts {
  kind: ItemKind
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

/** Whether an earlier phase has written code. */
const hasCodeBefore = (kind: ItemKind, phase: Phase | null): boolean =>
  phase !== null &&
  phasesBefore(workflowOf({ workflow: kind }), phase).some(
    (earlier) => definitionOf(earlier).kind === 'code',
  )

const isRelease = (phase: Phase | null): boolean =>
  phase !== null && definitionOf(phase).kind === 'release'

function whereTheCodeIs(ending: Ending, projectDir: string, typed: Typed): string[] {
  const page = `View it in the page: ${typed('open')}`
  const { worktree, deployed } = ending
  if (deployed !== null && deployed.url !== null) return [`Merge it: ${deployed.url}`, page]
  if (deployed !== null && deployed.commit !== null) {
    const show = `git -C ${quoted(projectDir)} show ${deployed.commit.slice(0, 12)}`
    return [`See what was deployed: ${show}`, page]
  }
  if (worktree !== null) {
    const { path, branch, base } = worktree
    const range = `${base}...${branch}`
    return [
      `The code is on branch ${branch}, in ${path}`,
      `See the changes: git -C ${quoted(path)} diff ${quoted(range)}`,
      `Deploy it to ${base}: ${typed('deploy', ending.name)}`,
      page,
    ]
  }
  const isInGit = findGitRoot(projectDir) !== null
  return [
    `The code is in ${projectDir}`,
    ...(isInGit ? [`See the changes: git -C ${quoted(projectDir)} status`] : []),
    page,
  ]
}

/** A manual phase does not approve its document: that is the next step. */
function afterOnePhase({ ending, name, spec, code, typed }: EndFacts): string[] {
  const { data: phase } = approvablePhaseSchema.safeParse(ending.phase)
  if (phase === undefined) return code
  return [`Read it in ${spec}, then approve it: ${typed('approve', name, phase)}`]
}

/** It was already done when the run began, so no agent was started. */
const doneBefore = ({ name, typed, code }: EndFacts): EndWords => ({
  what: 'Already done: every task is ticked, and its record says so. Nothing was started.',
  todo: [...code, `To rerun it from a phase: ${typed('retry', name, '--from', 'inspection')}`],
})

const WORDS: Record<RunReason, (facts: EndFacts) => EndWords> = {
  done: (facts) =>
    facts.ending.phase === null
      ? doneBefore(facts)
      : isRelease(facts.ending.phase)
        ? { what: 'Done. Every phase has passed.', todo: facts.code }
        : { what: `Done. ${facts.title} has run.`, todo: afterOnePhase(facts) },
  nogo: ({ ending, phase, title, name, typed, spec, code, kind }) => ({
    what: `Done. Stopped before ${title}, as set.`,
    todo: [
      ...(hasCodeBefore(kind, ending.phase) ? code : [`The documents are in ${spec}`]),
      // Deploy is NOGO from the start: ending there is the usual end, not something to change.
      ...(isRelease(ending.phase) ? [] : [`Continue: ${typed('run', name, '--go', phase)}`]),
    ],
  }),
  user: ({ phase, resume }) => ({ what: `Stopped in ${phase}.`, todo: [`Resume: ${resume}`] }),
  'needs-approval': ({ name, phase, spec, typed }) => ({
    what: `${phase} is ready and needs your approval.`,
    todo: [
      `Read it in ${spec}`,
      `Approve it: ${typed('approve', name, phase, '--resume')}`,
      `Or request changes: ${typed('reject', name, phase, '--reason', 'what must change', '--resume')}`,
    ],
  }),
  'needs-answers': ({ name, spec, typed, resume }) => ({
    what: 'Questions are open before the requirements.',
    todo: [
      `Read them in ${spec}/questions.md`,
      `Answer: ${typed('answer', name)}`,
      `Or use the suggestions: ${resume}`,
    ],
  }),
  'needs-discussion': ({ reply, resume, approveReview }) => ({
    what: 'The review left points that only you can decide.',
    todo: [
      `Read ${reply} and edit the documents as you decide`,
      `Review them once more: ${resume}`,
      `Or accept them as they are: ${approveReview}`,
    ],
  }),
  'max-rounds': ({ reply, resume, approveReview }) => ({
    what: "The review didn't converge: all rounds are used and there are still fixes to make.",
    todo: [
      `Read ${reply} and edit the documents`,
      `One more round: ${resume}`,
      `Or accept them as they are: ${approveReview}`,
    ],
  }),
  'unreadable-review': ({ reply, resume, approveReview }) => ({
    what: "Can't read the review reply: its summary table has no counts.",
    todo: [
      `Fix ${reply}: its summary table needs the columns Fix Required and Needs Discussion`,
      `Resume: ${resume}`,
      `Or accept the documents as they are: ${approveReview}`,
    ],
  }),
  'verdict-nogo': ({ spec, resume, name, typed }) => ({
    what: 'The inspection says NOGO.',
    todo: [
      `Read what is missing in the latest ${spec}/inspection-*.md`,
      `Let the agent fix it: ${typed('phase', name, 'impl', '--fix')}`,
      `Or resume the run: ${resume}`,
    ],
  }),
  'unreadable-verdict': ({ spec, resume, kind }) =>
    kind === 'bug'
      ? {
          what: 'The verification has no clear verdict.',
          todo: [`Read ${spec}/verification.md`, `Rerun the verification: ${resume}`],
        }
      : {
          what: 'The inspection report has no clear verdict.',
          todo: [`Read the latest ${spec}/inspection-*.md`, `Rerun the inspection: ${resume}`],
        },
  'not-verified': ({ ending, spec, resume }) =>
    isRelease(ending.phase)
      ? {
          what: 'This very code has not passed its inspection or checks: it is not deployed.',
          todo: [`Have it verified again: ${resume}`],
        }
      : {
          what: 'The verification says that the bug is not fixed.',
          todo: [`Read ${spec}/verification.md`, `One more fix and verification: ${resume}`],
        },
  'not-available': ({ phase, resume }) => ({
    what: `Stopped before ${phase}: an earlier version could not do it.`,
    todo: [`Do it now: ${resume}`],
  }),
  blocked: ({ spec, resume }) => ({
    what: 'All open tasks are blocked.',
    todo: [`Resolve what ${spec}/tasks.md lists under _Blocked:_`, `Then resume: ${resume}`],
  }),
  'agent-asked': ({ resume }) => ({
    what: 'The agent asked a question instead of doing its work.',
    todo: [`Then resume: ${resume}`],
  }),
  'crash-loop': ({ readLogs, resume }) => ({
    what: 'The run keeps crashing: its host or its agent crashed several times without progress.',
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
      `See what was used: ${typed('budget', name)}`,
      `Raise it, for example: ${typed('budget', name, '--usd', '20')}`,
      `Then resume: ${resume}`,
    ],
  }),
  untrusted: ({ resume, typed }) => ({
    what: 'The project contains files or commands that take effect where its agents run, new or changed since they were trusted.',
    todo: [
      `Review and trust them: ${typed('trust')}; in a fleet on the worker that is named above`,
      `Then resume: ${resume}`,
    ],
  }),
  quota: ({ resume, typed, name }) => ({
    what: 'The agent is out of quota for longer than a run waits.',
    todo: [
      `Resume when quota is available again: ${resume}`,
      `Or with another agent: ${typed('run', name, '--agent', 'ID')}`,
      `Set fallback agents: ${typed('config', 'set', 'fallback', JSON.stringify([SECOND_AGENT]))}`,
    ],
  }),
  service: ({ resume, typed, name }) => ({
    what: "The agent's service has been overloaded or failing for longer than a run waits.",
    todo: [
      `Resume later: ${resume}`,
      `Or with another agent: ${typed('run', name, '--agent', 'ID')}`,
    ],
  }),
  network: ({ resume }) => ({
    what: 'The agent could not reach its service for longer than a run waits.',
    todo: [`Check the network, then resume: ${resume}`],
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
      `Raise the time limit: ${typed('config', 'set', `timeoutMinutes.${phase}`, 'MINUTES')}`,
      `Then resume: ${resume}`,
    ],
  }),
  postcondition: ({ phase, readLogs, resume }) => ({
    what: `The agent finished ${phase} without writing its document.`,
    todo: [...readLogs, `Try again: ${resume}`],
  }),
  'impl-limit': ({ spec, name, typed, kind }) => ({
    what:
      kind === 'bug'
        ? 'Checks still fail after all re-runs of the fix.'
        : 'Tasks are still open after all re-runs of impl.',
    todo: [
      ...(kind === 'bug' ? [] : [`See what is open: ${spec}/tasks.md`]),
      `Reset and run it: ${typed('reset', name)} and ${typed('run', name)}`,
    ],
  }),
  'unreadable-tasks': ({ spec, resume }) => ({
    what: `Can't read ${spec}/tasks.md as a list of tasks.`,
    todo: [`Fix it, then resume: ${resume}`],
  }),
  'unreadable-spec': ({ spec, resume }) => ({
    what: `Can't read ${spec}/spec.json; it was left untouched.`,
    todo: [`Fix it or restore it from git, then resume: ${resume}`],
  }),
  'host-failed': ({ resume }) => ({
    what: 'System error: something the run needs could not be written or started.',
    todo: [`Fix the cause named above, then resume: ${resume}`],
  }),
  workspace: ({ resume }) => ({
    what: 'The worktree, its branch or files in your checkout are not as the run needs them.',
    todo: [`Do what is named above, then resume: ${resume}`],
  }),
  conflict: ({ resume }) => ({
    what: 'The work conflicts with the base branch, and the agents could not resolve it.',
    todo: [`Resolve it on the branch, or let an agent try again: ${resume}`],
  }),
  'release-unknown': ({ name, typed }) => ({
    what: 'The work is deployed, but the end of deploy.command was not seen.',
    todo: [
      `Check what it did. If it has run: ${typed('deploy', name, '--has-run')}`,
      `If it has to run again: ${typed('deploy', name, '--run-again')}`,
      `If it may always be repeated: ${typed('config', 'set', 'deploy.repeatable', 'true')}`,
    ],
  }),
  'check-missing': ({ typed, resume }) => ({
    what: 'A declared check cannot be started: its program was not found.',
    todo: [`See the checks: ${typed('checks')}`, `Then resume: ${resume}`],
  }),
}
