import { BUDGET_KINDS, type Budget, type BudgetKind } from '../../../contracts/spec-json.ts'

/** Null: no limit; undefined: not a valid limit. */
export function limitIn(kind: BudgetKind, text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const limit = Number(trimmed)
  if (!Number.isFinite(limit) || limit <= 0) return undefined
  return kind === 'tokens' && !Number.isInteger(limit) ? undefined : limit
}

/** The changed limits; null while any text is invalid. */
export function budgetChanges(
  before: Budget,
  texts: Record<BudgetKind, string>,
): Partial<Budget> | null {
  const changes: Partial<Budget> = {}
  for (const kind of BUDGET_KINDS) {
    const limit = limitIn(kind, texts[kind])
    if (limit === undefined) return null
    if (limit !== before[kind]) changes[kind] = limit
  }
  return changes
}
