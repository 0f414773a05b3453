import type { Role } from '../../../contracts/roles.ts'

const roles: Record<Role, string> = {
  viewer: 'Viewer (read-only)',
  operator: 'Operator (runs and decides)',
  admin: 'Admin (also invites, enrols, revokes)',
}

export const fleet = {
  workers: 'Workers',
  worker: 'Worker',
  runsOn: (name: string) => `Runs on ${name}`,
  onNone: 'Not on any worker',
  online: (workers: readonly { isOnline: boolean }[]) =>
    `${workers.filter(({ isOnline }) => isOnline).length} of ${workers.length} connected`,
  none: 'No workers yet',
  noneHelp: 'An administrator enrols one: it needs sdd, git and the agents, and opens no port.',
  connected: 'Connected',
  draining: 'Draining',
  never: 'Never connected',
  heard: (ago: string) => `Last heard ${ago}`,
  slots: (used: number, slots: number | null) =>
    slots === null ? (used === 1 ? '1 step' : `${used} steps`) : `${used} of ${slots} slots`,
  pools: 'Pools',
  agents: 'Agents',
  noAgents: 'none found',
  notLoggedIn: (agent: string) => `${agent} (not logged in)`,
  version: (version: string) => `version ${version}`,
  drain: 'Drain',
  drainOf: (name: string) => `Drain ${name}`,
  use: 'Use again',
  useOf: (name: string) => `Use ${name} again`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeHelp: 'It loses access immediately. Another worker redoes the steps it was running.',
  enrol: 'Enrol worker',
  enrolHelp: 'The code works once, within the hour. The worker then has a key of its own.',
  makeCode: 'Create code',
  onWorker: 'Run this on the worker:',
  people: 'People with access',
  checksElsewhere:
    'The checks of a project are part of its settings in the fleet: an administrator sets them with sdd fleet projects add.',
  emptyAbout: 'Describe what you want to build. The next free worker picks it up.',
  lookOnly: 'You are a viewer: you can look at everything and change nothing.',
  askAdmin: 'To do more, ask an administrator for another invitation.',
  whyNot: (role: Role): string =>
    role === 'admin'
      ? 'Only an administrator of the fleet can do this.'
      : 'You are a viewer: only operators and administrators of the fleet can do this.',
  yourRole: (role: string) => `Your role: ${role}`,
  personName: 'Name',
  role: 'Role',
  roles,
  invite: 'Invite',
  invited: 'This link gives one browser access, once, within the hour:',
}
