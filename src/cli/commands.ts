import type { Command, CommandDetails, CommandSummary } from './command.ts'

export interface Listed extends Omit<CommandSummary, 'name'> {
  load: () => Promise<{ command: CommandDetails }>
}

/** In the order of the help. Loaded lazily: a command must not wait for the others. */
const COMMANDS: Record<string, Listed> = {
  open: {
    positionals: ['[DIR]'],
    summary: 'open the page in a window (same as sdd alone)',
    load: () => import('./commands/open.ts'),
  },
  serve: {
    positionals: ['[DIR]'],
    summary: 'host the project and its page in the foreground',
    load: () => import('./commands/serve.ts'),
  },
  demo: {
    positionals: [],
    summary: 'see everything with a simulated agent',
    load: () => import('./commands/demo.ts'),
  },
  init: {
    positionals: [],
    summary: 'prepare a project, and see what is in it',
    load: () => import('./commands/items/init.ts'),
  },
  new: {
    positionals: ['FEATURE'],
    summary: 'create a spec',
    load: () => import('./commands/new.ts'),
  },
  run: {
    positionals: ['FEATURE'],
    summary: 'run or continue a spec until it is done or needs you',
    load: () => import('./commands/runs/run.ts'),
  },
  status: {
    positionals: ['[FEATURE]'],
    summary: 'show where every spec stands',
    load: () => import('./commands/look/status.ts'),
  },
  report: {
    positionals: ['[FEATURE]'],
    summary: 'show how a spec went, or what happened in the project lately',
    load: () => import('./commands/look/report.ts'),
  },
  list: {
    positionals: [],
    summary: 'list specs and bugs with their state',
    load: () => import('./commands/items/list.ts'),
  },
  stop: {
    positionals: ['FEATURE'],
    summary: 'stop a run, from any terminal',
    load: () => import('./commands/runs/stop.ts'),
  },
  resume: {
    positionals: ['FEATURE'],
    summary: 'resume a paused or failed run',
    load: () => import('./commands/runs/resume.ts'),
  },
  retry: {
    positionals: ['FEATURE'],
    summary: 'rerun from a phase',
    load: () => import('./commands/runs/retry.ts'),
  },
  reset: {
    positionals: ['FEATURE'],
    summary: 'clear an error and the re-run count',
    load: () => import('./commands/runs/reset.ts'),
  },
  phase: {
    positionals: ['FEATURE', 'PHASE'],
    summary: 'run just one phase',
    load: () => import('./commands/runs/phase.ts'),
  },
  deploy: {
    positionals: ['FEATURE'],
    summary: 'merge, commit or open a pull request for what has passed',
    load: () => import('./commands/runs/deploy.ts'),
  },
  approve: {
    positionals: ['FEATURE', 'PHASE'],
    summary: 'approve a document or the review',
    load: () => import('./commands/decisions/approve.ts'),
  },
  reject: {
    positionals: ['FEATURE', 'PHASE'],
    summary: 'send a document back with a reason',
    load: () => import('./commands/decisions/reject.ts'),
  },
  permit: {
    positionals: ['FEATURE'],
    summary: 'set phases to GO or NOGO, also while it runs',
    load: () => import('./commands/decisions/permit.ts'),
  },
  budget: {
    positionals: ['FEATURE'],
    summary: 'show or set what a spec may cost',
    load: () => import('./commands/decisions/budget.ts'),
  },
  answer: {
    positionals: ['FEATURE', '[ANSWER]', '[TEXT]'],
    summary: 'show and answer what stopped a run, or what an agent asks',
    load: () => import('./commands/decisions/answer.ts'),
  },
  tell: {
    positionals: ['FEATURE', 'TEXT'],
    summary: 'send the agent an instruction',
    load: () => import('./commands/decisions/tell.ts'),
  },
  ask: {
    positionals: ['[FEATURE]', '[TEXT]'],
    summary: 'ask an agent about a spec or the project; it may only read',
    load: () => import('./commands/ask.ts'),
  },
  plan: {
    positionals: ['[TEXT]'],
    summary: 'turn a rough idea into a description, in a dialogue',
    load: () => import('./commands/plan.ts'),
  },
  steering: {
    positionals: ['[TEXT]'],
    summary: 'have an agent write or renew the steering documents',
    load: () => import('./commands/steering.ts'),
  },
  log: {
    positionals: ['FEATURE'],
    summary: 'show the event log of a spec',
    load: () => import('./commands/look/log.ts'),
  },
  archive: {
    positionals: ['[FEATURE]'],
    summary: 'archive a spec; list and restore what was archived or deleted',
    load: () => import('./commands/items/archive.ts'),
  },
  delete: {
    positionals: ['FEATURE'],
    summary: 'move a spec to the trash',
    load: () => import('./commands/items/delete.ts'),
  },
  bug: {
    positionals: ['VERB', 'NAME'],
    summary: 'report, fix and verify bugs: new, run, status and the other verbs of specs',
    load: () => import('./commands/bug.ts'),
  },
  agents: {
    positionals: [],
    summary: 'list the agents of this project',
    load: () => import('./commands/agents.ts'),
  },
  config: {
    positionals: ['[get|set|unset]', '[KEY]', '[VALUE]'],
    summary: 'show or change your personal configuration',
    load: () => import('./commands/config.ts'),
  },
  choose: {
    positionals: ['FEATURE'],
    summary: 'show or set who approves, and whether the agent asks first',
    load: () => import('./commands/decisions/choose.ts'),
  },
  worktree: {
    positionals: ['FEATURE', 'on|off'],
    summary: 'choose whether its code is written in a worktree',
    load: () => import('./commands/runs/worktree.ts'),
  },
  saved: {
    positionals: ['[show|restore|drop]', '[REF]'],
    summary: 'list, show, restore or drop work that was saved',
    load: () => import('./commands/saved.ts'),
  },
  checks: {
    positionals: ['[suggest|add|remove|run]', '[NAME]', '[COMMAND…]'],
    summary: 'list, suggest, add, remove or run the checks that verify code',
    load: () => import('./commands/checks.ts'),
  },
  trust: {
    positionals: [],
    summary: 'review and trust the hooks, servers and prompts of a project',
    load: () => import('./commands/decisions/trust.ts'),
  },
  doctor: {
    positionals: [],
    summary: 'check what is installed, what is missing and how to get it',
    load: () => import('./commands/doctor.ts'),
  },
  coordinator: {
    positionals: [],
    summary: 'coordinate a fleet: many projects, many workers, one PostgreSQL',
    load: () => import('./commands/fleet/coordinator.ts'),
  },
  worker: {
    positionals: [],
    summary: 'run the steps of a fleet on this computer',
    load: () => import('./commands/fleet/worker.ts'),
  },
  fleet: {
    positionals: ['VERB', '[NAME]', '[VALUE]', '[ADDRESS]'],
    summary: 'demo, status, enrol, revoke, projects, import, export, start and stop in a fleet',
    load: () => import('./commands/fleet/fleet.ts'),
  },
  completion: {
    positionals: ['bash|zsh|fish'],
    summary: 'print a script that completes commands in your shell',
    load: () => import('./commands/completion.ts'),
  },
  token: {
    positionals: ['renew'],
    summary: 'revoke every link, browser and device, and create a new link',
    load: () => import('./commands/token.ts'),
  },
}

export const commandNames = (): string[] => Object.keys(COMMANDS)

export const commandSummaries = (): CommandSummary[] =>
  Object.entries(COMMANDS).map(([name, { positionals, summary }]) => ({
    name,
    positionals,
    summary,
  }))

export const listedCommand = (name: string): Listed | null =>
  Object.hasOwn(COMMANDS, name) ? (COMMANDS[name] ?? null) : null

/** Long-running: what they load would stay in the heap. */
const HOSTS: ReadonlySet<string> = new Set(['open', 'serve', 'demo'])

export async function loadCommand(name: string): Promise<Command | null> {
  const listed = listedCommand(name)
  if (listed === null) return null
  const { load, ...summary } = listed
  if (HOSTS.has(name)) (await import('../host/shell/small-heap.ts')).keepHeapSmall()
  return { name, ...summary, ...(await load()).command }
}
