/** The checklist of a project without specs. */
export const firstRun = {
  title: 'Getting started',
  looking: 'Looking at your computer…',
  again: 'Check again',
  states: { done: 'ready', todo: 'missing', optional: 'optional' },
  agent: 'A coding agent',
  agentReady: (name: string, version: string) => `${name} ${version} is ready.`,
  agentLogIn: (name: string, how: string) => `${name} is installed but not logged in: ${how}.`,
  agentMissing: (install: string) =>
    install === '' ? 'No agent was found.' : `No agent was found. Install one: ${install}`,
  openAgents: 'Agent settings',
  git: 'Git',
  gitWords: {
    ready: 'The project is a repository with commits.',
    'no-git': 'Git is not installed. Runs work without it; worktrees, changes and deploy need it.',
    'not-a-repository': 'This folder is not a repository. Run git init to see changes and deploy.',
    unusable:
      'Git cannot be used here: .git leads elsewhere or contains links or pipes, or git does not answer.',
    'no-commit': 'There is no commit yet. Commit once so that changes and worktrees work.',
  },
  copyCommand: (command: string) => `Copy: ${command}`,
  checks: 'Checks',
  checksReady: (count: number) =>
    count === 1 ? '1 command verifies the code.' : `${count} commands verify the code.`,
  checksNone: 'Name the commands that verify code, such as your tests. Agents have to pass them.',
  openChecks: 'Set up checks',
  tryTitle: 'Try it with the simulated agent',
  tryAbout: 'Runs a small spec from start to finish without a model, a key or cost.',
  tryStart: 'Start',
  tryText: 'A shopping list for the terminal. Entries can be added, listed and removed.',
}
