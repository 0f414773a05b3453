/** How much of a spec the user decides. */
export const involvement = {
  title: 'Your part',
  approvals: 'Approve each document myself',
  approvalsHelp: 'The run pauses after every document until you approve it or request changes.',
  clarify: 'Ask me first',
  clarifyHelp: 'Before the requirements the agent asks up to 3 questions, each with a suggestion.',
  approveAndResume: 'Approve and continue',
  requestChanges: 'Request changes…',
  rejectAbout: (phase: string) =>
    `What you write goes to the agent, which rewrites ${phase} at once. Then it needs your approval again.`,
}
