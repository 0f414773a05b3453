import { create } from 'zustand'
import type { ConnectionStatus } from '../../../client/connection.ts'

interface ConnectionState {
  status: ConnectionStatus
  /** It was online before: only then is a lost connection worth a word. */
  wasOnline: boolean
  setStatus(status: ConnectionStatus): void
}

export const useConnection = create<ConnectionState>()((set) => ({
  status: 'connecting',
  wasOnline: false,
  setStatus: (status) =>
    set((state) => ({ status, wasOnline: state.wasOnline || status === 'online' })),
}))
