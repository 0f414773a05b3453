import { closeSync, lstatSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import type { AgentEvent } from '../../../contracts/agent-events.ts'
import type { AgentId } from '../../../contracts/ids.ts'
import { cutTo } from '../../../core/words/shortened.ts'
import { agentFolder, type Runtime } from '../../../host/agents/folder/agent-folder.ts'
import { lineReaderOf } from '../../../host/agents/folder/agents-on-disk.ts'
import { builtInDrivers } from '../../../host/agents/drivers/built-in.ts'
import { openPlainFile } from '../../../host/files/own-files.ts'
import { createLineSplitter, type LineSplitter } from '../../../host/agents/logs/ndjson.ts'
import { oneLine } from '../../words/safe-text.ts'

/** If the log grew by more than this, only its end matters for what is shown. */
const MAX_BYTES = 64 * 1024
const MAX_LINE_BYTES = 1024 * 1024

/** What an agent did last, read from the end of its log on demand. */
export class AgentActivity {
  readonly #runtime: Runtime
  readonly #drivers = builtInDrivers()
  #path = ''
  #splitter: LineSplitter | null = null
  #offset = 0
  #last: { text: string; at: number } | null = null

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  turnTo(agentId: AgentId, agent: string): void {
    const readLine = lineReaderOf(this.#drivers, agent)
    this.#path = agentFolder(this.#runtime, agentId).out
    this.#offset = 0
    this.#last = null
    this.#splitter = createLineSplitter((line) => {
      for (const event of readLine(line)) this.#see(event)
    }, MAX_LINE_BYTES)
  }

  latest(): { text: string; secondsAgo: number } | null {
    this.#look()
    if (this.#last === null) return null
    const { text, at } = this.#last
    return { text, secondsAgo: Math.floor((performance.now() - at) / 1000) }
  }

  #look(): void {
    const size = lstatSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
    if (size <= this.#offset) return
    const from = Math.max(this.#offset, size - MAX_BYTES)
    const buffer = Buffer.alloc(size - from)
    const fd = openPlainFile(this.#path)
    try {
      const length = readSync(fd, buffer, 0, buffer.length, from)
      this.#offset = from + length
      this.#splitter?.push(buffer.subarray(0, length))
    } finally {
      closeSync(fd)
    }
  }

  #see(event: AgentEvent): void {
    const text = oneLine(wordsFor(event))
    if (text !== '') this.#last = { text, at: performance.now() }
  }
}

function wordsFor(event: AgentEvent): string {
  switch (event.type) {
    case 'text':
      return cutTo(event.text, 300)
    case 'thinking':
      return 'thinking'
    case 'tool-call':
      return `${event.name} ${subjectOf(event.input)}`
    case 'permission-denied':
      return `was not allowed to use ${event.tool}`
    case 'retrying':
      return `retrying: ${event.message}`
    case 'session-started':
    case 'tool-result':
    case 'permission-asked':
    case 'permission-answered':
    case 'quota-reached':
    case 'retry-after':
    case 'usage':
    case 'ended':
    case 'unknown':
      return ''
    default:
      return event satisfies never
  }
}

/** The field of a tool's input that best shows what it is about. */
function subjectOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const fields = new Map<string, unknown>(Object.entries(input))
  const path = fields.get('file_path') ?? fields.get('path')
  if (typeof path === 'string') return basename(path)
  for (const name of ['command', 'pattern', 'description', 'url', 'query']) {
    const value = fields.get(name)
    if (typeof value === 'string') return cutTo(value, 300)
  }
  return ''
}
