import { appendFileSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentWorld, until } from '../../../testkit/worlds/agent-world.ts'
import { builtInDrivers } from '../drivers/built-in.ts'
import { LogTail } from './log-tail.ts'
import { createLineSplitter } from './ndjson.ts'

let world: AgentWorld
beforeEach(() => {
  world = new AgentWorld()
})
afterEach(() => world.dispose())

const TEXT = 'あ🙂éñ日本語'.repeat(17)
const LINES = 130_000

/** Prints more than 50 MB as fast as it can; each line has its number and a known text. */
const BURST = `
  const text = ${JSON.stringify(TEXT)}
  const fs = require('node:fs')
  let batch = ''
  for (let n = 0; n < ${LINES}; n += 1) {
    batch += JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text: n + text }] } }) + '\\n'
    if (n % 1000 === 999) { fs.writeSync(1, batch); batch = '' }
  }
  fs.writeSync(1, JSON.stringify({ type: 'result', is_error: false, result: 'done' }) + '\\n')
`

const lineOf = (n: number): string =>
  JSON.stringify({
    type: 'assistant',
    message: { content: [{ type: 'text', text: `${n}${TEXT}` }] },
  })

describe('agent output', () => {
  it('X17 loses, reorders and garbles nothing of a 50 MB burst, and lets others work', async () => {
    let next = 0
    let wrong = 0
    const claude = builtInDrivers().get('claude')!
    const counting = {
      ...claude,
      readLine: (line: string) => {
        if (next < LINES && line !== lineOf(next)) wrong += 1
        next += 1
        return claude.readLine(line)
      },
    }
    const registry = world.registry(world.program(BURST, `#!${process.execPath}`), {
      drivers: new Map([['claude', counting]]),
    })
    const { agentId } = registry.start(world.request())
    let turns = 0
    let isOver = false
    const others = (async () => {
      while (!isOver) {
        await nextTurn()
        turns += 1
      }
    })()
    expect(await world.end(agentId)).toMatchObject({ status: 'completed', message: 'done' })
    isOver = true
    await others
    expect([next, wrong]).toEqual([LINES + 1, 0])
    expect(turns).toBeGreaterThan(50)
  })

  it('X17 gives the same bytes to a client that reads them late and in odd pieces', async () => {
    const registry = world.registry(world.program(BURST, `#!${process.execPath}`))
    const { agentId } = registry.start(world.request())
    const reader = registry.openLog(agentId, 0)
    if (reader === null) throw new Error('no log')
    let count = 0
    const splitter = createLineSplitter((line) => {
      if (count < LINES && line !== lineOf(count)) throw new Error(`line ${count}`)
      count += 1
    })
    for (let isLast = false; !isLast;) {
      const chunk = await reader.read(65_537)
      splitter.push(chunk.bytes)
      isLast = chunk.isLast
      if (!isLast && chunk.bytes.length === 0) await reader.more()
    }
    splitter.end()
    await reader.close()
    expect(count).toBe(LINES + 1)
  })
})

describe('log tail', () => {
  it('X17 reads each addition once, across chunks, and the rest at the end', async () => {
    const path = world.path('log')
    const got: Buffer[] = []
    const tail = new LogTail({ path, onChunk: (chunk) => got.push(Buffer.from(chunk)) })
    const text = (): string => Buffer.concat(got).toString()
    expect(tail.look()).toBeNull()
    writeFileSync(path, 'one ')
    expect(tail.look()).toBeInstanceOf(Date)
    expect(tail.look()).toBeNull()
    const big = 'あ'.repeat(500_000)
    appendFileSync(path, big)
    expect(tail.look()).toBeInstanceOf(Date)
    appendFileSync(path, ' two')
    await until(() => tail.look() !== null || text().endsWith('two'))
    appendFileSync(path, ' three')
    await tail.drain()
    expect(text()).toBe(`one ${big} two three`)
  })

  it('X17 reading and draining at once deliver nothing twice', async () => {
    const path = world.path('log')
    const content = 'x'.repeat(3_000_000)
    writeFileSync(path, content)
    let length = 0
    const tail = new LogTail({ path, onChunk: (chunk) => (length += chunk.length) })
    tail.look()
    await tail.drain()
    expect(length).toBe(content.length)
  })

  it('a closed tail reads no more', async () => {
    const path = world.path('log')
    writeFileSync(path, 'x'.repeat(3_000_000))
    let chunks = 0
    const tail = new LogTail({ path, onChunk: () => (chunks += 1) })
    tail.look()
    tail.close()
    await tail.drain()
    expect(chunks).toBe(1)
  })
})

describe('log reader', () => {
  const WAIT = 'read -r _ <"$SDD_SPEC_DIR/go"'

  it('S3 follows a log from an offset to its end, waiting for growth', async () => {
    const gate = world.gate('go')
    const registry = world.registry(world.program(`printf abcdef; ${WAIT}; printf ghi`))
    const { agentId } = registry.start(world.request())
    const reader = registry.openLog(agentId, 2)
    if (reader === null) throw new Error('no log')
    const read = async (): Promise<unknown> => {
      const { offset, bytes, isLast } = await reader.read(3)
      return [offset, Buffer.from(bytes).toString(), isLast]
    }
    await reader.more()
    await until(() => registry.get(agentId)?.lastOutputAt !== null)
    expect([await read(), await read()]).toEqual([
      [2, 'cde', false],
      [5, 'f', false],
    ])
    const grown = reader.more()
    await gate.open()
    await grown
    await world.end(agentId)
    expect([await read(), await read()]).toEqual([
      [6, 'ghi', false],
      [9, '', true],
    ])
    await reader.more()
    await reader.close()
  })

  it('S3 stops waiting when its client goes, and knows no log of no one', async () => {
    world.gate('go')
    const registry = world.registry(world.program(WAIT))
    const { agentId } = registry.start(world.request())
    const reader = registry.openLog(agentId, 0)
    const client = new AbortController()
    const waiting = reader?.more(client.signal)
    client.abort()
    await waiting
    await reader?.more(client.signal)
    expect(registry.openLog(world.request().key.agentId, 0)).toBeNull()
    await reader?.close()
    await registry.stop(agentId)
  })
})
