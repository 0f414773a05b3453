import type { Awaited, Segment } from '../../../contracts/views/insights.ts'

const waiting: Record<Awaited, string> = {
  slot: 'Waiting for a free slot',
  'working-tree': 'Waiting for the working tree',
  base: 'In line for the base branch',
  quota: 'Waiting for quota',
  service: 'Waiting for the service',
  network: 'Waiting for the network',
}
const outcomes: Record<NonNullable<Segment['outcome']>, string> = {
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
}

/** Where time and money went. */
export const insights = {
  title: 'Insights',
  nothing: 'Nothing has run yet',
  nothingWhy: 'Time, findings, tasks and cost appear here as soon as it runs.',
  numbers: 'Numbers',
  time: 'Time spent',
  agents: 'Agents',
  host: 'Checks and git',
  waits: 'Waiting',
  you: 'You',
  failed: 'Failed',
  gantt: 'The run over time',
  ganttLabel: (agents: string, you: string) =>
    `Bars over time: agents worked ${agents}, it needed you for ${you}`,
  drawnShort: (duration: string) => `${duration} idle (not to scale)`,
  waiting,
  outcomes,
  check: (name: string) => `Check ${name}`,
  rerun: (rerun: number) => `re-run ${rerun}`,
  soFar: (duration: string) => `${duration} so far`,
  begin: 'Started',
  end: 'Ended',
  what: 'What',
  phase: 'Phase',
  took: 'Time',
  result: 'Result',
  item: 'Item',
  round: 'Round',
  run: 'Run',
  rounds: 'Findings per review round',
  roundsLabel: (counts: string) => `Columns: findings per round: ${counts}`,
  roundTitle: (round: number, fix: number, discuss: number) =>
    `Round ${round}: ${fix} to fix, ${discuss} to discuss`,
  fixRequired: 'Fix required',
  needsDiscussion: 'Needs discussion',
  tasks: 'Tasks done over re-runs',
  tasksLabel: (done: number, total: number, runs: number) =>
    `Columns: ${done} of ${total} tasks done after ${runs === 1 ? '1 run' : `${runs} runs`}`,
  taskTitle: (run: number, done: number, total: number) => `Run ${run}: ${done} of ${total} done`,
  tasksDone: 'Done',
  tasksOpen: 'Open',
  tasksAll: 'Tasks',
  spending: 'Cost and tokens over time',
  spendingLabel: (cost: string, tokens: string) => `Lines: ${cost} and ${tokens} tokens in total`,
  cost: 'Cost',
  tokens: 'Tokens',
  tokensOf: (tokens: string) => `${tokens} tokens`,
  costUnknown: 'The agents have not reported a cost.',
  budget: (amount: string) => `Budget ${amount}`,
  lanes: 'Agents over the last day',
  lanesLabel: (agents: number, items: number) =>
    `Bars over time: ${agents === 1 ? '1 agent' : `${agents} agents`} on ${items === 1 ? '1 item' : `${items} items`}`,
  strip: 'The whole project',
  stripLabel: (items: number) =>
    `Strip: every phase of ${items === 1 ? '1 item' : `${items} items`}`,
  longest: 'Longest items',
}
