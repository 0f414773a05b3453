import type { AttentionItem } from '../../../core/views/attention.ts'

/** Why something waits for a person, and what the person can do. */
export const reasons: Record<
  AttentionItem['kind'] | 'user' | 'done' | 'nogo',
  { title: string; why: string }
> = {
  approval: {
    title: 'Document to approve',
    why: 'It is written and nobody has approved it. Read it, then approve it or reject it with a reason.',
  },
  unreadable: {
    title: 'Spec cannot be read',
    why: 'A file of this spec is damaged and was left untouched. Repair it, restore it from git, or archive the spec. It is read again as soon as it changes.',
  },
  'needs-discussion': {
    title: 'Needs your decision',
    why: 'The review left points that only a person can decide. Edit the documents and go on (one more round), or take them as they are.',
  },
  'max-rounds': {
    title: 'Review found no end',
    why: 'All rounds are used and there is still something to fix. Go on for one more round, or take the documents as they are.',
  },
  'unreadable-review': {
    title: 'Review reply cannot be read',
    why: 'Its summary table has no counts. Repair the reply and go on, or take the documents as they are.',
  },
  'verdict-nogo': {
    title: 'Inspection says NOGO',
    why: 'Read the report. Let the agent implement again, or fix it yourself and inspect once more.',
  },
  'unreadable-verdict': {
    title: 'Inspection without a verdict',
    why: 'The report gives no single verdict. Inspect once more, or implement again.',
  },
  blocked: {
    title: 'Every open task is blocked',
    why: 'tasks.md says for each of them what stands in the way. Clear it, then resume.',
  },
  'agent-asked': {
    title: 'The agent asked a question',
    why: 'It wrote nothing and asked instead. Your answer goes into its next prompt.',
  },
  'not-available': {
    title: 'Phase is not part of this version',
    why: 'Do this step by hand and set the phase to NOGO so that runs end before it.',
  },
  'crash-loop': {
    title: 'Died again and again',
    why: 'The process that ran it died several times without progress. Look at the log before you go on.',
  },
  interrupted: {
    title: 'Nobody drives this run',
    why: 'Its host is gone. Go on where it stood.',
  },
  'unreadable-state': {
    title: 'Event log is damaged',
    why: 'A line of event-log.jsonl cannot be read. Check the documents, then go on.',
  },
  question: {
    title: 'Agent asks for permission',
    why: 'It waits for your answer. “From now on” holds for exactly this, until the agent ends.',
  },
  budget: {
    title: 'Budget is spent',
    why: 'No further agent is started. Raise the budget of this spec, then go on.',
  },
  untrusted: {
    title: 'Not trusted',
    why: 'The project brings files that would act on this machine, new or changed since you trusted it. Decide on them in the Inbox, then resume.',
  },
  quota: {
    title: 'Out of quota',
    why: 'The agent has no quota for longer than a run waits. Go on when it is free again, or choose another agent in Settings.',
  },
  service: {
    title: 'Service is overloaded or fails',
    why: 'The agent’s service has not worked for longer than a run waits. Go on later, or choose another agent in Settings.',
  },
  network: {
    title: 'No network',
    why: 'The agent has not reached its service for longer than a run waits. Check the network, then go on.',
  },
  'agent-failed': {
    title: 'Agent failed',
    why: 'It ended without finishing its work. Read its last words, then go on.',
  },
  'agent-missing': {
    title: 'Agent could not be started',
    why: 'Its command line program was not found or cannot be executed. Settings → Agents shows what is missing.',
  },
  timeout: {
    title: 'Took too long',
    why: 'The agent was stopped at its time limit. Give it more time in Settings, then go on.',
  },
  postcondition: {
    title: 'Ended without its document',
    why: 'The agent said it was done, but what it had to write is not there.',
  },
  'impl-limit': {
    title: 'Tasks still open after all re-runs',
    why: 'Look at what is open. Reset lets the spec run again.',
  },
  'unreadable-tasks': {
    title: 'tasks.md cannot be judged',
    why: 'Repair it, then go on.',
  },
  'unreadable-spec': {
    title: 'spec.json cannot be read',
    why: 'It was left untouched. Repair it or bring it back from git, then go on.',
  },
  'host-failed': {
    title: 'Disk or system refused',
    why: 'Something the run needs could not be written or started. Repair it, then go on.',
  },
  user: { title: 'Stopped by a person', why: 'Go on whenever you like.' },
  done: { title: 'Completed', why: 'Every phase is done.' },
  nogo: { title: 'Done. Stopped where you set it', why: 'The next phase is set to NOGO.' },
}
