import type { WordedKey } from '../../../core/settings/setting-table.ts'
import type { NumberValue } from '../../../core/settings/setting.ts'
import type { AgentState, LoginState } from '../../../contracts/views/settings-view.ts'
import { logInWords } from '../../../core/agents/agent-table.ts'

const keys: Record<WordedKey, { label: string; help: string }> = {
  agent: {
    label: 'Default agent',
    help: 'Used for every phase that has no agent of its own.',
  },
  fallback: {
    label: 'Fallback agents',
    help: 'One per line. Used in this order when an agent is missing, not logged in or out of quota.',
  },
  answerMinutes: {
    label: 'Answer deadline',
    help: 'After this time a permission is denied, and questions before the requirements get the suggested answers.',
  },
  approvals: {
    label: 'Who approves documents',
    help: 'auto: the run approves what it wrote. person: it pauses after every document until you do. A spec can choose for itself.',
  },
  clarify: {
    label: 'Open points',
    help: 'assume: the agent decides and writes its assumptions down. ask: it asks up to 3 questions first. A spec can choose for itself.',
  },
  'budget.usd': {
    label: 'Money',
    help: 'Counts only the cost that agents report.',
  },
  'budget.tokens': { label: 'Tokens', help: 'Input and output.' },
  'budget.minutes': { label: 'Time', help: 'Total working time of agents.' },
  permission: {
    label: 'All phases',
    help: 'What agents may do without asking, unless a phase says otherwise.',
  },
  acp: {
    label: 'ACP agents',
    help: 'As JSON: {"my-agent": {"command": "my-agent", "args": ["acp"]}} adds acp:my-agent.',
  },
  'notify.command': {
    label: 'Command',
    help: 'A program and its arguments, one per line. It receives the notification as JSON on standard input.',
  },
  'notify.webhook': {
    label: 'Webhook',
    help: 'The notification is sent to this address as JSON.',
  },
  concurrency: {
    label: 'Parallel agents',
    help: 'How many agents of this project may run at the same time. The rest wait.',
  },
  exclusiveWorkingTree: {
    label: 'One spec at a time in the working tree',
    help: 'Implementation and inspection of other specs wait, so that agents do not edit the same files.',
  },
  skippedTasks: {
    label: 'Skip tasks that are put aside',
    help: 'A task that is marked [~] or struck out in tasks.md need not be done. Otherwise its box decides, and [~] is open.',
  },
  hangMinutes: {
    label: 'Mark unresponsive after',
    help: 'An agent without output for this long is shown as not responding. It is not stopped.',
  },
  graceSeconds: {
    label: 'Shutdown grace period',
    help: 'How long a stopped agent may clean up before it is killed.',
  },
  language: {
    label: 'Document language',
    help: 'For new specs. A code such as en, ja or pt-BR.',
  },
  logRetentionDays: {
    label: 'Keep agent logs for',
    help: 'Logs of finished agents are deleted after this time. Documents and the event log are kept.',
  },
  worktree: {
    label: 'Own worktree per item',
    help: 'Code is written in a git worktree and branch of its own, and your checkout stays as it is. As JSON, {"setup": ["npm", "ci"], "copy": [".env"]} also prepares a new worktree.',
  },
  baseBranch: {
    label: 'Base branch',
    help: 'Where branches start and are merged. Empty: the branch that is checked out.',
  },
  checks: {
    label: 'Checks',
    help: 'Commands that the host runs to verify code, as JSON: [{"name": "test", "command": ["npm", "test"]}]. In a terminal: sdd checks.',
  },
  'inspection.autoFix': {
    label: 'Fix what an inspection finds',
    help: 'After a NOGO the implementation is fixed and inspected again, at most three times. When off, the run pauses.',
  },
  'deploy.mode': { label: 'Deploy by', help: 'How finished code leaves its workspace.' },
  'deploy.strategy': { label: 'Merge as', help: 'What the branch becomes on the base branch.' },
  'deploy.command': {
    label: 'Command after deploy',
    help: 'A program and its arguments, one per line, such as a release script. Empty: none.',
  },
  'deploy.repeatable': {
    label: 'Command after deploy can be repeated',
    help: 'When on, it simply runs again if it was cut off and its end was not seen. When off, the run asks you.',
  },
  'deploy.keep': {
    label: 'Keep worktree and branch',
    help: 'When off, both are removed once the base branch contains the work.',
  },
}

const states: Record<AgentState, string> = {
  ready: 'ready',
  missing: 'not installed',
  'not-executable': 'not executable',
  silent: 'not responding',
}
const logins: Record<LoginState, string> = {
  key: 'logged in (key)',
  account: 'logged in',
  none: 'not logged in',
  unknown: 'login unknown',
}

export const settings = {
  title: 'Settings',
  sectionList: 'Settings sections',
  sections: {
    agents: 'Agents',
    runs: 'Runs',
    permissions: 'Permissions',
    notifications: 'Notifications',
    appearance: 'Appearance',
    remote: 'Remote access',
    people: 'People',
    about: 'About',
  },
  keys,
  values: {
    acceptEdits: 'acceptEdits: edit files, ask for the rest',
    auto: 'auto: Claude Code decides',
    'approvals.auto': 'auto: the run approves',
    'approvals.person': 'person: you approve',
    'clarify.assume': 'assume: the agent decides',
    'clarify.ask': 'ask: you are asked first',
    bypassPermissions: 'bypassPermissions: allow everything',
    manual: 'manual: ask for everything',
    dontAsk: 'dontAsk: deny what is not allowed',
    plan: 'plan: read only',
    ask: 'ask: ask you',
    edit: 'edit: allow editing files',
    full: 'full: allow everything',
    merge: 'merge: onto the base branch',
    'deploy.strategy.merge': 'merge: every commit and a merge commit',
    commit: 'commit: in your checkout',
    'pull-request': 'pull-request: with gh or glab',
    squash: 'squash: one commit',
    rebase: 'rebase: every commit, in a line',
  } as Record<string, string>,
  byDefault: 'Default',
  personal: 'Set by you',
  project: 'Set by the project',
  capped: (file: string, wanted: number | string) =>
    `${file} sets ${wanted}, but a project can only lower this limit.`,
  projectHelp: (file: string) =>
    `Set by the project in ${file}, which takes precedence. Change it there.`,
  reset: (label: string) => `Reset ${label} to its default`,
  notSet: 'not set',
  agentsOwn: 'Default agent',
  units: { minutes: 'min', seconds: 's', days: 'days', usd: 'US$', tokens: 'tokens' },
  badNumber: ({ min, isAboveMin, max, isWhole }: NumberValue) => {
    const what = isWhole ? 'a whole number' : 'a number'
    if (!isAboveMin && max !== null) return `Enter ${what} from ${min} to ${max}`
    const most = max === null ? '' : `, at most ${max}`
    return `Enter ${what} ${isAboveMin ? 'above' : 'from'} ${min}${most}`
  },
  ownWords: (words: { en: string; ja: string }) => words.en,
  badLanguage: 'Enter a language code such as en, ja or pt-BR',
  badName: 'Enter a single word without spaces',
  badAddress: 'Enter an address that starts with http:// or https://',
  localOnly: 'This can only be changed on the computer that runs the agents.',
  runs: {
    general: 'General',
    delivery: 'Workspace, checks and deploy',
    deliveryHelp: 'Where code is written, how the host verifies it and where it goes.',
    byWorkspace: 'By workspace: merge a worktree, commit in your checkout',
    agents: 'Agent per phase',
    agentsHelp: 'Use a different agent for a phase.',
    budget: 'Budget per spec',
    budgetHelp:
      'When it is used up, the run pauses before the next agent. A spec can have its own.',
    models: 'Models',
    modelsHelp: 'Per agent or per phase, by the name the agent uses. Empty: its own default.',
    effort: 'Effort per phase',
    effortHelp:
      'A level that the agent knows, such as low, medium or high. Empty: its own default.',
    timeouts: 'Time limit per phase',
    timeoutsHelp: 'An agent that takes longer is stopped, and the spec needs you.',
    other: 'Other settings',
    otherHelp: 'Known to the host but not to this page. Values are JSON.',
  },
  agents: {
    intro: 'Coding agents on the computer that runs the host.',
    again: 'Check again',
    checking: 'Checking the version of each program…',
    none: 'No coding agent is ready',
    noneHelp: 'Install one of these, or try everything with the built-in simulated agent.',
    states,
    logins,
    logIn: (agent: string) => `To log in: ${logInWords(agent, 'en') ?? 'use its own program'}.`,
    own: 'Custom agents',
    ownHelp: 'Any program that supports the Agent Client Protocol (ACP).',
    builtIn: 'Built in. Simulates every phase without a model, a key or any cost.',
    usedFor: (phases: string[]) => `Used for: ${phases.join(', ')}`,
    variable: (name: string) => `To use a different program, set ${name} before starting sdd.`,
    install: 'To install:',
    computer: 'Computer',
    node: 'Node.js',
    nodeOld: 'too old: 20.19 or newer is required',
    git: 'git',
    gitMissing: 'not found: changes cannot be shown',
    platform: 'System',
    platformWsl: 'use it inside WSL2',
    platformUnknown: 'not tested',
    folder: 'Project folder',
    notWritable: 'not writable',
    writable: 'writable',
  },
  permissions: {
    intro:
      'Only your personal configuration can grant these, never a project: a cloned repository must not decide what runs on your computer.',
    modes: 'Mode per phase',
    modesHelp:
      'What an agent may do without asking. With “ask”, its questions come to your Inbox; an agent that cannot ask is denied.',
    asAll: 'Same as all phases',
    asMode: 'Same as the mode above',
    ownHelp: (agent: string) => `Applies to ${agent} only.`,
  },
  notifications: {
    away: 'When you are away',
    awayHelp: 'Where to notify you when a spec needs you, whether or not this page is open.',
    label: 'Desktop notifications',
    help: 'When a spec needs you or finishes while this page is in the background. Saved in this browser.',
    on: 'On',
    off: 'Off',
    denied:
      'Your browser blocks notifications from this page. Allow them in its site settings, then turn this on.',
    insecure:
      'Browsers allow notifications only over HTTPS or on this computer itself. This page was loaded over plain HTTP. Use Tailscale with HTTPS or a proxy (see Remote access).',
    unsupported:
      'This browser does not support notifications for this page. On an iPhone, add it to the home screen first.',
    test: 'Send a test notification',
    testBody: 'Notifications work.',
  },
  appearance: {
    intro: 'Saved in this browser.',
    language: 'Language',
    languages: { en: 'English', ja: '日本語' },
    theme: 'Theme',
    themes: { system: 'Match system', light: 'Light', dark: 'Dark' },
  },
  remote: {
    intro:
      'Use this page from a phone or another computer. When off, only this computer can reach the host.',
    fromDevice:
      'You are using a paired device. Change remote access on the computer that runs the agents.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    turnOffTitle: 'Turn off remote access?',
    turnOffHelp: 'Connected devices are disconnected immediately. They stay paired.',
    address: 'Listen on',
    noAddress: 'This computer has no network address right now.',
    kinds: {
      tailscale: 'Tailscale: encrypted, only your own devices. Recommended.',
      lan: 'Local network: plain HTTP, so anyone on that network can read the traffic.',
      public: 'Public address: plain HTTP, reachable from the internet. Not recommended.',
      loopback: 'Only this computer: for a proxy that adds HTTPS.',
      every: 'All addresses of this computer.',
    },
    port: 'Port',
    portHelp: 'Empty: the host chooses one.',
    reachable: 'Reachable at',
    limits: 'Limits of plain HTTP',
    limitsList: [
      'Anyone on the same network can read the traffic and hijack a session.',
      'The page cannot be installed as an app and cannot show notifications.',
    ],
    limitsAdvice:
      'Better: use a Tailscale address, or put “tailscale serve” or another HTTPS proxy in front of the host and add its name under Allowed host names.',
    pair: 'Pair a device',
    pairTitle: 'Pair a device',
    pairHelp:
      'Scan this with your phone, or open the address there and type the code. It works once.',
    qrLabel: 'QR code of the pairing address',
    code: 'Code',
    expires: (time: string) => `Valid for ${time}`,
    expired: 'This code has expired.',
    another: 'New code',
    devices: 'Paired devices',
    noDevices: 'No device is paired.',
    connected: 'connected',
    thisDevice: 'this device',
    paired: 'paired',
    seen: 'last seen',
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${name}`,
    revokeTitle: (name: string) => `Revoke ${name}?`,
    revokeHelp: 'It is disconnected immediately and has to pair again.',
    leave: 'Unpair this device',
    leaveTitle: 'Unpair this device?',
    leaveHelp:
      'This device loses access immediately. To get it back, pair it again on the computer that runs the agents.',
    hosts: 'Allowed host names',
    hostsHelp:
      'Names the host answers to besides its address, such as the name of a proxy or a Tailscale name.',
    hostsAdd: 'Add',
    hostsNew: 'Host name to allow',
    hostsExample: 'my-computer.tailnet.ts.net',
    hostsRemove: (name: string) => `Remove ${name}`,
    badHost: 'Enter a host name without http:// or a path',
    badPort: 'Enter a port from 1 to 65535',
  },
  about: {
    version: 'Version',
    projectDir: 'Project',
    personalFile: 'Your configuration',
    projectFile: 'Project configuration',
    ignored: 'Ignored keys',
    ignoredHelp: 'Unknown keys, or keys that a project may not set.',
    openSource: 'Open source under the MIT licence.',
  },
}
