import type { Command } from './command.ts'

type Load = () => Promise<{ command: Command }>

/** In the order of the help. Loaded when needed: a short command must not wait for the rest. */
const COMMANDS: Record<string, Load> = {
  open: () => import('./commands/open.ts'),
  serve: () => import('./commands/serve.ts'),
  demo: () => import('./commands/demo.ts'),
  new: () => import('./commands/new.ts'),
  run: () => import('./commands/run.ts'),
  status: () => import('./commands/status.ts'),
  stop: () => import('./commands/stop.ts'),
  resume: () => import('./commands/resume.ts'),
  retry: () => import('./commands/retry.ts'),
  reset: () => import('./commands/reset.ts'),
  phase: () => import('./commands/phase.ts'),
  approve: () => import('./commands/decisions/approve.ts'),
  reject: () => import('./commands/decisions/reject.ts'),
  permit: () => import('./commands/decisions/permit.ts'),
  budget: () => import('./commands/decisions/budget.ts'),
  answer: () => import('./commands/decisions/answer.ts'),
  tell: () => import('./commands/decisions/tell.ts'),
  log: () => import('./commands/log.ts'),
  agents: () => import('./commands/agents.ts'),
  config: () => import('./commands/config.ts'),
  trust: () => import('./commands/decisions/trust.ts'),
  doctor: () => import('./commands/doctor.ts'),
  token: () => import('./commands/token.ts'),
}

/** Named in the help of later versions. */
export const NOT_YET = ['bug']

export const commandNames = (): string[] => Object.keys(COMMANDS)

export async function loadCommand(name: string): Promise<Command | null> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return load === undefined ? null : (await load()).command
}

export const loadAll = async (): Promise<Command[]> =>
  Promise.all(Object.values(COMMANDS).map(async (load) => (await load()).command))
