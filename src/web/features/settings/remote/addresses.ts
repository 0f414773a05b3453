import type { AccessView, NetworkAddress } from '../../../../contracts/views/access-view.ts'

type AddressKind = 'tailscale' | 'lan' | 'public' | 'loopback' | 'every'

const LAN = /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/i
/** The address ranges of Tailscale. */
const TAILSCALE = /^(100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|fd7a:115c:a1e0:)/i

export function kindOfAddress(address: string): AddressKind {
  if (address === '0.0.0.0' || address === '::') return 'every'
  if (address.startsWith('127.') || address === '::1') return 'loopback'
  if (TAILSCALE.test(address)) return 'tailscale'
  return LAN.test(address) ? 'lan' : 'public'
}

/** The addresses to choose from, safest first; link-local ones do not work in a URL. */
export function choicesOf({ addresses }: AccessView): NetworkAddress[] {
  const order: AddressKind[] = ['tailscale', 'lan', 'public', 'every', 'loopback']
  const rank = ({ address }: NetworkAddress): number =>
    order.indexOf(kindOfAddress(address)) * 2 + (address.includes(':') ? 1 : 0)
  return addresses
    .filter(({ address }) => !/^fe[89ab]/i.test(address))
    .toSorted((a, b) => rank(a) - rank(b))
}
