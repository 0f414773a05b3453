export const inbox = {
  title: 'Inbox',
  empty: 'Nothing waits for you',
  emptyHelp: 'When a run needs a decision, it shows up here.',
  hangTitle: 'Agent is silent',
  hangWhy: 'It has printed nothing for a long time. Look at its log, then wait or stop it.',
  openDocument: 'Open document',
  showLog: 'Show log',
  lastWords: 'Last words of the agent',
  details: 'Details',
  answerBy: (clock: string) => `Without an answer by ${clock} it is denied.`,
  trust: {
    title: 'Do you trust this project?',
    why: 'It brings files that would act on this machine once an agent is started. No agent starts before you decide. What changes later is asked for again.',
    trust: 'Trust',
    without: 'Run without them',
    withoutHelp:
      'Claude, Codex and Gemini can run without them; OpenCode can unless there are plugins; other agents are not started.',
    changed: 'changed since you decided',
    more: (count: number) => `and ${count} more`,
    kinds: {
      'agent-file': "read by an agent's program",
      prompt: 'replaces our prompt',
      setting: 'chooses for the project',
      spec: 'chooses for this spec',
    },
  },
  reject: {
    title: (phase: string) => `Reject ${phase}`,
    about: (feature: string) =>
      `The approval of ${feature} is taken back. The reason goes to the agent that writes the document again.`,
    reason: 'Reason',
    help: 'Required. Say what must change.',
    confirm: 'Reject',
  },
}
