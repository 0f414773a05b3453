import type { CheckStanding, DeployView } from '../../../contracts/views/delivery.ts'

const results: Record<CheckStanding, string> = {
  passed: 'passed',
  failed: 'failed',
  stale: 'outdated',
  never: 'not run yet',
}
const deployStates: Record<DeployView['state'], string> = {
  none: 'Not deployed',
  queued: 'In the queue',
  running: 'Deploying',
  done: 'Deployed',
  paused: 'Needs you',
}

/** Where the work is, what checks say of it, and how it gets into the base branch. */
export const delivery = {
  unverified: 'Not verified by checks',
  unverifiedWhy: 'No checks are declared for this project, so only agents have said that it works.',
  checks: 'Checks',
  results,
  checksAre: (result: string) => `checks ${result}`,
  staleWhy: 'The code has changed since then.',
  checkLog: (name: string) => `Log of ${name}`,
  log: 'Log',
  codeIsDeployed: 'The code is deployed. Your checkout:',
  codeIsInWorktree: (branch: string) => `The code is on branch ${branch}, in its worktree:`,
  worktree: 'Worktree',
  branchOf: (branch: string, base: string) => `Branch ${branch}, from ${base}`,
  worktreeAt: (path: string) => `Worktree: ${path}`,
  copyPath: 'Copy path',
  setChecks: 'Checks…',
  declare: {
    title: 'Checks of this project',
    about:
      'Commands that the host runs itself after the code was written and before it is deployed. Only if all of them pass, the code has passed.',
    none: 'No checks yet: nothing is verified by the host.',
    suggested: 'Found in this repository',
    from: (file: string) => `from ${file}`,
    inFolder: (folder: string) => `(in ${folder})`,
    states: { ready: 'ready', untrusted: 'not trusted yet', missing: 'not found' },
    sources: { personal: 'your configuration', project: 'this project' },
    add: (name: string) => `Add check ${name}`,
    addShort: 'Add',
    remove: (name: string) => `Remove check ${name}`,
    removeShort: 'Remove',
    name: 'Name',
    command: 'Command',
    commandHelp: 'A program and its arguments. It is not run by a shell.',
    addOwn: 'Add check',
  },
  deploy: {
    state: 'State',
    states: deployStates,
    merges: 'Will be merged',
    into: (branch: string, base: string) => `${branch} into ${base}`,
    fromCheckout: 'What this run changed is committed in your working tree.',
    place: 'Queue',
    placeWords: (place: number) => (place === 1 ? 'next' : `number ${place}`),
    conflicts: 'Conflicts',
    commit: 'Commit',
    pullRequest: 'Pull request',
    deployedTo: (base: string) => `Merged into ${base}.`,
  },
}
