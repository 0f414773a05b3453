import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isHostName } from '../../../host/server/host-names.ts'
import { PortTaken } from '../../../host/server/listening.ts'
import { stateFolder } from '../../../host/project/state-folder.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { fleetModule } from '../../fleet/fleet-modules.ts'
import { DATABASE_OPTION, databaseIn, interrupted, numberIn } from '../../fleet/fleet-options.ts'
import { CommandError, UsageError } from '../../problems.ts'

export const command: CommandDetails = {
  help: `
Decides about the specs of a fleet and gives its workers access. There may be any number of them on the
same PostgreSQL (15 or newer); each may be stopped or killed at any time. Needs Node 22.12 and the
packages pg and pg-boss beside this program.

The page is at the same address: {sdd} fleet invite gives people access. If they reach it under
another name, such as that of a proxy, add --name fleet.example.com.

/healthz and /readyz report its health, /metrics serves Prometheus when the package prom-client is
installed beside this program. Without --tls-cert it speaks plain HTTP: put a proxy
with TLS in front of it when workers are on other computers.`,
  options: {
    ...DATABASE_OPTION,
    host: { value: 'ADDR', help: 'the address to listen on; default: 127.0.0.1' },
    port: { value: 'N', help: 'the port; default: 4600, 0 for any that is free' },
    name: { value: 'HOST', help: 'a name under which people reach it; may be repeated' },
    'tls-cert': { value: 'FILE', help: 'a certificate in PEM' },
    'tls-key': { value: 'FILE', help: 'its key in PEM' },
  },
  async run(invocation) {
    const { output, env } = invocation
    const database = databaseIn(invocation)
    const port = numberIn(invocation, 'port', { least: 0, most: 65_535, otherwise: 4600 })
    const tls = tlsIn(invocation)
    const { Coordinator } = await fleetModule(() => import('../../../fleet/coordinator.ts'))
    const coordinator = await Coordinator.start({
      database,
      folder: join(stateFolder(env), 'mirrors'),
      address: invocation.text('host') ?? '127.0.0.1',
      port,
      ...(tls && { tls }),
      names: namesIn(invocation),
      env,
      reportError: warnRarely(output),
    }).catch((error: unknown) => {
      throw error instanceof PortTaken ? portTakenError(error) : error
    })
    output.data({ type: 'coordinating', url: coordinator.url })
    output.say(`People and workers reach it at ${coordinator.url}`)
    await interrupted()
    await coordinator[Symbol.asyncDispose]()
    return EXIT.completed
  },
}

const SAME_AGAIN_MS = 10_000

/** A database that is away fails every call of every worker in the same words. */
function warnRarely(output: Invocation['output']): (error: unknown) => void {
  const said = new Map<string, number>()
  return (error) => {
    const message = error instanceof Error ? error.message : String(error)
    const now = performance.now()
    for (const [text, at] of said) if (now - at > SAME_AGAIN_MS) said.delete(text)
    if (said.has(message)) return
    said.set(message, now)
    output.warn(message)
  }
}

const portTakenError = ({ message }: PortTaken): CommandError =>
  new CommandError(message, {
    hint: 'Choose another --port, or stop what is listening there',
    code: 'PORT_TAKEN',
    exitCode: EXIT.usage,
  })

/** Host names that browsers may use; a request for any other comes from someone else's page. */
function namesIn(invocation: Invocation): string[] {
  const names = invocation.list('name').map((name) => name.toLowerCase())
  const bad = names.find((name) => !isHostName(name))
  if (bad !== undefined) throw new UsageError(`${bad || 'An empty text'} is not a host name`)
  return names
}

function tlsIn(invocation: Invocation): { cert: string; key: string } | null {
  const [cert, key] = [invocation.text('tls-cert'), invocation.text('tls-key')]
  if (cert === undefined && key === undefined) return null
  if (cert === undefined || key === undefined)
    throw new UsageError('--tls-cert and --tls-key belong together')
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}
