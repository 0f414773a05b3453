import { join } from 'node:path'
import type { CalledBy } from '../../../src/contracts/called-by.ts'
import type { WorkItem } from '../../../src/contracts/work-item.ts'
import { Coordinator } from '../../../src/fleet/coordinator.ts'
import { openPool } from '../../../src/fleet/database/database.ts'
import { enrol, makeCode } from '../../../src/fleet/gateway/worker-keys.ts'
import { importItem } from '../../../src/fleet/moving/import-item.ts'
import type { CommandRequest } from '../../../src/host/runs/auto-execution-coordinator.ts'
import { foldersOf } from '../../../src/host/project/folders.ts'
import { newSpec, specName } from '../specs.ts'
import { PROJECT } from './fleet-place.ts'

const calledBy: CalledBy = { kind: 'person', via: 'cli' }

interface Opening {
  url: string
  folder: string
  repository: string
  specs: number
  workers: number
}

let coordinator: Coordinator
let pool: ReturnType<typeof openPool>

/** The side under test: one coordinator with that many items, and keys for that many workers. */
export const calls = {
  async open({ url, folder, repository, specs, workers }: Opening) {
    const env = { PATH: process.env['PATH'], HOME: folder }
    coordinator = await Coordinator.start({
      database: url,
      folder: join(folder, 'mirrors'),
      address: '127.0.0.1',
      port: 0,
      env,
      reportError: (error) => console.error(error),
    })
    pool = openPool(url)
    await pool.query('insert into sdd.projects (id, repository, base) values ($1, $2, $3)', [
      PROJECT,
      repository,
      'main',
    ])
    const folders = foldersOf(join(folder, 'checkout'), { XDG_STATE_HOME: folder })
    for (let index = 0; index < specs; index++) {
      const item = specName(index)
      await newSpec(folders, item)
      await importItem(pool, { project: PROJECT, item, folders, env })
    }
    const keys: string[] = []
    for (let number = 0; number < workers; number++) {
      const code = await makeCode(pool, ['default'])
      keys.push((await enrol(pool, { code, name: `worker-${number}` }))?.key ?? '')
    }
    return { url: coordinator.url, keys }
  },

  async start({ from, to }: { from: number; to: number }) {
    for (let index = from; index < to; index++) await begin(specName(index))
  },

  /** Copies the first item with its journal, until there are `to` items. */
  async copy({ to }: { to: number }) {
    const first = specName(0).name
    const names = Array.from({ length: to - 1 }, (_, index) => specName(index + 1).name)
    await pool.query(
      `insert into sdd.items (project, kind, name, given, record, head)
       select project, kind, added, given, record, head
       from sdd.items, unnest($1::text[]) as added where name = $2`,
      [names, first],
    )
    await pool.query(
      `insert into sdd.journal (item, seq, entry)
       select copies.id, seq, entry
       from sdd.items first join sdd.journal on item = first.id
         join sdd.items copies on copies.name <> first.name
       where first.name = $1`,
      [first],
    )
  },

  rssMb: () => Math.round(process.memoryUsage().rss / 1024 / 1024),

  /** The CPU time it has used so far. */
  cpuMs() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },

  /** How many items with a run have none that completed. */
  async unfinished() {
    const { rows } = await pool.query<{ left: string }>(
      `select count(*) as left from sdd.items where id in (
         select item from sdd.journal where entry::json->>'type' = 'run.started'
       ) and id not in (
         select item from sdd.journal where entry::json->>'type' = 'run.completed'
       )`,
    )
    return Number(rows[0]?.left)
  },

  async close() {
    await pool.end()
    await coordinator[Symbol.asyncDispose]()
  },
}

async function begin(item: WorkItem): Promise<void> {
  const ref = { project: PROJECT, item }
  const request: CommandRequest = { type: 'start', item, go: [], nogo: ['impl'], calledBy }
  const begun = await coordinator.runs.command(ref, request)
  if (!begun.ok) throw new Error(JSON.stringify(begun.error))
}
