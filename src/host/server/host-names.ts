import { networkInterfaces } from 'node:os'

export interface Listener {
  /** Only through the local one can users of this computer be identified. */
  kind: 'local' | 'remote'
  address: string
  port: number
  /** The listener speaks TLS itself. */
  isSecure?: boolean
}

/** `remote`: the request came over the network, perhaps through a proxy on this computer. */
export type Via = Listener['kind']

/**
 * How a request came in, by the host name it was sent to; null for a name that is not ours. A page
 * that rebinds its own name to our address still sends its own name.
 */
export function viaOf(
  host: string | undefined,
  listener: Listener,
  allowedHosts: readonly string[],
): Via | null {
  const name = host?.toLowerCase()
  if (name === undefined) return null
  if (namesOf(listener).includes(name)) return listener.kind
  return allowedHosts.includes(name) || allowedHosts.includes(withoutPort(name)) ? 'remote' : null
}

function namesOf({ kind, address, port }: Listener): string[] {
  const hosts =
    kind === 'local' ? ['127.0.0.1', 'localhost', '[::1]'] : reachable(address).map(inUrl)
  return hosts.flatMap((host) => (port === 80 ? [host, `${host}:80`] : [`${host}:${port}`]))
}

const reachable = (address: string): string[] =>
  isEveryAddress(address) ? ownAddresses().map((own) => own.address) : [address]

export const isEveryAddress = (address: string): boolean =>
  address === '0.0.0.0' || address === '::'

export interface OwnAddress {
  address: string
  interface: string
  internal: boolean
}

export const ownAddresses = (): OwnAddress[] =>
  Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? []).map(({ address, internal }) => ({ address, interface: name, internal })),
  )

export const inUrl = (address: string): string =>
  address.includes(':') ? `[${address.toLowerCase()}]` : address

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*(:\d{1,5})?$/

export const isHostName = (name: string): boolean => HOST_NAME.test(name)

/** Whether a page of that origin is ours. */
export function isOwnOrigin(origin: string, host: string): boolean {
  const [, scheme] = /^(https?):\/\//.exec(origin) ?? []
  if (scheme === undefined) return false
  const own = parsed(`${scheme}://${host}`)
  return own !== null && parsed(origin) === own
}

const parsed = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)
