import type { WorkItem } from '../../../contracts/work-item.ts'
import type { PermissionAnswer } from '../../../contracts/agent.ts'
import { readStatuses } from '../../../host/items/spec-status.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError } from '../../problems.ts'
import { existingItem, openProjectContext, type ProjectContext } from '../../project.ts'
import { oneOf } from '../../words/closest.ts'
import { carryOut } from '../../words/short-command.ts'

const ANSWERS = new Map<string, PermissionAnswer>([
  ['allow', 'allow'],
  ['always', 'allow-always'],
  ['deny', 'deny'],
])

export const command: CommandDetails = {
  help: `
Answers the question an agent is waiting on: allow, always (this agent does not ask for it again)
or deny. The log and the status show the question. Without an answer in time it is denied.
If a run is paused because its agent asked (agent-asked), ANSWER is any text; it goes into the
agent's next prompt.`,
  options: {},
  async run(invocation) {
    const [name = '', word = ''] = invocation.positionals
    const context = openProjectContext(invocation)
    const item = existingItem(context, name)
    const [status] = readStatuses(context.folders, item)
    if (status?.run.status === 'paused' && status.run.reason === 'agent-asked' && word !== '')
      return answerInWords(context, invocation, { item, text: word })
    const answer = ANSWERS.get(word)
    if (answer === undefined)
      throw new UsageError(
        `${word || 'Nothing'} is not an answer`,
        oneOf(word, [...ANSWERS.keys()]),
      )
    await carryOut(context, invocation.output, {
      item,
      asked: { type: 'answer', answer, questionId: null },
      call: (api) => api.call('answer', { item, answer }),
    })
    return EXIT.completed
  },
}

async function answerInWords(
  context: ProjectContext,
  { output }: Invocation,
  { item, text }: { item: WorkItem; text: string },
): Promise<number> {
  await carryOut(context, output, {
    item,
    asked: { type: 'tell', text, now: false },
    call: (api) => api.call('tell', { item, text, now: false }),
  })
  output.say(`The agent gets it when you resume the run: ${context.typed('resume', item.name)}`)
  return EXIT.completed
}
