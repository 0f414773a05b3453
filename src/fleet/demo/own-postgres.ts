import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { secret } from '../secrets.ts'

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

/**
 * A PostgreSQL in its own folder, reached through a socket in it, without a port. Whoever may write
 * into its database decides what workers run: other users of this computer reach neither the socket
 * nor, without the password, the database.
 */
export async function ownPostgres(home: string, folder: string): Promise<OwnPostgres> {
  const isRoot = process.getuid?.() === 0
  const as = isRoot ? NOBODY : {}
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')]
  mkdirSync(socket, { recursive: true, mode: 0o700 })
  const programs = isRoot ? readableCopy(home, folder) : home
  const password = secret()
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  for (const path of [folder, socket, passwordFile])
    if (isRoot) chownSync(path, NOBODY.uid, NOBODY.gid)
  chmodSync(folder, 0o700)
  const env = { LC_ALL: 'C', PATH: process.env['PATH'] }
  // The password is given in a file: every user can read the arguments of a program.
  const how = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync', '--encoding=UTF8']
  await promisify(execFile)(
    join(programs, 'bin', 'initdb'),
    ['-D', data, '-U', SUPERUSER, '--no-locale', ...how],
    { ...as, env, cwd: folder },
  )
  rmSync(passwordFile)
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
  const login = new URLSearchParams({ host: socket, user: SUPERUSER, password })
  return {
    urlOf: (database) => `postgresql:///${database}?${String(login)}`,
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    start: async () => void (server = await begin()),
  }
}

/** The user's cache may be unreadable for everyone else. */
function readableCopy(home: string, folder: string): string {
  const copy = join(folder, 'postgres')
  cpSync(home, copy, { recursive: true, verbatimSymlinks: true })
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
