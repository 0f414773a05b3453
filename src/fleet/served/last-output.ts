import type { Database } from '../database/database.ts'
import { lastLinesOf, TAIL_BYTES } from '../../host/checks/check-output.ts'

/** The end of each of these checks' output, by its log. */
export async function lastOutputs(
  database: Database,
  logs: readonly string[],
): Promise<Record<string, string>> {
  const found = await Promise.all(
    logs.map(async (log) => [log, lastLinesOf(await tailOf(database, log))] as const),
  )
  return Object.fromEntries(found)
}

async function tailOf(database: Database, log: string): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for (let before = MAX_NUMBER; size < TAIL_BYTES;) {
    const { rows } = await database.query<{ number: number; bytes: Buffer }>(
      `select number, bytes from sdd.output
       where agent_id = $1 and number < $2 order by number desc limit 1`,
      [log, before],
    )
    const [part] = rows
    if (part === undefined) break
    parts.unshift(part.bytes)
    size += part.bytes.length
    before = part.number
  }
  return Buffer.concat(parts).subarray(-TAIL_BYTES).toString('utf8')
}

const MAX_NUMBER = 2 ** 31 - 1
