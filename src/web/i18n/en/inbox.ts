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
  reject: {
    title: (phase: string) => `Reject ${phase}`,
    about: (feature: string) =>
      `The approval of ${feature} is taken back. The reason goes to the agent that writes the document again.`,
    reason: 'Reason',
    help: 'Required. Say what must change.',
    confirm: 'Reject',
  },
}
