import { createInterface } from 'node:readline/promises'
import { workerFolder } from '../../fleet/worker/worker-key-file.ts'
import {
  allow,
  forgetAllowed,
  waitingHere,
  workerFolders,
  type WaitingHere,
} from '../../fleet/worker/worker-trust.ts'
import type { Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { mayAsk } from '../run/trusting.ts'
import { commandLine } from '../words/commands/command-line.ts'
import { oneLine } from '../words/safe-text.ts'

const KINDS = {
  command: 'run by this worker',
  permission: 'what agents may do without asking',
  file: 'loaded by an agent program',
} as const

/** The user of a worker decides what the projects of its fleets may start on this computer. */
export async function decideHere(invocation: Invocation): Promise<number> {
  const { env, output } = invocation
  const url = invocation.text('url') ?? env['SDD_FLEET_URL']
  const folder = url ? workerFolder(env, url) : null
  if (invocation.has('untrust')) {
    const all = folder === null ? workerFolders(env) : [folder]
    const hasForgotten = all.map(forgetAllowed).includes(true)
    output.data({ type: 'result', status: 'completed' })
    output.say(hasForgotten ? 'Nothing is allowed here now' : 'Nothing was allowed here')
    return EXIT.completed
  }
  const waiting = waitingHere(env, folder)
  for (const one of waiting) show(one, invocation)
  if (waiting.length === 0) {
    output.say('Nothing waits for a decision here')
    return EXIT.completed
  }
  const isAllowed = invocation.has('yes') || (mayAsk(invocation) && (await isAgreed()))
  if (!isAllowed) {
    output.say(`Nothing was allowed. Allow all of it: ${commandLine('worker', '--trust', '--yes')}`)
    return EXIT.usage
  }
  for (const one of waiting) allow(one)
  output.say('This worker runs them as they are now. Resume the runs that were paused for it.')
  return EXIT.completed
}

function show({ repository, acting }: WaitingHere, { output }: Invocation): void {
  output.say(`${oneLine(repository)}:`)
  for (const { id, kind, details } of acting) {
    output.data({ type: 'waiting', repository, id, kind, details })
    output.say(`  ${oneLine(id)} (${KINDS[kind]})`)
    for (const detail of details) output.say(`    ${oneLine(detail)}`)
  }
}

async function isAgreed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question('Allow all of this on this computer? [y/N] ')
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
