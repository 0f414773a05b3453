import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { WebSocketServer, type WebSocket } from 'ws'

let server: WebSocketServer

/** The floor: passes on what one connection sends to its followers, and stores nothing. */
export const calls = {
  async open() {
    server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
    const following = new Map<string, Set<WebSocket>>()
    server.on('connection', (socket, { url = '' }) => {
      const [, what = '', agent = ''] = url.split('/')
      const pages = following.get(agent) ?? new Set()
      following.set(agent, pages)
      if (what === 'to') return void pages.add(socket)
      socket.on('message', (bytes) => {
        for (const page of pages) page.send(bytes)
        socket.send('taken')
      })
      socket.on('close', () => {
        for (const page of pages) page.close()
      })
    })
    await once(server, 'listening')
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  },

  close: () => server.close(),
}
