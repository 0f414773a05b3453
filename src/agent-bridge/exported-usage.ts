import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Usage } from '../contracts/launch/agent.ts'
import {
  type Json,
  numberOrNull,
  objectOrNull,
  objects,
  parseObject,
  textOrNull,
} from '../core/agent-events/json-fields.ts'

/** Beyond these limits the usage is not worth the effort. */
const MOST_SESSIONS = 30
const MOST_BYTES = 64 * 1024 * 1024
const TIME_LIMIT_MS = 30_000

export interface Exported {
  /** The CLI; its `export SESSION` prints a session with the usage of every step. */
  command: string
  sessionId: string
  since: number
  /** Where the exported text may be stored temporarily. */
  folder: string
}

/** The usage of a session and its sub-agents' sessions since a moment; null when unknown. */
export async function exportedUsage(exported: Exported): Promise<Usage | null> {
  const { command, since, folder } = exported
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  const wanted = [exported.sessionId]
  let sum = { inputTokens: 0, outputTokens: 0, costUsd: 0 }
  for (let at = 0; at < wanted.length; at += 1) {
    const sessionId = wanted[at] ?? ''
    if (at >= MOST_SESSIONS || !SESSION_ID.test(sessionId)) return null
    const printed = await outputOf(command, ['export', sessionId], { folder, signal })
    const session = printed === null ? null : sessionIn(printed, since)
    if (session === null) return null
    sum = {
      inputTokens: sum.inputTokens + session.usage.inputTokens,
      outputTokens: sum.outputTokens + session.usage.outputTokens,
      costUsd: sum.costUsd + session.usage.costUsd,
    }
    wanted.push(...session.children.filter((child) => !wanted.includes(child)))
  }
  return sum
}

/** Cannot be mistaken for an option. */
const SESSION_ID = /^\w[\w-]*$/

/** Usage and sub-agents' sessions in the export of one session. */
function sessionIn(
  printed: string,
  since: number,
): { usage: Usage & { costUsd: number }; children: string[] } | null {
  const messages = parseObject(printed)?.['messages']
  if (!Array.isArray(messages)) return null
  const usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 }
  const children = new Set<string>()
  for (const message of objects(messages)) {
    const info = objectOrNull(message['info']) ?? {}
    if (info['role'] !== 'assistant' || (timeOf(info) ?? 0) < since) continue
    const tokens = objectOrNull(info['tokens']) ?? {}
    const cache = objectOrNull(tokens['cache']) ?? {}
    usage.inputTokens += sumOf(tokens['input'], cache['read'], cache['write'])
    usage.outputTokens += sumOf(tokens['output'], tokens['reasoning'])
    usage.costUsd += sumOf(info['cost'])
    for (const part of objects(message['parts'])) {
      const child = childIn(part)
      if (child !== null) children.add(child)
    }
  }
  return { usage, children: [...children] }
}

const timeOf = (info: Json): number | null => numberOrNull(objectOrNull(info['time'])?.['created'])

const childIn = (part: Json): string | null =>
  textOrNull(objectOrNull(objectOrNull(part['state'])?.['metadata'])?.['sessionId'])

const sumOf = (...values: unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (numberOrNull(value) ?? 0), 0)

/** Through an unlinked file: a CLI that exits at once would lose what is still in a pipe. */
async function outputOf(
  command: string,
  args: string[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string | null> {
  const path = join(folder, `printed-${process.pid}`)
  let file: number | null = null
  try {
    file = openSync(path, 'wx+', 0o600)
    rmSync(path)
    const child = spawn(command, args, { stdio: ['ignore', file, 'ignore'], signal })
    const [code] = (await once(child, 'close')) as [number | null]
    const { size } = fstatSync(file)
    if (code !== 0 || size > MOST_BYTES) return null
    const bytes = Buffer.alloc(size)
    readSync(file, bytes, 0, size, 0)
    return bytes.toString('utf8')
  } catch {
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}
