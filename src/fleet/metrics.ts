import type * as Prom from 'prom-client'
import type { Database } from './database/database.ts'
import type { Metrics } from './gateway/gateway-server.ts'
import { listWorkers } from './served/workers.ts'

interface MetricsParts {
  database: Database
}

/** Null when prom-client is not installed: then there are no metrics. */
export async function openMetrics(parts: MetricsParts): Promise<Metrics | null> {
  const prom = await import('prom-client').catch(() => null)
  if (prom === null) return null
  const registry = new prom.Registry()
  prom.collectDefaultMetrics({ register: registry })
  addGauges(prom, registry, parts)
  return { contentType: registry.contentType, text: () => registry.metrics() }
}

/** Queried from the database on each scrape, so every coordinator reports the same fleet. */
function addGauges(
  { Gauge }: Pick<typeof Prom, 'Gauge'>,
  registry: Prom.Registry,
  { database }: MetricsParts,
): void {
  const registers = [registry]
  const slots = new Gauge({
    name: 'sdd_worker_slots',
    help: 'Slots of the workers that are heard of',
    labelNames: ['state'],
    registers,
  })
  new Gauge({
    name: 'sdd_steps',
    help: 'Steps that wait for a worker (queued) or run on one (claimed)',
    labelNames: ['project', 'state'],
    registers,
    async collect() {
      this.reset()
      const { rows } = await database.query<{ project: string; state: string; count: number }>(
        `select project, state, count(*) from sdd.attempts join sdd.items on items.id = item
         where state in ('queued', 'claimed') group by project, state`,
      )
      for (const { project, state, count } of rows) this.set({ project, state }, count)
    },
  })
  new Gauge({
    name: 'sdd_runs_waiting',
    help: 'Runs that wait for a slot',
    registers,
    async collect() {
      const { rows } = await database.query<{ count: number }>(
        `select count(*) from sdd.slots where line = 'runs' and not is_holding`,
      )
      this.set(rows[0]?.count ?? 0)
    },
  })
  new Gauge({
    name: 'sdd_workers',
    help: 'Workers with access, by whether they are heard of',
    labelNames: ['state'],
    registers,
    async collect() {
      const all = await listWorkers(database)
      const online = all.filter(({ isOnline }) => isOnline)
      this.set({ state: 'online' }, online.length)
      this.set({ state: 'offline' }, all.length - online.length)
      slots.set(
        { state: 'all' },
        online.reduce((sum, one) => sum + (one.slots ?? 0), 0),
      )
      slots.set(
        { state: 'used' },
        online.reduce((sum, one) => sum + one.used, 0),
      )
    },
  })
}
