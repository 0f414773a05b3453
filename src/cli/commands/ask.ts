import { text as textOf } from 'node:stream/consumers'
import type { AskAbout } from '../../contracts/views/asks.ts'
import { MAX_ASKED } from '../../contracts/views/call-limits.ts'
import { talksOf } from '../../core/asks/talks.ts'
import { readTurns } from '../../host/asks/conversation-file.ts'
import type { CommandDetails, Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../problems.ts'
import { existingItem, openProjectContext, type ProjectContext } from '../project.ts'
import { askAndWait, printTurn } from '../run/asking.ts'

export const command: CommandDetails = {
  help: `
Asks an agent about a spec, or about the project when no name is given. The agent may only read;
files that it changes anyway are listed. The next question continues the last conversation; --new
starts another one, --list shows earlier ones, and --conversation continues one of them. "-" reads the
question from stdin. Ctrl+C stops the agent. A spec whose budget is used up cannot be asked about.`,
  options: {
    new: { value: null, help: 'start a new conversation' },
    conversation: { value: 'N', help: 'continue an earlier one' },
    list: { value: null, help: 'show earlier conversations' },
  },
  async run(invocation) {
    const context = openProjectContext(invocation)
    const [first = '', second] = invocation.positionals
    if (invocation.has('list'))
      return list(invocation, context, first === '' ? 'project' : existingItem(context, first))
    const given = second ?? first
    const text = (given === '-' ? await textOf(process.stdin) : given).trim()
    if (text === '') throw new UsageError('TEXT is empty', 'Ask something')
    if (text.length > MAX_ASKED)
      throw new UsageError(`TEXT is longer than ${MAX_ASKED / 1024} KB`, 'Ask in fewer words')
    const about: AskAbout = second === undefined ? 'project' : existingItem(context, first)
    const question = {
      about,
      text,
      fresh: invocation.has('new'),
      ...earlier(invocation, context, about),
    }
    return printTurn(invocation.output, await askAndWait(context, question))
  },
}

function earlier(
  invocation: Invocation,
  { folders }: ProjectContext,
  about: AskAbout,
): { conversation?: number } {
  const given = invocation.text('conversation')
  if (given === undefined) return {}
  if (invocation.has('new'))
    throw new UsageError('--new and --conversation cannot be used together', 'Use one of them')
  const kept = talksOf(readTurns(folders, about)).map(({ conversation }) => conversation)
  const conversation = kept.find((one) => String(one) === given)
  if (conversation === undefined)
    throw new UsageError(`There is no conversation ${given}`, 'List them with --list')
  return { conversation }
}

/** Reads files only: starts no host and no agent. */
function list({ output }: Invocation, { folders }: ProjectContext, about: AskAbout): number {
  const talks = talksOf(readTurns(folders, about))
  if (talks.length === 0) output.say('No conversations yet')
  for (const { conversation, turns } of talks) {
    const { at = '', question = '' } = { at: turns.at(-1)?.at, question: turns[0]?.question }
    output.data({ type: 'conversation', conversation, questions: turns.length, at, question })
    const count = turns.length === 1 ? '1 question' : `${turns.length} questions`
    output.say(`${conversation}  ${question.split('\n')[0] ?? ''}`)
    output.say(output.style('dim', `   ${count}, last ${at}`))
  }
  return EXIT.completed
}
