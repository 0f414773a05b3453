import { once } from 'node:events'
import { WebSocket } from 'ws'
import { FloodCount } from './flood-lines.ts'

interface Followed {
  done: Promise<FloodCount>
}

let followed: Followed[] = []

interface Pages {
  /** What each page follows. */
  addresses: string[]
  key: string
}

/** Pages that follow one log each, like an open page does. */
export const calls = {
  async open({ addresses, key }: Pages) {
    const headers = { authorization: `Bearer ${key}` }
    followed = await Promise.all(
      addresses.map(async (address) => {
        const response = await fetch(address, { headers })
        if (response.body === null || response.status !== 200)
          throw new Error(`no log: ${response.status}`)
        return { done: read(response.body) }
      }),
    )
  },

  async openBare({ addresses }: { addresses: string[] }) {
    followed = await Promise.all(
      addresses.map(async (address) => {
        const socket = new WebSocket(address)
        const count = new FloodCount()
        socket.on('message', (bytes: Buffer) => count.add(bytes))
        const closed = once(socket, 'close')
        await once(socket, 'open')
        return { done: closed.then(() => count) }
      }),
    )
  },

  async all({ lines }: { lines: number }) {
    const ends = (await Promise.all(followed.map(({ done }) => done))).map((count) =>
      count.end(lines),
    )
    return {
      lost: ends.reduce((sum, { lost }) => sum + lost, 0),
      doubled: ends.reduce((sum, { doubled }) => sum + doubled, 0),
    }
  },
}

async function read(body: ReadableStream<Uint8Array>): Promise<FloodCount> {
  const count = new FloodCount()
  for await (const bytes of body) count.add(bytes)
  return count
}
