import { ISOLATED_AGENTS } from '../../../core/agents/agent-table.ts'
const labels = (agents: readonly { label: string }[]): string =>
  new Intl.ListFormat('en-GB').format(agents.map(({ label }) => label))

export const inbox = {
  title: 'Inbox',
  empty: "You're all caught up",
  emptyHelp: 'When a run needs a decision, it shows up here.',
  hangTitle: 'Agent not responding',
  hangWhy: 'It has had no output for a long time. Check its log, then wait or stop it.',
  list: 'Waiting entries',
  urgencies: {
    decide: 'For you to decide',
    broken: 'Something broke',
    passing: 'May resolve by itself',
    finished: 'Finished',
  },
  keys: { move: 'move', open: 'open', act: 'press a button' },
  openDocument: 'Open document',
  showLog: 'Show log',
  lastWords: 'Last agent output',
  details: 'Details',
  answerBy: (clock: string) => `Denied if not answered by ${clock}.`,
  trust: {
    title: 'Do you trust this project?',
    why: 'Files or commands in it, or in folders around it, take effect on this machine when a run starts. Nothing of it runs until you decide. If they change later, you are asked again.',
    trust: 'Trust',
    without: 'Run without them',
    withoutHelp: `${labels(ISOLATED_AGENTS.always)} can run without them; ${labels(ISOLATED_AGENTS.unlessPlugins)} can unless there are plugins; other agents are not started.`,
    changed: 'changed since you decided',
    more: (count: number) => `and ${count} more`,
    kinds: {
      command: 'run by the host',
      'agent-file': 'loaded by an agent program',
      prompt: 'replaces our prompt',
      setting: 'project setting',
      spec: 'setting of this spec',
    },
  },
  reject: {
    title: (phase: string) => `Reject ${phase}`,
    about: (phase: string) =>
      `The reason goes to the agent that rewrites ${phase}. If you had approved it, your approval is withdrawn.`,
    reason: 'Reason',
    help: 'Required. Say what must change.',
    confirm: 'Reject',
  },
}
