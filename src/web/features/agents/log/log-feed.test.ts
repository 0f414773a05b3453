import { describe, expect, it } from 'vitest'
import { LogFeed } from './log-feed.ts'

const LOG = Array.from({ length: 40 }, (_, at) => `行 ${at} é`).join('\n')
const BYTES = new TextEncoder().encode(LOG)

interface Source {
  offsets: number[]
  open(offset: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
}

/** A log served from any offset; `turns` says how each connection ends. */
function source(turns: ('breaks' | 'refuses' | 'stalls' | 'ends')[]): Source {
  const offsets: number[] = []
  return {
    offsets,
    async open(offset, signal) {
      const turn = turns[offsets.length] ?? 'ends'
      offsets.push(offset)
      if (turn === 'refuses') throw new Error('no host')
      // Splits in the middle of characters and lines.
      const end = turn === 'ends' ? BYTES.length : offset + 101
      return new ReadableStream({
        start(controller) {
          controller.enqueue(BYTES.subarray(offset, end))
          if (turn === 'ends') controller.close()
          signal.addEventListener('abort', () => controller.error(new Error('aborted')))
        },
        pull(controller) {
          if (turn === 'breaks') controller.error(new Error('lost'))
        },
      })
    },
  }
}

interface Watched {
  feed: LogFeed
  until(fits: (feed: LogFeed) => boolean): Promise<void>
}

function feedOf({ open }: Source, isOver = () => true): Watched {
  const waiting = new Set<() => void>()
  const feed: LogFeed = new LogFeed({
    reader: null,
    open,
    isOver,
    onChange: () => waiting.forEach((check) => check()),
  })
  return {
    feed,
    until: (fits) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!fits(feed)) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
  }
}

const isAll = ({ state, log }: LogFeed): boolean => state === 'ended' && log.isIndexed

describe('following a log', () => {
  it('continues at its offset after every loss, with nothing missing or doubled', async () => {
    const from = source(['breaks', 'refuses', 'breaks'])
    const { feed, until } = feedOf(from)
    feed.start()
    await until(({ state }) => state === 'lost')
    feed.retry()
    await until(isAll)
    expect(feed.log.lines.join('\n')).toBe(LOG)
    expect(feed.log.shown).toHaveLength(40)
    expect(from.offsets).toEqual([0, 101, 101, 202])
  })

  it('gives its connection back and continues later', async () => {
    const from = source(['stalls'])
    const { feed, until } = feedOf(from)
    feed.start()
    await until(({ log }) => log.lines.length > 0)
    feed.pause()
    expect(from.offsets).toEqual([0])
    feed.start()
    await until(isAll)
    expect(feed.log.lines.join('\n')).toBe(LOG)
    expect(from.offsets).toEqual([0, 101])
  })

  it('asks again when a stream ends although its agent is still at work', async () => {
    let isOver = false
    const from = source(['ends', 'ends'])
    const { feed, until } = feedOf(from, () => isOver)
    feed.start()
    await until(({ state }) => state === 'ended')
    isOver = true
    feed.retry()
    await until(({ log }) => log.lines.length === 40)
    expect(from.offsets).toEqual([0, BYTES.length])
    feed.start()
    expect(from.offsets).toHaveLength(2)
  })
})
