/** The dialog for a new spec or bug. */
export const newItem = {
  descriptionEmpty: {
    spec: 'Say in a sentence what you want to build.',
    bug: 'Say in a sentence what goes wrong.',
  },
  nameEmpty: 'Enter a name.',
  nameHelp: 'Made from the description until you type one. Also the name of the folder.',
  examples: 'For example',
  exampleTexts: {
    spec: [
      'A pomodoro timer for the terminal',
      'Export the list as CSV',
      'Dark mode that follows the system',
    ],
    bug: ['The total is wrong when the cart is empty', 'The search ignores umlauts'],
  },
  sendKey: 'Ctrl+Enter or ⌘+Enter',
  more: 'More options',
  asSet: 'As in the settings',
  stopBefore: 'Stop before',
  stopBeforeHelp: 'The run ends there; you can change it later with GO and NOGO.',
  stopAsSet: 'Deploy (default)',
  stopAt: (phase: string) => phase,
  stopNever: 'Never (deploy too)',
  agent: 'Agent',
  agentHelp: 'For the run that starts now.',
  worktree: 'Where the code is written',
  worktreeHelp: 'A worktree keeps your checkout as it is.',
  worktreeOwn: 'In a worktree of its own',
  worktreeCheckout: 'In my checkout',
}
