import type { LoginState } from './settings-view.ts'

/** An agent CLI as a worker found it. */
export interface FoundAgent {
  name: string
  /** Null for the built-in agent. */
  version: string | null
  /** `unknown`: it shows only when the agent is used. */
  login: LoginState
}

/** A computer that runs steps of a fleet. */
export interface WorkerView {
  id: string
  name: string
  pools: string[]
  /** Null before it has ever connected. */
  slots: number | null
  /** Steps that it has now. */
  used: number
  agents: FoundAgent[]
  version: string | null
  lastHeardAt: string | null
  isOnline: boolean
  isDraining: boolean
}

export interface EnrolmentCode {
  code: string
  expiresAt: string
}
