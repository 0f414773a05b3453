import { createInterface } from 'node:readline/promises'
import { MAX_ASKED } from '../../contracts/views/call-limits.ts'
import type { SteeringDraft, SteeringView } from '../../contracts/views/steering.ts'
import type { CommandDetails, Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Refused, UsageError } from '../problems.ts'
import { openProjectContext, type ProjectContext } from '../project.ts'
import { askAndWait, printTurn } from '../run/asking.ts'
import { throughHost } from '../serve/host-access.ts'
import { draftLines } from '../words/lines/draft-lines.ts'

export const command: CommandDetails = {
  help: `
Has an agent write or renew the steering documents of the project: product.md, tech.md and
structure.md in .kiro/steering. The agent may only read. Its proposal is shown as a diff, and nothing is
written before you accept it: in a terminal you are asked, elsewhere --accept writes the last proposal
and --yes writes this one immediately. TEXT says what to focus on.`,
  options: {
    accept: { value: null, help: 'write the last proposal' },
    yes: { value: null, help: 'write the proposal without asking' },
    new: { value: null, help: 'start a new conversation' },
  },
  async run(invocation) {
    const [text = 'Write or renew the steering documents.'] = invocation.positionals
    const context = openProjectContext(invocation)
    if (invocation.has('accept')) return accept(invocation, context)
    if (text.trim() === '') throw new UsageError('TEXT is empty', 'Say what it should mind')
    if (text.length > MAX_ASKED)
      throw new UsageError(`TEXT is longer than ${MAX_ASKED / 1024} KB`, 'Use fewer words')
    const asked = { about: 'steering', text: text.trim(), fresh: invocation.has('new') } as const
    const turn = await askAndWait(context, asked)
    if (turn.status !== 'answered') return printTurn(invocation.output, turn)
    return propose(invocation, context)
  },
}

async function propose(invocation: Invocation, context: ProjectContext): Promise<number> {
  const { output } = invocation
  const drafts = await proposedIn(context)
  if (drafts.length === 0) {
    output.say('The agent has proposed nothing new')
    return EXIT.completed
  }
  for (const draft of drafts) for (const line of draftLines(output, draft)) output.say(line)
  if (invocation.has('yes')) return accept(invocation, context)
  if (output.isLive && process.stdin.isTTY && (await isWanted()))
    return accept(invocation, context, drafts)
  for (const draft of drafts) output.data(lineOf(draft, false))
  output.say(`Nothing was written. To write it: ${context.typed('steering', '--accept')}`)
  return EXIT.completed
}

async function isWanted(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Write this? [y/N] ')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Writes the drafts that were shown, if any: a file changed since then is not overwritten. */
async function accept(
  { output }: Invocation,
  context: ProjectContext,
  shown?: SteeringDraft[],
): Promise<number> {
  const drafts = shown ?? (await proposedIn(context))
  if (drafts.length === 0)
    throw new UsageError('There is no proposal', `Ask an agent: ${context.typed('steering')}`)
  await throughHost(context, async (api) => {
    for (const { name, proposed, version } of drafts) {
      const given = { name, text: proposed ?? '', base: version }
      const reply = await api.call('saveSteering', given)
      if (!reply.ok) throw new Refused(reply.error)
    }
  })
  for (const draft of drafts) {
    output.data(lineOf(draft, true))
    output.say(`${draft.text === null ? 'Created' : 'Renewed'} .kiro/steering/${draft.name}`)
  }
  return EXIT.completed
}

async function proposedIn(context: ProjectContext): Promise<SteeringDraft[]> {
  const view = await throughHost(context, async (api): Promise<SteeringView> => {
    const reply = await api.call('steering', {})
    if (!reply.ok) throw new Refused(reply.error)
    return reply.value
  })
  return view.documents.filter(({ proposed }) => proposed !== null)
}

const lineOf = ({ name, text, proposed }: SteeringDraft, written: boolean) => ({
  type: 'steering' as const,
  document: `.kiro/steering/${name}`,
  state: text === null ? ('new' as const) : ('changed' as const),
  written,
  text: proposed ?? '',
})
