import type { AttentionItem } from '../../../../core/views/attention.ts'

/** Why something needs you, and what you can do. */
export const reasons: Record<
  AttentionItem['kind'] | 'user' | 'done' | 'nogo',
  { title: string; why: string }
> = {
  approval: {
    title: 'Document awaiting approval',
    why: 'It is written and not yet approved. Read it, then approve it or reject it with a reason.',
  },
  unreadable: {
    title: "Can't read this spec",
    why: 'A file of this spec is damaged and was left untouched. Fix it, restore it from git, or archive the spec. It is read again as soon as it changes.',
  },
  'needs-approval': {
    title: 'Needs your approval',
    why: 'You wanted to approve each document yourself. Read it, then approve it to continue, or request changes and it is rewritten.',
  },
  'needs-answers': {
    title: 'Questions before it begins',
    why: 'The description leaves these points open. Answer what matters to you; for the rest the suggestions are used. Without an answer by the deadline the run continues with all suggestions.',
  },
  'needs-discussion': {
    title: 'Needs your decision',
    why: 'The review left points that only you can decide. Answer them here, or edit the documents yourself and resume (one more round), or accept them as they are.',
  },
  'max-rounds': {
    title: "Review didn't converge",
    why: 'All rounds are used and there are still fixes to make. Decide what is open, resume for one more round, or accept the documents as they are.',
  },
  'unreadable-review': {
    title: "Can't read the review reply",
    why: 'Its summary table has no counts. Fix the reply and resume, or accept the documents as they are.',
  },
  'verdict-nogo': {
    title: 'Inspection says NOGO',
    why: 'Decide what to do about each finding. Or have the agent fix them all, or fix the code yourself and rerun the inspection.',
  },
  'unreadable-verdict': {
    title: 'Inspection has no verdict',
    why: 'The report gives no clear verdict. Rerun the inspection or the implementation.',
  },
  'not-verified': {
    title: 'Not verified',
    why: 'This very code has not passed its verification, inspection or checks: see below. Say what should be done, or resume to try once more.',
  },
  blocked: {
    title: 'All open tasks are blocked',
    why: 'tasks.md says what blocks each of them. Answer here, or resolve it yourself and resume.',
  },
  'agent-asked': {
    title: 'The agent asked a question',
    why: 'It asked instead of writing its document. Your answer goes to it as your decision.',
  },
  'not-available': {
    title: 'Stopped before deploy',
    why: 'An earlier version of this program could not deploy. Resume to do it now.',
  },
  'crash-loop': {
    title: 'Keeps crashing',
    why: 'Its host or its agent crashed several times without progress. Check the log before you resume.',
  },
  interrupted: {
    title: 'Run interrupted',
    why: 'Its host process is gone. Resume to continue where it stopped.',
  },
  'unreadable-state': {
    title: 'Event log is damaged',
    why: 'A line of event-log.jsonl cannot be read. Check the documents, then resume.',
  },
  question: {
    title: 'Agent asks for permission',
    why: 'It is waiting for your answer. “Always allow” covers exactly this request, until the agent ends.',
  },
  budget: {
    title: 'Budget used up',
    why: 'No more agents are started. Raise the budget of this spec, then resume.',
  },
  untrusted: {
    title: 'Project not trusted',
    why: 'The project contains files or commands that take effect where its agents run, new or changed since they were trusted. Review them in the Inbox, or in a fleet on the worker that is named, then resume.',
  },
  quota: {
    title: 'Out of quota',
    why: "The agent's quota is gone for longer than a run waits. Resume when it is available again, or choose another agent in Settings.",
  },
  service: {
    title: 'Service overloaded or failing',
    why: "The agent's service has been down for longer than a run waits. Resume later, or choose another agent in Settings.",
  },
  network: {
    title: 'No network',
    why: 'The agent could not reach its service for longer than a run waits. Check the network, then resume.',
  },
  'agent-failed': {
    title: 'Agent failed',
    why: 'It ended without finishing its work. Read its last output, then resume.',
  },
  'agent-missing': {
    title: 'Agent could not be started',
    why: 'Its command-line program was not found or is not executable. Settings → Agents shows what is missing.',
  },
  timeout: {
    title: 'Timed out',
    why: 'The agent was stopped at its time limit. Raise the limit in Settings, then resume.',
  },
  postcondition: {
    title: 'Finished without its document',
    why: 'The agent reported that it was done, but what it had to write is not there.',
  },
  'impl-limit': {
    title: 'Tasks still open after all re-runs',
    why: 'Check what is open or fails. Say what should be done, or reset the spec to run it again.',
  },
  'unreadable-tasks': {
    title: "Can't read tasks.md",
    why: 'Fix it, then resume.',
  },
  'unreadable-spec': {
    title: "Can't read spec.json",
    why: 'It was left untouched. Fix it or restore it from git, then resume.',
  },
  'host-failed': {
    title: 'System error',
    why: 'Something the run needs could not be written or started. Fix the cause, then resume.',
  },
  workspace: {
    title: 'Workspace changed by others',
    why: 'The worktree, its branch or files in your checkout are not as the run needs them. Nothing was repaired or overwritten. Do what is named below, then resume.',
  },
  conflict: {
    title: 'Conflict with the base branch',
    why: 'The agents could not resolve it. Say which changes to keep and let an agent try again, or resolve it on the branch yourself, then resume.',
  },
  'release-unknown': {
    title: 'Did the release run?',
    why: 'The command after the deploy was cut off before anyone saw how it ended. The work itself is deployed. Check what the command did, then say that it has run, or have it run again.',
  },
  'check-missing': {
    title: 'Check command not found',
    why: 'A declared check cannot be started. Install its program or change the check, then resume.',
  },
  user: { title: 'Stopped', why: 'Resume at any time.' },
  done: { title: 'Completed', why: 'Every phase is done.' },
  nogo: { title: 'Done. Stopped as set', why: 'The next phase is set to NOGO.' },
}
