import { APPROVERS, CLARIFYING, type Choices } from '../../contracts/spec-json.ts'

/** Any other word is ignored. */
export function choicesIn(json: { approvals?: unknown; clarify?: unknown }): Partial<Choices> {
  const approvals = APPROVERS.find((known) => known === json.approvals)
  const clarify = CLARIFYING.find((known) => known === json.clarify)
  return { ...(approvals && { approvals }), ...(clarify && { clarify }) }
}

/** The choices of an item win over the defaults. */
export const choicesOf = (
  { choices }: { choices: Partial<Choices> },
  byDefault: Choices,
): Choices => ({ ...byDefault, ...choices })
