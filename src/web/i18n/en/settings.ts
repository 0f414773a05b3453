import type { AgentState, LoginState } from '../../../contracts/views/settings-view.ts'
import { logInWords } from '../../../core/log-in-words.ts'

const keys: Record<string, { label: string; help: string }> = {
  agent: {
    label: 'Default agent',
    help: 'Works on every phase that has no agent of its own.',
  },
  fallback: {
    label: 'Take over',
    help: 'Agents, one a line, that take over when another is missing, not logged in or out of quota.',
  },
  answerMinutes: {
    label: 'Time to answer',
    help: 'A question of an agent that nobody answers within this time is denied.',
  },
  'budget.usd': {
    label: 'Money',
    help: 'As far as agents tell what they cost.',
  },
  'budget.tokens': { label: 'Tokens', help: 'In and out.' },
  'budget.minutes': { label: 'Time', help: 'In which agents are at work.' },
  permission: {
    label: 'All phases',
    help: 'What agents may do without asking, unless a phase says otherwise.',
  },
  acp: {
    label: 'ACP agents',
    help: 'As JSON: {"my-agent": {"command": "my-agent", "args": ["acp"]}} is called acp:my-agent.',
  },
  'notify.command': {
    label: 'Command',
    help: 'A program and its arguments, one a line. It gets the notification as JSON on its input.',
  },
  'notify.webhook': {
    label: 'Webhook',
    help: 'The notification is sent to this address as JSON.',
  },
  concurrency: {
    label: 'Agents at once',
    help: 'How many agents of this project may work at the same time; the rest waits.',
  },
  exclusiveWorkingTree: {
    label: 'One spec at a time in the working tree',
    help: 'Implementation and inspection of other specs wait, so that agents do not edit the same files.',
  },
  hangMinutes: {
    label: 'Called silent after',
    help: 'An agent without output for this long is shown as not responding. It is not stopped.',
  },
  graceSeconds: {
    label: 'Time to stop',
    help: 'How long a stopped agent may tidy up before it is killed.',
  },
  language: {
    label: 'Language of documents',
    help: 'In which new specs are written; a code such as en, ja or pt-BR.',
  },
  logRetentionDays: {
    label: 'Keep agent logs for',
    help: 'Logs of ended agents are removed after this time. Documents and the event log stay.',
  },
  'simulated.fast': {
    label: 'Simulated agent without pauses',
    help: 'The built-in practice agent works as fast as it can.',
  },
  'claude.permissionMode': {
    label: 'Permission mode',
    help: 'Its own word for what it may do without asking; set, it wins over the mode above.',
  },
  'claude.allowedTools': {
    label: 'Allowed tools',
    help: 'Tools Claude Code may use besides, one a line, such as Bash(npm test:*).',
  },
  'claude.model': {
    label: 'Model',
    help: 'A name that Claude Code knows, such as opus or sonnet. Empty: its own default.',
  },
}

const states: Record<AgentState, string> = {
  ready: 'ready',
  missing: 'not installed',
  'not-executable': 'cannot be executed',
  silent: 'does not answer',
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
    about: 'About',
  },
  keys,
  values: {
    acceptEdits: 'acceptEdits: edit files, ask for the rest',
    auto: 'auto: Claude Code judges by itself',
    bypassPermissions: 'bypassPermissions: everything is allowed',
    manual: 'manual: ask for everything',
    dontAsk: 'dontAsk: what is not allowed is refused',
    plan: 'plan: read only',
    ask: 'ask: you are asked',
    edit: 'edit: edit files',
    full: 'full: everything is allowed',
  } as Record<string, string>,
  byDefault: 'Default',
  personal: 'Set by you',
  project: 'Set by the project',
  capped: (file: string, wanted: number) =>
    `${file} asks for ${wanted}. A project can only lower this limit.`,
  projectHelp: (file: string) =>
    `The project sets this in ${file}, and that wins. Change it there.`,
  reset: (label: string) => `Reset ${label} to its default`,
  notSet: 'not set',
  agentsOwn: 'Default agent',
  units: { minutes: 'min', seconds: 's', days: 'days', usd: 'US$', tokens: 'tokens' },
  badNumber: (min: number, max: number) => `A number from ${min} to ${max}`,
  badWhole: (min: number, max: number) => `A whole number from ${min} to ${max}`,
  badLanguage: 'A language code such as en, ja or pt-BR',
  badAddress: 'An address that begins with http:// or https://',
  localOnly: 'This can only be changed on the computer that runs the agents.',
  runs: {
    general: 'In general',
    agents: 'Agent of each phase',
    agentsHelp: 'For a phase that another agent does better.',
    budget: 'Budget of each spec',
    budgetHelp: 'Once it is spent, the run pauses before the next agent. A spec can have its own.',
    models: 'Models',
    modelsHelp: 'By agent or by phase, as the agent calls them. Empty: its own default.',
    effort: 'Effort of each phase',
    effortHelp: 'A word that the agent knows, such as low, medium or high. Empty: its own default.',
    timeouts: 'Time limit of each phase',
    timeoutsHelp: 'An agent that works longer is stopped, and the spec waits for you.',
    other: 'Other settings',
    otherHelp: 'Known to the host but not to this page. Values are JSON.',
  },
  agents: {
    intro: 'Coding agents on the computer where the host runs.',
    again: 'Check again',
    checking: 'Asking each program for its version…',
    none: 'No coding agent is ready here',
    noneHelp:
      'Install one of these, or try everything with the simulated agent, which is built in.',
    states,
    logins,
    logIn: (agent: string) => `To log in: ${logInWords(agent)}.`,
    own: 'Agents of your own',
    ownHelp: 'Any program that speaks the Agent Client Protocol (ACP).',
    builtIn: 'Built in. Plays every phase without a model, a key or costs.',
    usedFor: (phases: string[]) => `Used for: ${phases.join(', ')}`,
    variable: (name: string) =>
      `Another program can stand in for it: set ${name} before starting sdd.`,
    install: 'To install:',
    computer: 'Computer',
    node: 'Node.js',
    nodeOld: 'too old: 20.19 or newer is needed',
    git: 'git',
    gitMissing: 'not found: changes cannot be shown',
    platform: 'System',
    platformWsl: 'use it inside WSL2',
    platformUnknown: 'never tried',
    folder: 'Project folder',
    notWritable: 'cannot be written',
    writable: 'can be written',
  },
  permissions: {
    intro:
      'Only your own configuration grants these, never a project: a cloned repository must not decide what runs on your computer.',
    modes: 'Mode of each phase',
    modesHelp:
      'What an agent may do without asking. In the mode “ask” its questions come to the inbox; an agent that cannot ask is denied.',
    asAll: 'As for all phases',
    asMode: 'As the mode above',
    claudeHelp: 'Holds for Claude Code only.',
  },
  notifications: {
    away: 'Away from the desk',
    awayHelp: 'Where to send it when a spec needs you, whether or not this page is open.',
    label: 'Desktop notifications',
    help: 'When a spec needs you or has ended while this page is in the background. Kept in this browser.',
    on: 'On',
    off: 'Off',
    denied:
      'The browser blocks notifications of this page. Allow them in its site settings, then switch this on.',
    insecure:
      'Browsers allow notifications only over HTTPS or on this computer itself. This page came over plain HTTP: use Tailscale with HTTPS or a proxy (see Remote access).',
    unsupported:
      'This browser has no notifications for this page. On an iPhone, add it to the home screen first.',
    test: 'Show one now',
    testBody: 'Notifications work.',
  },
  appearance: {
    intro: 'Kept in this browser.',
    language: 'Language',
    languages: { en: 'English', ja: '日本語' },
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  },
  remote: {
    intro:
      'Use this page from a phone or another computer. Off, only this computer can reach the host.',
    fromDevice:
      'You look at this from a paired device. Remote access is changed on the computer that runs the agents.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    turnOffTitle: 'Turn remote access off?',
    turnOffHelp: 'Connected devices lose the connection at once. They stay paired.',
    address: 'Listen on',
    noAddress: 'This computer has no network address now.',
    kinds: {
      tailscale: 'Tailscale: encrypted, only your own devices. Recommended.',
      lan: 'Local network: plain HTTP, everybody on that network can read along.',
      public: 'Public address: plain HTTP, reachable from the internet. Not recommended.',
      loopback: 'Only this computer: for a proxy that adds HTTPS.',
      every: 'All addresses of this computer.',
    },
    port: 'Port',
    portHelp: 'Empty: the host chooses one.',
    reachable: 'Reachable at',
    limits: 'What plain HTTP cannot do',
    limitsList: [
      'Anybody on the same network can read along and take over a session.',
      'The page cannot be installed as an app and cannot show notifications.',
    ],
    limitsAdvice:
      'Better: a Tailscale address, or “tailscale serve” or another HTTPS proxy before the host; enter its name under Allowed names.',
    pair: 'Pair a device',
    pairTitle: 'Pair a device',
    pairHelp:
      'Scan this with the phone, or open the address there and type the code. It works once.',
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
    revokeHelp: 'It is cut off at once and must be paired again.',
    leave: 'Unpair this device',
    leaveTitle: 'Unpair this device?',
    leaveHelp: 'You lose access here at once. Pair again on the computer that runs the agents.',
    hosts: 'Allowed names',
    hostsHelp:
      'Names besides the address under which the host answers, such as the one of a proxy or of Tailscale.',
    hostsAdd: 'Add',
    hostsNew: 'Name to allow',
    hostsExample: 'my-computer.tailnet.ts.net',
    hostsRemove: (name: string) => `Remove ${name}`,
    badHost: 'A host name without http:// and path',
    badPort: 'A port from 1 to 65535',
  },
  about: {
    version: 'Version',
    projectDir: 'Project',
    personalFile: 'Your configuration',
    projectFile: 'Configuration of the project',
    ignored: 'Ignored keys',
    ignoredHelp: 'Unknown here, or not for a project to set.',
    openSource: 'Open source under the MIT licence.',
  },
}
