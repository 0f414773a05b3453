import type { DeviceId } from '../ids.ts'
import type { Role } from '../roles.ts'

export interface Device {
  id: DeviceId
  name: string
  pairedAt: string
  seenAt: string
  isConnected: boolean
  /** Only in a fleet. */
  role?: Role
}

export interface NetworkAddress {
  address: string
  interface: string
}

export interface AccessView {
  /** Who asks: this computer, or a device that was paired. */
  self: { kind: 'local' } | { kind: 'device'; id: DeviceId; name: string; role?: Role }
  /** Null while only this computer can reach the host. */
  remote: { address: string; port: number; url: string } | null
  addresses: NetworkAddress[]
  /** Host names besides localhost that are accepted, such as that of a proxy. */
  allowedHosts: string[]
  devices: Device[]
}

export interface PairingOffer {
  code: string
  url: string
  expiresAt: string
}
