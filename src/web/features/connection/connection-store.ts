import { create } from 'zustand'
import type { ConnectionStatus } from '../../../client/connection.ts'
import { liveConnection } from '../../app/live.ts'
import type { ReloadState } from '../../app/owed-reload.ts'

interface ConnectionState {
  status: ConnectionStatus
  /** Only after having been online is a lost connection worth mentioning. */
  wasOnline: boolean
  /** What is on screen may be stale until the reload is complete. */
  reload: ReloadState
  /** How many reloads have completed. */
  reloads: number
  setStatus(status: ConnectionStatus): void
  setReload(reload: ReloadState): void
}

export const useConnection = create<ConnectionState>()((set) => ({
  status: 'connecting',
  wasOnline: false,
  reload: { isOwed: true, problem: null },
  reloads: 0,
  setReload: (reload) =>
    set((state) => ({ reload, reloads: state.reloads + (reload.isOwed ? 0 : 1) })),
  setStatus: (status) =>
    set((state) => ({ status, wasOnline: state.wasOnline || status === 'online' })),
}))

/** Retries now instead of waiting for the next attempt. */
export const retryConnection = (): void => liveConnection().retry()

/** `updating`: the host is reachable, but not everything has arrived yet. */
export type ShownStatus = ConnectionStatus | 'updating'

export const useShownStatus = (): ShownStatus =>
  useConnection(({ status, reload }) =>
    status === 'online' && reload.isOwed ? 'updating' : status,
  )
