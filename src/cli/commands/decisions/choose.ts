import { APPROVERS, CLARIFYING, type Choices } from '../../../contracts/spec-json.ts'
import { choicesOf } from '../../../core/spec/choices.ts'
import { readRecord } from '../../../core/spec/normalise.ts'
import { readSpecJson } from '../../../host/files/spec-json-file.ts'
import { itemDirOf } from '../../../host/project/folders.ts'
import { aligned } from '../../command-help.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError } from '../../problems.ts'
import { existingItem, openProjectContext } from '../../project.ts'
import { oneOf } from '../../words/commands/closest.ts'
import { carryOut } from '../../words/commands/short-command.ts'
import { nameKey } from '../../words/name-key.ts'

export const command: CommandDetails = {
  help: `
Sets how much of a spec you decide, also while it runs. Without options: shows the choices. With
--approvals person the run pauses after each document until you approve it or send it back; with
--clarify ask the agent asks up to 3 questions before the requirements. What is not chosen here
follows the settings "approvals" and "clarify".`,
  options: {
    approvals: { value: APPROVERS.join('|'), help: 'who approves its documents' },
    clarify: {
      value: CLARIFYING.join('|'),
      help: 'open points: assume and write them down, or ask first',
    },
  },
  async run(invocation) {
    const { output } = invocation
    const choices = choicesGiven(invocation)
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    if (Object.keys(choices).length === 0) {
      const record = readRecord(item, readSpecJson(itemDirOf(context.folders, item), item))
      const now = choicesOf(record, context.settings.choices)
      output.data({ type: 'choices', [nameKey(item)]: item.name, ...now })
      output.say(item.name)
      for (const line of aligned(Object.entries(now))) output.say(line)
      return EXIT.completed
    }
    const changed = await carryOut(context, output, {
      item,
      asked: { type: 'choose', ...choices },
      call: (api) => api.call('choose', { item, ...choices }),
    })
    if (!changed) output.say('Nothing changed: it was already set that way')
    return EXIT.completed
  },
}

function choicesGiven(invocation: Invocation): Partial<Choices> {
  const approvals = oneGiven(invocation, 'approvals', APPROVERS)
  const clarify = oneGiven(invocation, 'clarify', CLARIFYING)
  return { ...(approvals && { approvals }), ...(clarify && { clarify }) }
}

function oneGiven<T extends string>(
  invocation: Invocation,
  option: string,
  known: readonly T[],
): T | undefined {
  const given = invocation.text(option)
  const found = known.find((word) => word === given)
  if (given !== undefined && found === undefined)
    throw new UsageError(`--${option} ${given} is not a choice`, oneOf(given, [...known]))
  return found
}
