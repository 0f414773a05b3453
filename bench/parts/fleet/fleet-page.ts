import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { Wire } from '../../../src/client/trpc-link.ts'
import type { Hello } from '../../../src/contracts/rpc.ts'
import { invite, redeem } from '../../../src/fleet/people/invitations.ts'

interface Inside {
  wire: Wire
  key: string
  /** The id of the only project. */
  project: string
  close: () => void
}

/** Connects as someone who may only look. */
export async function enter(database: string, url: string): Promise<Inside> {
  const pool = new pg.Pool({ connectionString: database })
  const { code } = await invite(pool, { name: 'Ada', role: 'viewer' })
  const key = (await redeem(pool, code, 'terminal'))?.key ?? ''
  await pool.end()
  const wire = await Wire.open({
    url,
    WebSocket,
    headers: { authorization: `Bearer ${key}` },
    patienceMs: null,
    project: null,
    lastEventId: null,
    news: () => undefined,
    gone: () => undefined,
  })
  return { wire, key, project: await onlyProject(wire), close: () => wire.close() }
}

/** Opens the board; returns the number of rows and how long it took. */
export async function lookAtBoard(
  database: string,
  url: string,
): Promise<{ rows: number; ms: number }> {
  const { wire, project, close } = await enter(database, url)
  const begin = performance.now()
  const board = await wire.call('project.board', { project, input: {} })
  if (!board.ok) throw new Error(JSON.stringify(board.error))
  close()
  const ms = performance.now() - begin
  return { rows: (board.value as { rows: unknown[] }).rows.length, ms }
}

/** The project was inserted directly, so the coordinator finds it only when it looks again. */
async function onlyProject(wire: Wire): Promise<string> {
  for (;;) {
    const hello = await wire.call('host.hello', {})
    if (!hello.ok) throw new Error(JSON.stringify(hello.error))
    const [project] = (hello.value as Hello).projects
    if (project !== undefined) return project.id
    await pause(50)
  }
}
