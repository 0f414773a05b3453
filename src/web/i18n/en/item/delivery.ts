import type { DeployMode } from '../../../../contracts/host-steps.ts'
import type { CheckStanding, DeployView } from '../../../../contracts/views/delivery.ts'

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

/** Branch and base are known once work on the code has begun. */
type Plan = (branch: string | null, base: string | null) => string
const plans: Record<DeployMode, Plan> = {
  merge: (branch, base) =>
    branch === null || base === null
      ? 'Its branch is merged into the base branch.'
      : `${branch} is merged into ${base}.`,
  commit: () => 'What this run changed is committed in your working tree.',
  'pull-request': (branch) =>
    `${branch ?? 'Its branch'} is pushed, and a pull request is opened. Merging it is up to you.`,
}

/** Where the work is, what the checks say about it, and how it gets into the base branch. */
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
      'Commands that the host runs itself after the code was written and before it is deployed. The code passes only if all of them pass.',
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
  openSaved: 'Saved work…',
  saved: {
    title: 'Saved work',
    about:
      'Before something is removed or overwritten, the host saves what was there. It is kept until you delete it.',
    none: 'Nothing had to be saved.',
    show: 'Show',
    restore: 'Restore as a branch',
    restored: (branch: string) => `Restored as branch ${branch}.`,
    drop: 'Delete…',
    dropTitle: (name: string) => `Delete this saved work of ${name}?`,
    dropAbout: 'It cannot be restored afterwards.',
    dropConfirm: 'Delete',
    content: (name: string) => `Saved work of ${name}`,
    truncated: 'The diff is very large: only its beginning is shown.',
    staged: 'It also keeps what was staged.',
  },
  worktreeSwitch: 'Separate worktree',
  worktreeOn: 'on',
  worktreeOff: 'off',
  worktreeFixed: 'Code has been written: it stays where it is.',
  worktreeHelp: 'Its code is written on a branch of its own, beside your checkout.',
  deploy: {
    state: 'State',
    states: deployStates,
    plan: 'Plan',
    plans,
    place: 'Queue',
    placeWords: (place: number) => (place === 1 ? 'next' : `number ${place}`),
    conflicts: 'Conflicts',
    commit: 'Commit',
    pullRequest: 'Pull request',
  },
}
