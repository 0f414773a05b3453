import pg from 'pg'
import { PgBoss, type Db, type Job } from 'pg-boss'
import { setTimeout as pause } from 'node:timers/promises'

const QUEUE = 'steps'
/** How long to wait when the queue is empty. */
const AGAIN_MS = 5

interface Step {
  item: number
  step: number
}

let boss: PgBoss
let pool: pg.Pool

/** The floor: the same steps through pg-boss alone, with nothing else stored. */
export const calls = {
  async open({ url }: { url: string }) {
    boss = new PgBoss({ connectionString: url, max: 10, schedule: false })
    boss.on('error', () => undefined)
    await boss.start()
    await boss.createQueue(QUEUE)
    pool = new pg.Pool({ connectionString: url, max: 10 })
  },

  /** Times from before a step is completed until the next one is taken, one item at a time. */
  async handOffs({ index, steps }: { index: number; steps: number }) {
    await boss.send(QUEUE, { item: index, step: 1 })
    const times: number[] = []
    let job = await taken()
    while (job.data.step < steps) {
      const begin = performance.now()
      await handOn(job)
      job = await taken()
      times.push(performance.now() - begin)
    }
    await boss.complete(QUEUE, job.id)
    return times
  },

  /** The time for all steps, with that many workers. */
  async all({ items, steps, workers }: { items: number; steps: number; workers: number }) {
    let left = items * steps
    const begin = performance.now()
    const work = async (): Promise<void> => {
      while (left > 0) {
        const [job] = await boss.fetch<Step>(QUEUE)
        if (job === undefined) await pause(AGAIN_MS)
        else if (job.data.step < steps) await handOn(job)
        else await boss.complete(QUEUE, job.id)
        if (job !== undefined) left--
      }
    }
    const sent = (async () => {
      for (let item = 0; item < items; item++) await boss.send(QUEUE, { item, step: 1 })
    })()
    await Promise.all([sent, ...Array.from({ length: workers }, work)])
    return performance.now() - begin
  },

  async close() {
    await boss.stop({ graceful: false })
    await pool.end()
  },
}

async function taken(): Promise<Job<Step>> {
  for (;;) {
    const [job] = await boss.fetch<Step>(QUEUE)
    if (job !== undefined) return job
    await pause(AGAIN_MS)
  }
}

/** Completes a step and sends the next one, in one transaction. */
async function handOn({ id, data }: Job<Step>): Promise<void> {
  const client = await pool.connect()
  const db: Db = { executeSql: (text, values) => client.query(text, values) }
  try {
    await client.query('begin')
    await boss.complete(QUEUE, id, null, { db })
    await boss.send(QUEUE, { ...data, step: data.step + 1 }, { db })
    await client.query('commit')
  } finally {
    client.release()
  }
}
