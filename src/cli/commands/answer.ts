import type { PermissionAnswer } from '../../contracts/agent.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../problems.ts'
import { existingFeature, openWorkshop } from '../project.ts'
import { oneOf } from '../words/closest.ts'
import { carryOut } from '../short-command.ts'

const ANSWERS = new Map<string, PermissionAnswer>([
  ['allow', 'allow'],
  ['always', 'allow-always'],
  ['deny', 'deny'],
])

export const command: Command = {
  name: 'answer',
  positionals: ['FEATURE', 'ANSWER'],
  summary: 'answer what an agent asks',
  help: `
Answers the question an agent waits with: allow, always (the same is not asked again by this agent)
or deny. What it asks stands in the log and in the status. Without an answer in time it is denied.`,
  options: {},
  async run(invocation) {
    const [name = '', word = ''] = invocation.positionals
    const answer = ANSWERS.get(word)
    if (answer === undefined)
      throw new UsageError(`${word || 'Nothing'} is no answer`, oneOf(word, [...ANSWERS.keys()]))
    const workshop = openWorkshop(invocation)
    const feature = existingFeature(workshop, name)
    await carryOut(workshop, invocation.output, {
      feature,
      asked: { type: 'answer', answer, questionId: null },
      call: (api) => api.call('answer', { feature, answer }),
    })
    return EXIT.completed
  },
}
