import type { Command } from '../../contracts/commands.ts'
import type { CommandId } from '../../contracts/ids.ts'
import type { AnsweredCommand } from '../../contracts/journal.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Draft } from './draft.ts'
import type { Effect } from './effects.ts'
import type { DecideEvent } from './events.ts'

/** The command that is to be decided, also when the disk was read for it first. */
export function commandIn(event: DecideEvent): Command | null {
  const cause = event.type === 'facts.read' || event.type === 'facts.failed' ? event.cause : event
  return 'commandId' in cause ? cause : null
}

/** How the command was answered when it arrived before; null if it was never accepted. */
export const firstAnswer = (
  { answered }: Pick<AutoExecutionState, 'answered'>,
  id: CommandId,
): AnsweredCommand | null => answered.findLast((one) => one.id === id) ?? null

/** Its host may have died before spec.json had what the journal has: that is made up for first. */
export function answerAgain(draft: Draft, command: Command, first: AnsweredCommand): void {
  if (draft.facts === null) draft.read(command, { catchUp: true, after: first.seq - 1 })
  else draft.accept(command.commandId, first.answer)
}

/**
 * Marks the first entry of an accepted command with its id and answer, and with how many entries
 * are written at once: a crash may leave fewer of them, and then none of them counts.
 */
export function marked(effects: Effect[], id: CommandId): Effect[] {
  const reply = effects.find((effect) => effect.type === 'reply' && effect.commandId === id)
  const at = effects.findIndex((effect) => effect.type === 'append')
  const append = effects[at]
  if (reply?.type !== 'reply' || !reply.result.ok || append?.type !== 'append') return effects
  const [first, ...others] = append.entries
  if (first === undefined) return effects
  const together = others.length === 0 ? {} : { entries: append.entries.length }
  const command = { id, answer: reply.result.value, ...together }
  return effects.with(at, { type: 'append', entries: [{ ...first, command }, ...others] })
}
