import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const READY = 'database system is ready to accept connections'
const SUPERUSER = 'sdd'

/** PostgreSQL refuses to run as root; this user exists on every Unix. */
const NOBODY = { uid: 65534, gid: 65534 }

export interface OwnPostgres {
  urlOf(database: string): string
  /** Lets running transactions be rolled back, then shuts down. */
  stop(): Promise<void>
  /** Ends all of its processes at once without a shutdown: it recovers at the next start. */
  kill(): Promise<void>
  /** Starts it again after a stop or a kill. */
  start(): Promise<void>
}

/** A PostgreSQL in its own folder, reached through a socket in it, without a port. */
export async function ownPostgres(home: string, folder: string): Promise<OwnPostgres> {
  const isRoot = process.getuid?.() === 0
  const as = isRoot ? NOBODY : {}
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')]
  mkdirSync(socket, { recursive: true })
  const programs = isRoot ? readableCopy(home, folder) : home
  if (isRoot) for (const path of [folder, socket]) chownSync(path, NOBODY.uid, NOBODY.gid)
  const env = { LC_ALL: 'C', PATH: process.env['PATH'] }
  const how = ['--auth=trust', '--no-sync', '--encoding=UTF8', '--no-locale']
  await promisify(execFile)(
    join(programs, 'bin', 'initdb'),
    ['-D', data, '-U', SUPERUSER, ...how],
    { ...as, env, cwd: folder },
  )
  const options = { listen_addresses: '', unix_socket_directories: socket, max_connections: '100' }
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const begin = (): Promise<ChildProcess> =>
    started(
      spawn(join(programs, 'bin', 'postgres'), ['-D', data, ...args], {
        ...as,
        env,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    )
  let server = await begin()
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    urlOf: (database) =>
      `postgresql:///${database}?host=${encodeURIComponent(socket)}&user=${SUPERUSER}`,
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    start: async () => void (server = await begin()),
  }
}

/** The user's cache may be unreadable for everyone else. */
function readableCopy(home: string, folder: string): string {
  const copy = join(folder, 'postgres')
  cpSync(home, copy, { recursive: true, verbatimSymlinks: true })
  chmodSync(folder, 0o755)
  return copy
}

async function started(server: ChildProcess): Promise<ChildProcess> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (bytes: Buffer) => {
      if (said.includes(READY)) return
      said += bytes.toString('utf8')
      if (said.includes(READY)) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
  })
  return server
}
