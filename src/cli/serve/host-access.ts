import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { CallIds } from '../../client/call-ids.ts'
import { HostClient } from '../../client/host-client.ts'
import { HostGone } from '../../client/host-gone.ts'
import type { HostApi } from '../../contracts/rpc.ts'
import { openHost, type Host } from '../../host/main.ts'
import type { ProjectFolders } from '../../host/project/folders.ts'
import { readHostAddress, type HostAddress } from '../../host/project/host-lock.ts'
import { EXIT } from '../exit-codes.ts'
import { CommandError } from '../problems.ts'
import type { ProjectContext } from '../project.ts'
import { journalsOf } from '../run/process-journals.ts'

const PATIENCE_MS = 10_000
/** Short: without an answer the files show almost as much. */
const GLANCE_MS = 2000
const PAUSE_MS = 20
const MAX_DEATHS = 100

export interface Access {
  api: HostApi
  /** Set when this process is the host itself. */
  host: Host | null
  /** Fires when the host of another process is gone. */
  gone: AbortSignal
  close(): Promise<void>
}

/**
 * Connects to the live host of the project, or makes this process its host. Tries again when a host
 * crashes, closes or has not published its address yet.
 */
export async function reach(context: ProjectContext): Promise<Access> {
  const { folders, settings, env, remote } = context
  if (remote) return remote.access()
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const address = readHostAddress(folders)
    if (address === null) {
      const journals = journalsOf(folders)
      const host = await openHost({ folders, settings, env, journals })
      if (host) return ownAccess(host)
    } else {
      const client = await connected(address, deadline)
      if (client) return clientAccess(client)
    }
    if (performance.now() > deadline) throw silent(address)
    await delay(PAUSE_MS)
  }
}

/**
 * Runs `use` with the host; repeats it if that host crashes before it has answered. The ids of its
 * calls stay the same: what the crashed host did is not done again.
 */
export async function throughHost<T>(
  context: ProjectContext,
  use: (api: HostApi) => Promise<T>,
): Promise<T> {
  const crashes = new HostCrashes()
  const ids = new CallIds()
  for (;;) {
    const access = await reach(context)
    try {
      return await use(ids.on(access.api))
    } catch (error) {
      await crashes.survive(error)
    } finally {
      await access.close()
    }
  }
}

/** A crashed host is simply replaced; a live one that cannot answer must not be asked forever. */
export class HostCrashes {
  #count = 0

  async survive(error: unknown): Promise<void> {
    this.#count++
    if (!(error instanceof HostGone) || this.#count > MAX_DEATHS) throw error
    await delay(PAUSE_MS)
  }
}

/** Reaches a live host without ever becoming one. */
export async function reachLive(folders: ProjectFolders): Promise<Access | null> {
  const address = readHostAddress(folders)
  const client = address && (await connected(address, performance.now() + GLANCE_MS))
  return client && clientAccess(client)
}

/** Null at the deadline: a host stopped in a debugger accepts a connection and never answers. */
async function connected(address: HostAddress, deadline: number): Promise<HostClient | null> {
  const patience = new AbortController()
  const tooLong = delay(Math.max(0, deadline - performance.now()), null, {
    signal: patience.signal,
  }).catch(() => null)
  try {
    return await Promise.race([HostClient.connect(address, { WebSocket }), tooLong])
  } catch (error) {
    if (error instanceof HostGone) return null
    throw error
  } finally {
    patience.abort()
  }
}

function ownAccess(host: Host): Access {
  const never = new AbortController()
  return { api: host, host, gone: never.signal, close: () => host.close() }
}

const clientAccess = (client: HostClient): Access => ({
  api: client,
  host: null,
  gone: client.gone,
  close: async () => client.close(),
})

function silent(address: HostAddress | null): CommandError {
  const who = address === null ? 'Another process' : `Process ${address.pid}`
  return new CommandError(`${who} hosts this project but does not respond`, {
    hint:
      address === null
        ? 'Try again in a moment'
        : `See what it is doing (ps -fp ${address.pid}), or stop it (kill ${address.pid}) and try again`,
    code: 'HOST_SILENT',
    exitCode: EXIT.error,
  })
}
