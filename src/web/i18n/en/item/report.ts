import type { Decided, ReportGroup, Verdict } from '../../../../contracts/views/report.ts'

const verdicts: Record<Verdict, string> = {
  deployed: 'Deployed',
  'pull-request': 'Pull request open',
  passed: 'Passed, not deployed',
  done: 'Done',
  'needs-you': 'Needs you',
  failed: 'Failed',
  stopped: 'Stopped',
  running: 'Running',
  queued: 'Queued',
  'not-started': 'Not started',
}
const groups: Record<ReportGroup, string> = {
  'needs-you': 'Needs you',
  failed: 'Failed',
  running: 'Running or queued',
  merged: 'Merged or pull request open',
  ended: 'Ended',
}
type Words<K extends Decided['kind']> = (
  decided: Extract<Decided, { kind: K }>,
  phase: (name: string) => string,
) => string
const decided: { [K in Decided['kind']]: Words<K> } = {
  approved: (one, phase) => `${phase(one.phase)} was approved automatically`,
  assumption: ({ text }) => `Assumed: ${text}`,
  suggestion: ({ question, answer }) => `Suggested answer accepted: ${question} ${answer}`,
  denied: ({ tool, summary }) =>
    `Denied, no answer in time: ${[tool, summary].filter(Boolean).join(': ')}`,
  skipped: (one, phase) => `${phase(one.phase)} was skipped: it is NOGO`,
  fixed: ({ inspection }) => `What inspection ${inspection} found was fixed automatically`,
  switched: ({ from, to, ...one }, phase) =>
    `${to} took the place of ${from} in ${phase(one.phase)}`,
  conflict: ({ files }) => `An agent resolved a merge conflict in ${files.join(', ')}`,
  restored: ({ keys }) => `Restored what an agent had changed in the record: ${keys.join(', ')}`,
}

/** How an item went, and what happened in a project. */
export const report = {
  title: 'Report',
  verdicts,
  groups,
  decided,
  decidedTitle: (count: number) => `Decided for you (${count})`,
  of: (item: string) => `How ${item} went`,
  details: 'Details',
  tasks: (done: number, total: number) => `${done}/${total} tasks`,
  rounds: (count: number) => (count === 1 ? '1 review round' : `${count} review rounds`),
  reruns: (count: number) => (count === 1 ? '1 re-run' : `${count} re-runs`),
  files: (count: number, added: number, removed: number) =>
    `${count === 1 ? '1 file' : `${count} files`} +${added} −${removed}`,
  inspection: { go: 'Inspection GO', nogo: 'Inspection NOGO' },
  verification: { verified: 'Verified', 'not-verified': 'Not verified' },
  roundOf: (round: number) => `Round ${round}`,
  toFix: (count: number) => `${count} to fix`,
  toDiscuss: (count: number) => `${count} to discuss`,
  approved: 'approved',
  time: 'Time',
  inAll: (time: string) => `${time} in total`,
  agents: (time: string) => `Agents ${time}`,
  host: (time: string) => `Checks and git ${time}`,
  waiting: (time: string) => `Waiting ${time}`,
  you: (time: string) => `You ${time}`,
  checks: 'Checks',
  review: 'Review',
  changed: 'Files',
  cost: 'Cost',
  launched: (count: number) => (count === 1 ? '1 agent' : `${count} agents`),
  moreFiles: (count: number) => `and ${count} more`,
  finished: 'Run ended',
  openItem: 'Open',
  dismiss: 'Dismiss',
  since: 'Since',
  spans: { '12h': '12 h', '1d': '24 h', '2d': '2 days', '1w': '1 week' },
  from: (clock: string) => `Since ${clock}`,
  nothing: 'Nothing happened in this time',
  nothingHelp: 'Choose a longer time, or start something on the board.',
  spent: 'Spent in this time',
  noneSpent: 'No agent ended in this time',
  notReported: 'cost not reported',
}
