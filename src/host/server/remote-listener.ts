import type { Server } from 'node:http'
import { isIP } from 'node:net'
import type { AccessView, Device } from '../../contracts/views/access-view.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { HostInput, HostReply } from '../../contracts/rpc.ts'
import { deviceIdSchema } from '../../contracts/ids.ts'
import { describe } from '../files/errno.ts'
import type { AccessStore } from './access-store.ts'
import { inUrl, isEveryAddress, isHostName, ownAddresses, type Listener } from './host-names.ts'
import { closeServer, createHttpServer, listen } from './listening.ts'
import type { PairingCodes } from './login/pairing-codes.ts'
import type { AccessCalls } from './rpc-router.ts'
import type { Caller } from './served.ts'

interface RemoteOptions {
  access: AccessStore
  codes: PairingCodes
  localPort: number
  /** Makes a server answer the requests of that listener. */
  serve: (server: Server, listener: () => Listener) => void
  isConnected: (sessionId: string) => boolean
  /** Called when access has changed; sessions that lost it are to be disconnected. */
  changed: () => void
}

type Door = { server: Server; listener: Listener; isRemembered: boolean }

/** Access from other devices, off until a user of this computer turns it on. */
export class RemoteAccess {
  readonly #options: RemoteOptions
  #door: Door | null = null
  readonly calls: AccessCalls = {
    access: async (_, caller) => ok(this.#view(caller)),
    setRemote: (input, caller) => this.#choose(input, caller),
    setAllowedHosts: async (input, caller) => this.#allow(input, caller),
    pair: async (_, caller) => this.#pair(caller),
    revoke: async (input, caller) => this.#revoke(input, caller),
  }

  constructor(options: RemoteOptions) {
    this.#options = options
  }

  get listener(): Listener | null {
    return this.#door?.listener ?? null
  }

  /** Opens what the user chose earlier; an address that is gone today is not an error. */
  async reopen(): Promise<void> {
    const { remote } = this.#options.access.state
    if (remote !== null) await this.#open({ ...remote, isRemembered: true })
  }

  /** Another host of this user may have turned it off for all. */
  async follow(): Promise<void> {
    if (!this.#door?.isRemembered || this.#options.access.state.remote !== null) return
    await this.#replace(null)
  }

  async set(
    remote: { address: string; port: number } | null,
  ): Promise<Result<AccessView, Rejection>> {
    const problem = await this.#replace(remote && { ...remote, isRemembered: false })
    return problem ? err(problem) : ok(this.#view({ kind: 'process' }))
  }

  async close(): Promise<void> {
    const door = this.#door
    this.#door = null
    if (door) await closeServer(door.server)
  }

  async #choose(
    { on, address, port }: HostInput<'setRemote'>,
    caller: Caller,
  ): Promise<HostReply<'setRemote'>> {
    if (caller.kind === 'device') return err({ code: 'LOCAL_ONLY' })
    const { access, localPort } = this.#options
    const before = access.state.remote
    const wanted = {
      address: address ?? before?.address ?? likelyAddress(),
      port: port ?? before?.port ?? localPort,
    }
    const problem = await this.#replace(on ? { ...wanted, isRemembered: true } : null)
    if (problem) return err(problem)
    access.rememberRemote(this.#door && placeOf(this.#door.listener))
    return ok(this.#view(caller))
  }

  async #replace(wanted: RemoteAddress | null): Promise<Rejection | null> {
    const before = this.#door
    // Not awaited: it ends with its last client, which is disconnected only after this.
    void this.close()
    const problem = wanted && (await this.#open(wanted))
    if (problem && before)
      await this.#open({ ...before.listener, isRemembered: before.isRemembered })
    this.#options.changed()
    return problem
  }

  async #open({ address, port, isRemembered }: RemoteAddress): Promise<Rejection | null> {
    if (isIP(address) === 0)
      return { code: 'ADDRESS_UNAVAILABLE', address, detail: 'not an address of this computer' }
    const server = createHttpServer()
    const listener: Listener = { kind: 'remote', address, port }
    this.#options.serve(server, () => listener)
    try {
      listener.port = await listen(server, address, port === 0 ? [] : [port])
    } catch (error) {
      return { code: 'ADDRESS_UNAVAILABLE', address, detail: describe(error) }
    }
    server.unref()
    this.#door = { server, listener, isRemembered }
    return null
  }

  #allow({ hosts }: HostInput<'setAllowedHosts'>, caller: Caller): HostReply<'setAllowedHosts'> {
    if (caller.kind === 'device') return err({ code: 'LOCAL_ONLY' })
    const names = hosts.map((host) => host.trim().toLowerCase())
    const bad = names.find((name) => !isHostName(name))
    if (bad !== undefined) return err({ code: 'BAD_HOST_NAME', host: bad })
    this.#options.access.allowHosts([...new Set(names)])
    this.#options.changed()
    return ok(this.#view(caller))
  }

  #pair(caller: Caller): HostReply<'pair'> {
    if (caller.kind === 'device') return err({ code: 'LOCAL_ONLY' })
    const base = this.#view(caller).remote?.url ?? this.#proxyUrl()
    if (base === null) return err({ code: 'REMOTE_OFF' })
    const { code, expiresAt } = this.#options.codes.offer()
    return ok({ code, url: `${base}/pair?code=${code}`, expiresAt })
  }

  #revoke({ device }: HostInput<'revoke'>, caller: Caller): HostReply<'revoke'> {
    if (caller.kind === 'device' && caller.id !== device) return err({ code: 'LOCAL_ONLY' })
    const { access } = this.#options
    if (!access.hasSession(device)) return err({ code: 'NO_DEVICE', device })
    access.removeSession(device)
    this.#options.changed()
    return ok(this.#view(caller))
  }

  #view(caller: Caller): AccessView {
    const { access, isConnected } = this.#options
    const devices = access.state.sessions.flatMap((session): Device[] => {
      const id = deviceIdSchema.safeParse(session.id)
      if (!id.success) return []
      const { name, createdAt, seenAt } = session
      const isHere = isConnected(session.id)
      return [{ id: id.data, name, pairedAt: createdAt, seenAt, isConnected: isHere }]
    })
    return {
      self: caller.kind === 'device' ? caller : { kind: 'local' },
      remote: this.#door && { ...placeOf(this.#door.listener), url: urlOf(this.#door.listener) },
      addresses: ownAddresses()
        .filter(({ internal }) => !internal)
        .map(({ address, interface: name }) => ({ address, interface: name })),
      allowedHosts: access.state.allowedHosts,
      devices,
    }
  }

  /** A proxy, which then speaks TLS, may forward devices to the local listener. */
  #proxyUrl(): string | null {
    const [name] = this.#options.access.state.allowedHosts
    return name === undefined ? null : `https://${name}`
  }
}

type RemoteAddress = { address: string; port: number; isRemembered: boolean }

const placeOf = ({ address, port }: Listener): { address: string; port: number } => ({
  address,
  port,
})

const urlOf = ({ address, port }: Listener): string =>
  `http://${inUrl(isEveryAddress(address) ? likelyAddress() : address)}:${port}`

/** The address at which a phone in the same network most likely reaches this computer. */
function likelyAddress(): string {
  const others = ownAddresses().filter(({ internal }) => !internal)
  const best = others.find(({ address }) => isIP(address) === 4) ?? others[0]
  return best?.address ?? '0.0.0.0'
}
