import { EventEmitter, once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { StepOutput } from '../ports/step-runner.ts'
import { answerLog } from './log-stream.ts'
import type { Served } from './served.ts'

it('closes the log of a client that left while it was being opened', async () => {
  const news = new EventEmitter()
  const [asked, left] = [once(news, 'asked'), once(news, 'left')]
  let isClosed = false
  // Endless, as of an agent that talks on.
  const log: StepOutput = {
    read: async () => ({ offset: 0, bytes: new Uint8Array(65_536), isLast: false }),
    more: async () => undefined,
    close: async () => void (isClosed = true),
  }
  const openLog = async (): Promise<StepOutput> => {
    news.emit('asked')
    await left
    return log
  }
  const served = { project: () => ({ openLog }) } as unknown as Served
  let answering = Promise.resolve()
  const server = createServer((_request, response) => {
    response.once('close', () => news.emit('left'))
    const path = `/log/p_${'0'.repeat(12)}/agent_a_1_1`
    answering = answerLog(served, response, { path, query: new URLSearchParams() })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = get({ host: '127.0.0.1', port }).on('error', () => undefined)
  await asked
  request.destroy()
  await left
  await answering
  expect(isClosed).toBe(true)
  server.close()
})
