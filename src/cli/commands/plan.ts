import { createInterface } from 'node:readline/promises'
import type { Turn } from '../../contracts/views/asks.ts'
import { planText, readPlan } from '../../core/asks/read-plan.ts'
import type { CommandDetails, Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Refused, UsageError } from '../problems.ts'
import { newItemCalled, openProjectContext, type ProjectContext } from '../project.ts'
import { askAndWait, printTurn } from '../run/asking.ts'
import { throughHost } from '../serve/host-access.ts'

export const command: CommandDetails = {
  help: `
Turns a rough idea into a description with its decisions, in a dialogue with an agent that may only
read. TEXT is the idea, then your answers; each call continues the dialogue, --new starts another one.
In a terminal it keeps asking until the description is complete. --create NAME creates a spec from it.`,
  options: {
    new: { value: null, help: 'start with another idea' },
    create: { value: 'NAME', help: 'create a spec from the description' },
  },
  async run(invocation) {
    const [text] = invocation.positionals
    const context = openProjectContext(invocation)
    const name = invocation.text('create')
    if (name !== undefined && text !== undefined)
      throw new UsageError(
        '--create takes no TEXT',
        'Finish the dialogue first, then use --create NAME',
      )
    if (name !== undefined) return create(invocation, context, name)
    if (text === undefined || text.trim() === '')
      throw new UsageError('TEXT is missing', 'Say what you want to build, in a sentence')
    return talk(invocation, context, text)
  },
}

async function talk(
  invocation: Invocation,
  context: ProjectContext,
  first: string,
): Promise<number> {
  const { output } = invocation
  const isDialogue = output.isLive && process.stdin.isTTY
  let fresh = invocation.has('new')
  for (let text = first; ; fresh = false) {
    const turn = await askAndWait(context, { about: 'plan', text: text.trim(), fresh })
    const code = printTurn(output, turn)
    const plan = readPlan(turn.answer)
    if (plan !== null) output.say(`\nCreate it: ${context.typed('plan', '--create', 'NAME')}`)
    if (code !== EXIT.completed || plan !== null || !isDialogue) return code
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    text = await terminal.question('\n> ')
    terminal.close()
    if (text.trim() === '') return code
  }
}

async function create(
  { output }: Invocation,
  context: ProjectContext,
  name: string,
): Promise<number> {
  const item = newItemCalled(context, name)
  const description = await throughHost(context, async (api) => {
    const reply = await api.call('conversation', { about: 'plan' })
    if (!reply.ok) throw new Refused(reply.error)
    const plan = lastPlan(reply.value.turns)
    if (plan === null)
      throw new UsageError(
        'The dialogue has not produced a description yet',
        `Continue it: ${context.typed('plan', 'TEXT')}`,
      )
    const made = await api.call('create', { item, description: plan, language: null })
    if (!made.ok) throw new Refused(made.error)
    return plan
  })
  output.data({ type: 'result', status: 'completed', feature: name, description })
  output.say(`Created ${name}`)
  output.say(`Run it: ${context.typed('run', name)}`)
  return EXIT.completed
}

/** The last plan of the last dialogue. */
function lastPlan(turns: readonly Turn[]): string | null {
  const last = turns.at(-1)
  const found = turns
    .filter(({ conversation }) => conversation === last?.conversation)
    .map(({ answer }) => readPlan(answer))
    .findLast((plan) => plan !== null)
  return found === undefined || found === null ? null : planText(found)
}
