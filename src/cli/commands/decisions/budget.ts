import { BUDGET_KINDS, type Budget, type BudgetKind } from '../../../contracts/spec-json.ts'
import type { SpecStatus } from '../../../contracts/views/status.ts'
import { amountInWords, amountOf, budgetOf } from '../../../core/state/spent.ts'
import { readRecord } from '../../../core/spec/normalise.ts'
import { readSpecJson } from '../../../host/files/spec-json-file.ts'
import { itemDirOf } from '../../../host/project/folders.ts'
import { readStatuses } from '../../../host/items/spec-status.ts'
import { aligned } from '../../command-help.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError } from '../../problems.ts'
import { existingItem, openProjectContext } from '../../project.ts'
import { nameKey } from '../../words/name-key.ts'
import { carryOut } from '../../words/commands/short-command.ts'
import { usageWords } from '../../words/usage-words.ts'

export const command: CommandDetails = {
  help: `
Without options: what this spec may cost and what its agents have used so far. With options: sets
its limits, also while it runs; "none" removes one. A run is paused before the next agent once a
limit is reached. Limits for every spec:

  {sdd} config set budget.usd 20`,
  options: {
    usd: { value: 'N', help: 'US dollars, counting only the cost that agents report' },
    tokens: { value: 'N', help: 'input and output tokens' },
    minutes: { value: 'N', help: 'total working time of agents' },
  },
  async run(invocation) {
    const changes = changesIn(invocation)
    const { output } = invocation
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    if (Object.keys(changes).length > 0) {
      const changed = await carryOut(context, output, {
        item,
        asked: { type: 'budget', ...changes },
        call: (api) => api.call('budget', { item, ...changes }),
      })
      if (!changed) output.say('Nothing changed: it was already set that way')
      return EXIT.completed
    }
    const [status] = readStatuses(context.folders, item)
    if (status === undefined) return EXIT.completed
    const spec = readRecord(item, readSpecJson(itemDirOf(context.folders, item), item))
    const budget = budgetOf(spec, context.settings.budget)
    output.data({ type: 'budget', [nameKey(item)]: item.name, budget, usage: status.usage })
    for (const line of linesFor(status, budget)) output.say(line)
    return EXIT.completed
  },
}

function changesIn(invocation: Invocation): Partial<Budget> {
  const changes: Partial<Budget> = {}
  for (const kind of BUDGET_KINDS) {
    const given = invocation.text(kind)
    if (given !== undefined) changes[kind] = limitIn(kind, given)
  }
  return changes
}

function limitIn(kind: BudgetKind, given: string): number | null {
  if (given === 'none') return null
  const limit = Number(given)
  if (given.trim() !== '' && Number.isFinite(limit) && limit > 0) {
    if (kind !== 'tokens' || Number.isInteger(limit)) return limit
  }
  throw new UsageError(`--${kind} ${given} is not a limit`, 'Give a number above 0, or none')
}

function linesFor({ item, usage }: SpecStatus, budget: Budget): string[] {
  const rows = BUDGET_KINDS.map((kind) => {
    const limit = budget[kind]
    const isUnknown = kind === 'usd' && usage.costUsd === null
    return [
      kind,
      isUnknown ? 'cost not reported' : `${amountInWords(kind, amountOf(usage, kind))} used`,
      limit === null ? 'no limit' : `of ${amountInWords(kind, limit)}`,
    ]
  })
  return [item.name, ...aligned(rows), `  ${usageWords(usage)}`]
}
