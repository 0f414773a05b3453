import { create } from 'zustand'
import type { ConnectionStatus } from '../../../client/connection.ts'
import { liveConnection } from '../../app/live.ts'
import type { ReloadState } from '../../app/owed-reload.ts'

interface ConnectionState {
  status: ConnectionStatus
  /** It was online before: only then is a lost connection worth a word. */
  wasOnline: boolean
  /** What is on screen may be old until it has all arrived again. */
  reload: ReloadState
  /** How often all of it has arrived. */
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

/** Immediately, without waiting for the next try. */
export const retryConnection = (): void => liveConnection().retry()

/** `updating`: the host is there, and what it knows has not all arrived yet. */
export type ShownStatus = ConnectionStatus | 'updating'

export const useShownStatus = (): ShownStatus =>
  useConnection(({ status, reload }) =>
    status === 'online' && reload.isOwed ? 'updating' : status,
  )
