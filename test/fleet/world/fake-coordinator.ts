import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { initTRPC, tracked } from '@trpc/server'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import { WebSocketServer } from 'ws'

type Answer = (input: unknown) => unknown

interface FakeParts {
  /** By name, such as `claim` or `project.itemFiles`; anything else is answered with null. */
  calls: Readonly<Record<string, Answer>>
  /** By name: what a subscription sends. */
  streams?: Streams
}

type Streams = Readonly<Record<string, () => AsyncIterable<unknown>>>

/** A server that speaks like a coordinator and says whatever the test makes it say. */
export class FakeCoordinator implements AsyncDisposable {
  readonly url: string
  readonly #close: () => void

  private constructor(url: string, close: () => void) {
    this.url = url
    this.#close = close
  }

  static async start({ calls, streams = {} }: FakeParts): Promise<FakeCoordinator> {
    const server = createServer((_, response) => response.writeHead(401).end())
    const sockets = new WebSocketServer({ server })
    applyWSSHandler({ wss: sockets, router: routerOf(calls, streams) })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return new FakeCoordinator(`http://127.0.0.1:${port}`, () => {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.close()
      server.closeAllConnections()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close()
  }
}

const t = initTRPC.create()
const any = t.procedure.input((input) => input)

// oxlint-disable-next-line typescript/explicit-function-return-type
function routerOf(calls: Readonly<Record<string, Answer>>, streams: Streams) {
  const ofGroup = (group: string) => {
    const own = Object.entries(calls).filter(([name]) => name.startsWith(group))
    return t.router(
      Object.fromEntries(
        own
          .map(([name, answer]) => [name.slice(group.length), answer] as const)
          .filter(([name]) => !name.includes('.'))
          .map(([name, answer]) => [name, any.mutation(({ input }) => answer(input))]),
      ),
    )
  }
  const subscriptions = Object.fromEntries(
    Object.entries(streams).map(([name, all]) => [
      name,
      any.subscription(async function* send({ signal }) {
        let at = 0
        for await (const one of all()) yield tracked(String(at++), one)
        await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      }),
    ]),
  )
  return t.mergeRouters(
    ofGroup(''),
    t.router({ host: ofGroup('host.'), project: ofGroup('project.') }),
    t.router(subscriptions),
  )
}
