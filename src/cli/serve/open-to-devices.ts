import type { HostServer } from '../../host/server/host-server.ts'
import { isEveryAddress } from '../../host/server/host-names.ts'
import { EXIT } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { CommandError, Refused } from '../problems.ts'

export interface DeviceAddress {
  address: string
  /** Null: one near the local port. */
  port: number | null
}

/**
 * Allows other devices to connect while this process runs, and prints how to pair the first one.
 */
export async function openToDevices(
  server: HostServer,
  { address, port }: DeviceAddress,
  output: Output,
): Promise<void> {
  // All addresses include the local one, where our own server already has this port.
  const near = isEveryAddress(address) ? server.port + 1 : server.port
  const opened = await server.setRemote({ address, port: port ?? near })
  if (!opened.ok) throw new Refused(opened.error)
  const { remote } = opened.value
  if (remote === null) throw new Error('remote access is off after it was turned on')
  if (port !== null && remote.port !== port)
    throw new CommandError(`Port ${port} of ${address} is in use`, {
      hint: 'Choose another one with --port, or omit --port',
      code: 'PORT_IN_USE',
      exitCode: EXIT.usage,
    })
  const offer = await server.pair()
  if (!offer.ok) throw new Refused(offer.error)
  output.data({ type: 'remote', url: remote.url, pairing: offer.value })
  output.say(
    `Other devices can reach it at ${remote.url} (plain HTTP: use it only on a network you trust)`,
  )
  output.say(`  To pair one, open ${offer.value.url} there, or type the code ${offer.value.code}`)
}
