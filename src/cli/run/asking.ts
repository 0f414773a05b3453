import type { HostEvent } from '../../contracts/rpc.ts'
import type { AskAbout, Turn } from '../../contracts/views/asks.ts'
import type { Output } from '../output.ts'
import { EXIT } from '../exit-codes.ts'
import { CommandError, Refused } from '../problems.ts'
import type { ProjectContext } from '../project.ts'
import { reach, type Access } from '../serve/host-access.ts'
import { costWords } from '../words/usage-words.ts'
import { NOTHING_SPENT, spentAfter } from '../../core/state/spent.ts'

export interface Question {
  about: AskAbout
  text: string
  fresh: boolean
  /** An earlier conversation to continue instead of the last one. */
  conversation?: number
}

/** Asks and waits for the answer. Ctrl+C stops the agent that works on it. */
export async function askAndWait(context: ProjectContext, question: Question): Promise<Turn> {
  const access = await reach(context)
  const stop = (): void => {
    void access.api.call('stopAsking', { about: question.about }).catch(() => undefined)
  }
  // Nothing else keeps the process alive while it waits for the agent.
  const alive = setInterval(() => undefined, 60_000)
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    return await answered(access, question)
  } finally {
    clearInterval(alive)
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await access.close()
  }
}

async function answered({ api, gone }: Access, question: Question): Promise<Turn> {
  const ends = new Map<string, Turn>()
  let wake = (): void => undefined
  const leave = api.subscribe((event: HostEvent) => {
    if (event.type !== 'asked' || isOpen(event.turn)) return
    ends.set(event.turn.id, event.turn)
    wake()
  })
  try {
    const begun = await api.call('ask', question)
    if (!begun.ok) throw new Refused(begun.error)
    const { id } = begun.value
    await new Promise<void>((resolve, reject) => {
      wake = () => ends.has(id) && resolve()
      gone.addEventListener('abort', () => reject(hostGone()), { once: true })
      wake()
    })
    return ends.get(id) ?? begun.value
  } finally {
    leave()
  }
}

const isOpen = ({ status }: Turn): boolean => status === 'queued' || status === 'running'

const hostGone = (): CommandError =>
  new CommandError('The host of this project has ended', {
    hint: 'The agent keeps working; ask again to see its answer',
    code: 'HOST_GONE',
    exitCode: EXIT.error,
  })

/** Prints a turn; the exit code is 0 only if it was answered and no file has changed. */
export function printTurn(output: Output, turn: Turn): number {
  const { status, answer, usage, changed, agent } = turn
  output.data({ type: 'answer', ...turn })
  if (!output.isJson) output.say(answer === '' ? `No answer: ${status}` : answer)
  if (usage !== null) {
    const spent = spentAfter(NOTHING_SPENT, { usage, ms: 0 })
    output.say(output.style('dim', `${agent} · ${costWords(spent)}`))
  }
  if (changed !== null && changed.length > 0) {
    output.warn(`Warning: ${agent} has read-only access, but these files changed while it ran:`)
    for (const file of changed) output.warn(`  ${file}`)
  }
  if (status === 'stopped') return EXIT.interrupted
  return status === 'answered' && (changed ?? []).length === 0 ? EXIT.completed : EXIT.error
}
