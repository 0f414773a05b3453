/** How much of a spec a person decides. */
export const involvement = {
  title: 'Your part',
  approvals: 'Approve each document myself',
  approvalsHelp: 'The run pauses after every document until you approve it or request changes.',
  approveAndResume: 'Approve and continue',
  requestChanges: 'Request changes…',
  rejectAbout: (phase: string) =>
    `What you write goes to the agent, which rewrites ${phase} at once. Then it needs your approval again.`,
}
