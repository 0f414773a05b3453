import { create } from 'zustand'
import type { EnrolmentCode, WorkerView } from '../../../contracts/views/workers.ts'
import { callHost } from '../../app/live.ts'
import { showRefusal } from '../notices/notices-store.ts'

interface WorkersState {
  workers: WorkerView[] | null
  /** Increases whenever the loaded workers become stale. */
  age: number
  stale(): void
  load(): Promise<void>
  drain(worker: string, on: boolean): Promise<void>
  revoke(worker: string): Promise<void>
  enrol(pools: string[]): Promise<EnrolmentCode | null>
}

type Listed = Awaited<ReturnType<typeof callHost<'workers'>>>

export const useWorkers = create<WorkersState>()((set) => {
  const put = (reply: Listed): void => {
    if (reply.ok) set({ workers: reply.value })
    else showRefusal(reply.error)
  }
  return {
    workers: null,
    age: 0,
    stale: () => set(({ age }) => ({ age: age + 1 })),
    load: async () => put(await callHost('workers', {})),
    drain: async (worker, on) => put(await callHost('drainWorker', { worker, on })),
    revoke: async (worker) => put(await callHost('revokeWorker', { worker })),
    async enrol(pools) {
      const reply = await callHost('enrolWorker', { pools })
      if (reply.ok) return reply.value
      showRefusal(reply.error)
      return null
    },
  }
})
