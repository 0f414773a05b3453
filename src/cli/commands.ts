import type { Command, CommandDetails, CommandSummary } from './command.ts'

interface Listed extends Omit<CommandSummary, 'name'> {
  load: () => Promise<{ command: CommandDetails }>
}

/** In the order of the help, which loads none of them; a command must not wait for the rest. */
const COMMANDS: Record<string, Listed> = {
  open: {
    positionals: ['[DIR]'],
    summary: 'open the page in a window; sdd alone does the same',
    load: () => import('./commands/open.ts'),
  },
  serve: {
    positionals: ['[DIR]'],
    summary: 'the host and its page in the browser, in the foreground',
    load: () => import('./commands/serve.ts'),
  },
  demo: {
    positionals: [],
    summary: 'see it all, with a simulated agent',
    load: () => import('./commands/demo.ts'),
  },
  new: {
    positionals: ['FEATURE'],
    summary: 'create a spec',
    load: () => import('./commands/new.ts'),
  },
  run: {
    positionals: ['FEATURE'],
    summary: 'run a spec from where it stands to its end',
    load: () => import('./commands/run.ts'),
  },
  status: {
    positionals: ['[FEATURE]'],
    summary: 'where every spec stands',
    load: () => import('./commands/status.ts'),
  },
  stop: {
    positionals: ['FEATURE'],
    summary: 'stop a run, from any terminal',
    load: () => import('./commands/stop.ts'),
  },
  resume: {
    positionals: ['FEATURE'],
    summary: 'go on with a paused or failed run',
    load: () => import('./commands/resume.ts'),
  },
  retry: {
    positionals: ['FEATURE'],
    summary: 'run a phase and all after it again',
    load: () => import('./commands/retry.ts'),
  },
  reset: {
    positionals: ['FEATURE'],
    summary: 'clear an error and the count of re-runs',
    load: () => import('./commands/reset.ts'),
  },
  phase: {
    positionals: ['FEATURE', 'PHASE'],
    summary: 'run one phase by hand',
    load: () => import('./commands/phase.ts'),
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
    summary: 'what a spec may cost, and what it has cost',
    load: () => import('./commands/decisions/budget.ts'),
  },
  answer: {
    positionals: ['FEATURE', 'ANSWER'],
    summary: 'answer what an agent asks',
    load: () => import('./commands/decisions/answer.ts'),
  },
  tell: {
    positionals: ['FEATURE', 'TEXT'],
    summary: 'give the agent an instruction',
    load: () => import('./commands/decisions/tell.ts'),
  },
  log: {
    positionals: ['FEATURE'],
    summary: 'the event log of a spec',
    load: () => import('./commands/log.ts'),
  },
  agents: {
    positionals: [],
    summary: 'the agents of this project',
    load: () => import('./commands/agents.ts'),
  },
  config: {
    positionals: ['[get|set|unset]', '[KEY]', '[VALUE]'],
    summary: 'show or change the personal configuration',
    load: () => import('./commands/config.ts'),
  },
  trust: {
    positionals: [],
    summary: 'show what the project brings that would act, and trust it',
    load: () => import('./commands/decisions/trust.ts'),
  },
  doctor: {
    positionals: [],
    summary: 'what is installed, what is missing, how to get it',
    load: () => import('./commands/doctor.ts'),
  },
  token: {
    positionals: ['renew'],
    summary: 'lock out every browser and device, and make a new link',
    load: () => import('./commands/token.ts'),
  },
}

/** Named in the help of later versions. */
export const NOT_YET = ['bug']

export const commandNames = (): string[] => Object.keys(COMMANDS)

export const commandSummaries = (): CommandSummary[] =>
  Object.entries(COMMANDS).map(([name, { positionals, summary }]) => ({
    name,
    positionals,
    summary,
  }))

export async function loadCommand(name: string): Promise<Command | null> {
  const listed = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (listed === undefined) return null
  const { load, ...summary } = listed
  return { name, ...summary, ...(await load()).command }
}
