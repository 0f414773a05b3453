import { hostname } from 'node:os'
import { connectGateway } from '../../../fleet/worker/gateway-client.ts'
import {
  enrolAt,
  readKey,
  workerFolder,
  type WorkerKey,
} from '../../../fleet/worker/worker-key-file.ts'
import { keepIntroduced } from '../../../fleet/worker/introduce.ts'
import { startGuard } from '../../../fleet/worker/guard.ts'
import { Worker } from '../../../fleet/worker/worker.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { checkNode } from '../../fleet/fleet-modules.ts'
import { asked, numberIn } from '../../fleet/fleet-options.ts'
import { CommandError, UsageError } from '../../problems.ts'
import { commandLine } from '../../words/commands/command-line.ts'

export const command: CommandDetails = {
  help: `
Runs steps of a fleet here, with the agents that are installed and logged in on this computer. It
only connects outward, opens no port and needs no access to the database. The first time it needs a
code: {sdd} fleet enrol prints one. It then has a key of its own.

SIGTERM lets it finish what it has and end; Ctrl+C ends what it has, and another worker repeats it.`,
  options: {
    url: { value: 'URL', help: 'the coordinator; default: SDD_FLEET_URL' },
    code: {
      value: 'CODE',
      help: 'the first time: the code of one enrolment; default: SDD_WORKER_CODE',
    },
    name: {
      value: 'NAME',
      help: 'with --code: how it is called; default: the name of this computer',
    },
    slots: { value: 'N', help: 'how many steps at once; default: 1' },
  },
  async run(invocation) {
    const { output, env } = invocation
    checkNode()
    const url = urlIn(invocation)
    const slots = numberIn(invocation, 'slots', { least: 1, most: 100, otherwise: 1 })
    const folder = workerFolder(env, url)
    const { key, name } = await keyOf(invocation, url, folder)
    const calls = connectGateway(url, key)
    const reportError = (error: unknown): void =>
      output.warn(error instanceof Error ? error.message : String(error))
    const worker = new Worker({ calls, folder, slots, env, guard: startGuard(), reportError })
    const end = keepIntroduced({ calls, slots, env, reportError })
    output.data({ type: 'working', name, url, slots })
    output.say(`${name} takes steps from ${url}`)
    const signal = await asked('SIGINT', 'SIGTERM')
    if (signal === 'SIGINT') await worker.stop()
    else await worker.drain()
    end()
    await calls.close()
    return EXIT.completed
  },
}

function urlIn(invocation: Invocation): string {
  const url = invocation.text('url') ?? invocation.env['SDD_FLEET_URL']
  if (!url || !/^https?:\/\//.test(url))
    throw new UsageError('The coordinator is missing', 'Give --url http://…, or set SDD_FLEET_URL')
  return url
}

async function keyOf(invocation: Invocation, url: string, folder: string): Promise<WorkerKey> {
  const known = readKey(folder)
  // In a container the code stays in the environment after it was used.
  const given = known === null ? invocation.env['SDD_WORKER_CODE'] || undefined : undefined
  const code = invocation.text('code') ?? given
  if (code === undefined && known !== null) return known
  if (code === undefined)
    throw new UsageError(
      'This computer is not yet a worker of that fleet',
      `Give --code: ${commandLine('fleet', 'enrol')} prints one`,
    )
  const name =
    invocation.text('name') ??
    hostname()
      .replaceAll(/[^\w.-]/g, '-')
      .slice(0, 60)
  const enrolled = await enrolAt(url, { code, name, folder })
  if (enrolled === null)
    throw new CommandError('The code is unknown, used up or too old', {
      hint: `${commandLine('fleet', 'enrol')} prints a new one`,
      code: 'NOT_ENROLLED',
      exitCode: EXIT.usage,
    })
  return enrolled
}
