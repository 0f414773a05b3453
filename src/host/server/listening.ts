import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errnoOf } from '../files/errno.ts'

const HEADERS_MS = 30_000
const REQUEST_MS = 60_000
const MAX_CONNECTIONS = 2000
/**
 * Far fewer than the places for unknown connections: one burst of them cannot push out a client
 * that connected just before.
 */
const BACKLOG = 128

export function createHttpServer(): Server {
  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS })
  server.maxConnections = MAX_CONNECTIONS
  // A connection that fails, for example with too many open files, must not end the host.
  server.on('error', () => undefined)
  return server
}

/** Listens on the first free one of the ports, else on any; returns the port. */
export async function listen(server: Server, address: string, ports: number[]): Promise<number> {
  for (const port of [...ports, 0])
    if (await tryPort(server, address, port)) return (server.address() as AddressInfo).port
  throw new Error(`no port of ${address} is free`)
}

/** Others know the server by its port, so no other one is chosen. */
export class PortTaken extends Error {
  constructor(address: string, port: number) {
    super(`Port ${port} of ${address} is in use, or not yours to use`)
  }
}

/** Listens on this port and no other; 0 means any free port. */
export async function listenAt(server: Server, address: string, port: number): Promise<number> {
  if (!(await tryPort(server, address, port))) throw new PortTaken(address, port)
  return (server.address() as AddressInfo).port
}

function tryPort(server: Server, address: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      server.off('listening', listening)
      const code = errnoOf(error)
      if (code === 'EADDRINUSE' || (code === 'EACCES' && port > 0)) resolve(false)
      else reject(error)
    }
    const listening = (): void => {
      server.off('error', failed)
      resolve(true)
    }
    server.once('error', failed)
    server.once('listening', listening)
    server.listen(port, address, BACKLOG)
  })
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
