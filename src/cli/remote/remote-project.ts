import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { FleetClient } from '../../client/fleet-client.ts'
import { HostGone } from '../../client/host-gone.ts'
import type { HostApi, ProjectInfo, RpcReply } from '../../contracts/rpc.ts'
import type { SpecStatus } from '../../contracts/views/status.ts'
import type { ItemKind, WorkItem } from '../../contracts/work-item.ts'
import { foldersOf, type ProjectFolders } from '../../host/project/folders.ts'
import { quoted } from '../../host/shell/quoted.ts'
import type { RemotePlace } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { CommandError, Refused, UsageError } from '../problems.ts'
import { exitAtSignals } from '../run/interruption.ts'
import { commandLine } from '../words/commands/command-line.ts'
import { plainUrl, readFleetKey } from './fleet-key.ts'
import { ItemCopies } from './item-copies.ts'

/** A coordinator may be replaced by another behind the same address. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 200

interface RemoteProjectOptions {
  url: string
  /** Its name in the fleet; optional if the fleet has only one project. */
  project: string | undefined
  env: NodeJS.ProcessEnv
}

interface Opened {
  key: string
  client: FleetClient
  info: ProjectInfo
}

/** A project of a fleet, which commands use like a local one. */
export class RemoteProject implements RemotePlace {
  readonly folders: ProjectFolders
  readonly #wanted: RemoteProjectOptions
  readonly #key: string
  readonly #copies: ItemCopies
  #client: FleetClient
  #info: ProjectInfo

  private constructor(wanted: RemoteProjectOptions, { key, client, info }: Opened) {
    this.#wanted = wanted
    this.#key = key
    this.#client = client
    this.#info = info
    exitAtSignals()
    const dir = mkdtempSync(join(tmpdir(), 'sdd-fleet-'))
    process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
    this.folders = foldersOf(dir, { ...wanted.env, XDG_STATE_HOME: join(dir, 'state') })
    this.#copies = new ItemCopies(this.folders, () => this.#client.of(this.#info))
    this.#follow()
  }

  static async open(wanted: RemoteProjectOptions): Promise<RemoteProject> {
    const { url, env } = wanted
    const known = readFleetKey(env, url)
    if (known === null)
      throw new CommandError(`You are not paired with ${url}`, {
        hint: `An administrator invites you, then: ${commandLine('fleet', 'pair', '--url', url, '--code', 'CODE')}`,
        code: 'NOT_PAIRED',
        exitCode: EXIT.usage,
      })
    const client = await connected(url, known.key)
    try {
      const info = await chosen(client, wanted.project)
      return new RemoteProject(wanted, { key: known.key, client, info })
    } catch (error) {
      client.close()
      throw error
    }
  }

  typed(words: string): string {
    return `${words} --url ${quoted(plainUrl(this.#wanted.url))} --project ${quoted(this.#info.name)}`
  }

  copy(item: WorkItem): Promise<boolean> {
    return this.#copies.refresh(item)
  }

  async access(): ReturnType<RemotePlace['access']> {
    if (this.#client.gone.aborted) {
      this.#client = await connected(this.#wanted.url, this.#key)
      this.#follow()
    }
    const client = this.#client
    const api = client.of(this.#info)
    const fresh: HostApi = {
      subscribe: (listener) => api.subscribe(listener),
      call: async (method, input, stamp) => {
        const reply = await api.call(method, input, stamp)
        const { item } = input as { item?: WorkItem | null }
        // Callers expect the effects in the item's files once the call returns.
        if (item) await this.#copies.refresh(item)
        return reply as RpcReply<typeof method>
      },
    }
    return { api: fresh, host: null, gone: client.gone, close: async () => undefined }
  }

  async statuses(only: WorkItem | ItemKind): Promise<SpecStatus[]> {
    const asked = typeof only === 'string' ? { item: null, kind: only } : { item: only }
    const reply = await this.#client.of(this.#info).call('status', asked)
    if (!reply.ok) throw new Refused(reply.error)
    return reply.value
  }

  close(): void {
    this.#client.close()
  }

  /** Keeps the copies up to date for commands that follow an event log. */
  #follow(): void {
    this.#client.of(this.#info).subscribe((event) => {
      if (event.type === 'entry') this.#copies.refreshKnown(event.item).catch(() => undefined)
    })
  }
}

async function connected(url: string, key: string): Promise<FleetClient> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await FleetClient.connect({ url: plainUrl(url), key, WebSocket })
    } catch (error) {
      if (!(error instanceof HostGone)) throw error
      if (await isRefused(url, key)) throw refused(url)
      if (performance.now() > deadline) throw silent(url)
      await delay(PAUSE_MS)
    }
  }
}

/** The coordinator answers but does not know the key. */
async function isRefused(url: string, key: string): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${key}` }
    const { status } = await fetch(`${plainUrl(url)}/whoami`, { headers })
    return status === 401 || status === 403 || status === 421
  } catch {
    return false
  }
}

const refused = (url: string): CommandError =>
  new CommandError(`${url} does not accept your key`, {
    hint: 'It may have been revoked: ask an administrator of the fleet for an invitation',
    code: 'NOT_PAIRED',
    exitCode: EXIT.usage,
  })

const silent = (url: string): CommandError =>
  new CommandError(`${url} does not answer`, {
    hint: 'See whether a coordinator is running there, and whether this computer can reach it',
    code: 'HOST_SILENT',
    exitCode: EXIT.error,
  })

async function chosen(client: FleetClient, name: string | undefined): Promise<ProjectInfo> {
  const reply = await client.projects()
  if (!reply.ok) throw new Refused(reply.error)
  const projects = reply.value
  const found = name === undefined ? projects : projects.filter((one) => one.name === name)
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const names = projects.map((one) => one.name).join(', ')
  throw new UsageError(
    name === undefined ? 'The fleet has several projects, or none' : `There is no project ${name}`,
    `Name one of them: --project NAME (${names || 'none yet'})`,
  )
}
