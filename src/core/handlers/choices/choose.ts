import type { CommandOf } from '../../../contracts/commands.ts'
import type { Draft } from '../../decide/draft.ts'
import { choicesIn } from '../../spec/choices.ts'
import type { Choices } from '../../../contracts/spec-json.ts'

/** Sets how much the user decides; a run looks at it before every document. */
export function handleChoose(draft: Draft, command: CommandOf<'choose'>): void {
  const { choices } = draft.knownFacts.spec
  const keys = Object.keys(choicesIn(command)) as (keyof Choices)[]
  const changed = keys.filter((key) => command[key] !== choices[key])
  if (changed.length > 0)
    draft.emit({
      type: 'choices.changed',
      ...Object.fromEntries(changed.map((key) => [key, command[key]])),
    })
  draft.accept(command.commandId)
}
