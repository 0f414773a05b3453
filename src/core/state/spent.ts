import type { Usage } from '../../contracts/launch/agent.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { AutoExecutionState, Spent } from '../../contracts/run-state.ts'
import { BUDGET_KINDS, type Budget, type BudgetKind, type Spec } from '../../contracts/spec-json.ts'
import type { Facts } from '../decide/facts.ts'

export const NOTHING_SPENT: Spent = {
  agents: 0,
  ms: 0,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  unreportedTokens: 0,
  unreportedCost: 0,
}

/** Older ones are agents whose end was never reported, such as those of another checkout. */
const MOST_UNACCOUNTED = 100

/** More asks than a host can have left unfinished. */
const MOST_ASKS = 10

type Entry<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>
type Accounts = Pick<AutoExecutionState, 'spent' | 'unaccounted'>

export function openAccount(
  { unaccounted }: AutoExecutionState,
  { agentId, phase, runId }: Entry<'step.started'>,
): Accounts['unaccounted'] {
  return [...unaccounted, { agentId, phase, runId }].slice(-MOST_UNACCOUNTED)
}

/** Also for an agent that ended late: what it used was used. */
export function closeAccount(
  state: AutoExecutionState,
  entry: Entry<'agent.ended'>,
): Partial<Accounts> {
  const open = state.unaccounted.find((account) => account.agentId === entry.agentId)
  if (open === undefined) return {}
  const unaccounted = state.unaccounted.filter((account) => account !== open)
  if (entry.cause === 'not-started') return { unaccounted }
  const { run, spec, phases } = state.spent
  const used = { usage: entry.usage ?? null, ms: entry.ranMs ?? 0 }
  return {
    unaccounted,
    spent: {
      run: open.runId === state.runId ? spentAfter(run, used) : run,
      spec: spentAfter(spec, used),
      phases: { ...phases, [open.phase]: spentAfter(phases[open.phase] ?? NOTHING_SPENT, used) },
    },
  }
}

/** Counts for the item, but for no run and no phase. */
export function withAsk(
  { spent, countedAsks }: AutoExecutionState,
  { agentId, usage, ranMs }: Entry<'ask.ended'>,
): Pick<AutoExecutionState, 'spent' | 'countedAsks'> {
  return {
    spent: { ...spent, spec: spentAfter(spent.spec, { usage, ms: ranMs ?? 0 }) },
    countedAsks: [...countedAsks, agentId].slice(-MOST_ASKS),
  }
}

/** The sum together with what one more agent used. */
export function spentAfter(sum: Spent, { usage, ms }: { usage: Usage | null; ms: number }): Spent {
  return {
    agents: sum.agents + 1,
    ms: sum.ms + ms,
    inputTokens: added(sum.inputTokens, usage?.inputTokens),
    outputTokens: added(sum.outputTokens, usage?.outputTokens),
    costUsd: added(sum.costUsd, usage?.costUsd),
    unreportedTokens: sum.unreportedTokens + (isWhole(usage) ? 0 : 1),
    unreportedCost: sum.unreportedCost + (isWhole(usage) && usage.costUsd !== undefined ? 0 : 1),
  }
}

export const sumOf = (a: Spent, b: Spent): Spent => ({
  agents: a.agents + b.agents,
  ms: a.ms + b.ms,
  inputTokens: added(a.inputTokens, b.inputTokens ?? undefined),
  outputTokens: added(a.outputTokens, b.outputTokens ?? undefined),
  costUsd: added(a.costUsd, b.costUsd ?? undefined),
  unreportedTokens: a.unreportedTokens + b.unreportedTokens,
  unreportedCost: a.unreportedCost + b.unreportedCost,
})

const isWhole = (usage: Usage | null): usage is Usage => usage !== null && usage.isPartial !== true

const added = (sum: number | null, more: number | undefined): number | null =>
  more === undefined ? sum : (sum ?? 0) + more

export interface SpentBudget {
  kind: BudgetKind
  spent: number
  budget: number
}

export const budgetOf = (spec: Pick<Spec, 'budget'>, byDefault: Budget): Budget => ({
  ...byDefault,
  ...spec.budget,
})

/** What this spec may cost; without trust it can only lower the default. */
export function allowedBudget({ spec, defaultBudget, trust }: Facts): Budget {
  const own = budgetOf(spec, defaultBudget)
  if (!trust.isWithout) return own
  const lower = (kind: BudgetKind): number | null =>
    defaultBudget[kind] === null ? own[kind] : Math.min(defaultBudget[kind], own[kind] ?? Infinity)
  return { usd: lower('usd'), tokens: lower('tokens'), minutes: lower('minutes') }
}

/** The limit that is used up; null while there is none. An unreported cost is not guessed. */
export function spentBudget(spent: Spent, budget: Budget): SpentBudget | null {
  for (const kind of BUDGET_KINDS) {
    const limit = budget[kind]
    const used = amountOf(spent, kind)
    if (limit !== null && used >= limit) return { kind, spent: used, budget: limit }
  }
  return null
}

export function amountOf(spent: Spent, kind: BudgetKind): number {
  switch (kind) {
    case 'usd':
      return spent.costUsd ?? 0
    case 'tokens':
      return (spent.inputTokens ?? 0) + (spent.outputTokens ?? 0)
    case 'minutes':
      return spent.ms / 60_000
    default:
      return kind satisfies never
  }
}

export const moneyLeft = (spent: Spent, { usd }: Budget): number | null =>
  usd === null ? null : usd - (spent.costUsd ?? 0)

/** The one format for prices; small ones show a tenth of a cent. */
export const usdInWords = (usd: number): string => `$${usd.toFixed(usd > 0 && usd < 0.1 ? 3 : 2)}`

export function amountInWords(kind: BudgetKind, amount: number): string {
  switch (kind) {
    case 'usd':
      return usdInWords(amount)
    case 'tokens':
      return `${amount} tokens`
    case 'minutes':
      return `${Math.round(amount * 10) / 10} minutes`
    default:
      return kind satisfies never
  }
}
