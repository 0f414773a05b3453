import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { OTHER_VERSION } from '../../../fleet/gateway/protocol.ts'
import { connectGateway, isUnanswered } from '../../../fleet/worker/gateway-client.ts'
import {
  enrolAt,
  readKey,
  workerFolder,
  type WorkerKey,
} from '../../../fleet/worker/worker-key-file.ts'
import { keepIntroduced } from '../../../fleet/worker/introduce.ts'
import { noteRunning, runningWorker } from '../../../fleet/worker/running-worker.ts'
import { isAlive } from '../../../host/agents/process/process-table.ts'
import { packageVersion } from '../../../host/shell/package-files.ts'
import { startGuard } from '../../../fleet/worker/guard.ts'
import { Worker } from '../../../fleet/worker/worker.ts'
import { WorkerTrust } from '../../../fleet/worker/worker-trust.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { checkNode } from '../../fleet/fleet-modules.ts'
import { interrupted, numberIn } from '../../fleet/fleet-options.ts'
import { CommandError, UsageError } from '../../problems.ts'
import { commandLine } from '../../words/commands/command-line.ts'

const POLL_MS = 100

export const command: CommandDetails = {
  help: `
Runs steps of a fleet here, with the agents that are installed and logged in on this computer. It
only connects outward, opens no port and needs no access to the database. The first time it needs a
code: {sdd} fleet enrol prints one. It then has a key of its own.

You decide what runs here. Commands of the fleet's projects (checks, worktree.setup, deploy.command),
permissions beyond your own setting, and hooks, servers and prompts of a repository wait until you have
allowed exactly them: {sdd} worker --trust shows them and asks; their runs are paused until then.
--allow-commands runs whatever the fleet's settings name, without asking; files of repositories still
wait. --untrust forgets your decisions.

SIGTERM, or {sdd} worker --drain beside it, lets it finish its steps and exit; Ctrl+C stops its steps,
and another worker repeats them.`,
  options: {
    url: { value: 'URL', help: 'the coordinator; default: SDD_FLEET_URL' },
    code: {
      value: 'CODE',
      help: 'the first time: the code of one enrolment; default: SDD_WORKER_CODE',
    },
    name: {
      value: 'NAME',
      help: 'with --code: its name; default: the name of this computer',
    },
    slots: { value: 'N', help: 'how many steps at once; default: 1' },
    'allow-commands': {
      value: null,
      help: 'run every command and permission in the settings of the fleet',
    },
    trust: { value: null, help: 'show what waits for your decision here, and decide' },
    yes: { value: null, help: 'with --trust: allow all of it as it is now' },
    untrust: { value: null, help: 'forget what you have allowed here' },
    drain: {
      value: null,
      help: 'let the worker that runs here finish what it has, and wait for it',
    },
  },
  async run(invocation) {
    const { output, env } = invocation
    if (invocation.has('trust') || invocation.has('untrust'))
      return (await import('../../fleet/worker-decisions.ts')).decideHere(invocation)
    checkNode()
    const url = urlIn(invocation)
    const slots = numberIn(invocation, 'slots', { least: 1, most: 100, otherwise: 1 })
    const folder = workerFolder(env, url)
    if (invocation.has('drain')) return drainRunning(invocation, folder)
    const { key, name } = await keyOf(invocation, url, folder)
    let refuse: (status: number) => void = () => undefined
    const refused = new Promise<number>((resolve) => (refuse = resolve))
    const reached = warnWhenAway(output, url)
    const reportError = (error: unknown): void => {
      if (!isUnanswered(error)) output.warn(error instanceof Error ? error.message : String(error))
    }
    const calls = connectGateway(url, key, { refused: refuse, reached, malformed: reportError })
    const trust = new WorkerTrust({ folder, allowsCommands: invocation.has('allow-commands') })
    const guard = startGuard()
    const worker = new Worker({ calls, folder, slots, env, trust, guard, reportError })
    const leave = noteRunning(folder)
    const end = keepIntroduced({ calls, slots, env, reportError })
    output.data({ type: 'working', name, url, slots })
    output.say(`${name} takes steps from ${url}`)
    const stopped = interrupted(['SIGINT', 'SIGHUP'])
    const finishing = interrupted(['SIGTERM']).then(() => 'finishing' as const)
    const why = await Promise.race([finishing, stopped, refused])
    if (why === 'finishing') {
      output.data({ type: 'finishing', name })
      output.say(`${name} finishes what it has, and takes nothing new`)
      await Promise.race([worker.drain(), stopped.then(() => worker.stop())])
    } else await worker.stop()
    end()
    leave()
    await calls.close()
    if (typeof why === 'number') throw refusalError(why)
    return EXIT.completed
  },
}

/** Warns once when the coordinator cannot be reached, and once when it is back. */
function warnWhenAway(output: Invocation['output'], url: string): (isReached: boolean) => void {
  let isAway = false
  return (isReached) => {
    if (isReached && isAway) output.warn(`${url} is back`)
    if (!isReached && !isAway) output.warn(`${url} cannot be reached; trying again`)
    isAway = !isReached
  }
}

/** Waits until the worker has ended, however long its last step takes. */
async function drainRunning({ output }: Invocation, folder: string): Promise<number> {
  const running = runningWorker(folder)
  if (running === null)
    throw new UsageError(
      'No worker of that fleet runs here',
      'Run it as the user who started the worker, with the same --url',
    )
  process.kill(running.pid, 'SIGTERM')
  while (isAlive(running)) await pause(POLL_MS)
  output.data({ type: 'result', status: 'completed' })
  output.say('The worker has finished its steps and exited.')
  return EXIT.completed
}

/** Ends the worker: it would be refused forever without an upgrade or a new code. */
const refusalError = (status: number): CommandError =>
  status === OTHER_VERSION
    ? new CommandError(
        `The coordinator has a different version than this worker (${packageVersion()})`,
        {
          hint: 'Install the version of the coordinator here, and start the worker again',
          code: 'OTHER_VERSION',
          exitCode: EXIT.usage,
        },
      )
    : new CommandError('The coordinator no longer knows this worker', {
        hint: `Give --code: ${commandLine('fleet', 'enrol')} prints one`,
        code: 'NOT_ENROLLED',
        exitCode: EXIT.usage,
      })

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
