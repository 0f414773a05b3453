import type { Cause } from '../../../core/decide/events.ts'
import { failureOf } from '../failure-words.ts'
import type { SpecOwner } from '../owner.ts'
import type { EffectOf, EffectParts, Perform } from './effect-parts.ts'

export const readFacts: Perform<'read-facts'> = (parts, owner, effect) =>
  effect.wanted.catchUp ? catchUp(parts, owner, effect) : read(parts, owner, effect)

type Reading = EffectOf<'read-facts'>

/** After a crash or a disk failure, spec.json may be behind the journal. */
async function catchUp(parts: EffectParts, owner: SpecOwner, effect: Reading): Promise<void> {
  try {
    const { after } = effect.wanted
    const entries = await (after === undefined ? owner.session() : owner.journal.read(after))
    await parts.items.write(owner.item, entries)
  } catch (error) {
    return failed(parts, owner, { cause: effect.cause, error })
  }
  read(parts, owner, effect)
}

function read(parts: EffectParts, owner: SpecOwner, { cause, wanted }: Reading): void {
  const { state } = owner
  try {
    const chosen = chosenAgent(cause, owner)
    const facts = parts.items.facts(owner.item, { wanted, state, chosen })
    owner.send({ type: 'facts.read', at: parts.now(), cause, facts })
  } catch (error) {
    failed(parts, owner, { cause, error })
  }
}

const failed = (
  { now }: EffectParts,
  owner: SpecOwner,
  { cause, error }: { cause: Cause; error: unknown },
): void => owner.send({ type: 'facts.failed', at: now(), cause, failure: failureOf(error) })

function chosenAgent(cause: Cause, { state }: SpecOwner): string | null {
  if (cause.type === 'start') return cause.agent ?? null
  return ('agent' in cause && cause.agent) || state.agent
}
