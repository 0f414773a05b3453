import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SECURITY_HEADERS } from './http-answers.ts'
import type { Gate } from './gate.ts'
import type { Listener } from './host-names.ts'
import type { Sockets } from './sockets.ts'
import type { UnknownConnections } from './login/unknown-connections.ts'

interface Upgrade {
  request: IncomingMessage
  socket: Socket
  head: Buffer
}

interface Door {
  gate: Gate
  sockets: Sockets
  unknown: UnknownConnections
  listener: Listener
}

/** Makes the same checks as for any request before it opens a WebSocket. */
export function answerUpgrade(upgrade: Upgrade, { gate, sockets, unknown, listener }: Door): void {
  const { request, socket } = upgrade
  // Until the WebSocket takes over, nothing else handles a broken connection.
  const broken = (): void => void socket.destroy()
  socket.on('error', broken)
  const via = gate.check(request, listener)
  if (typeof via !== 'string') return refuse(socket, via.status)
  const admission = gate.admit(request, listener, via)
  if (admission === null) return refuse(socket, 401)
  if (request.url?.split('?')[0] !== '/ws') return refuse(socket, 404)
  if (!sockets.accept(upgrade, admission)) return refuse(socket, 503)
  socket.off('error', broken)
  unknown.admitted(socket)
}

function refuse(socket: Duplex, status: number): void {
  const headers = { ...SECURITY_HEADERS, connection: 'close', 'content-length': '0' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')
  socket.end(`${head}\r\n\r\n`, () => socket.destroy())
}
