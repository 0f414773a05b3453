/** Times out steps; the implementation decides which time counts. */
export interface StepClock {
  arm(agentId: string, afterMs: number, fired: () => void): Promise<void> | void
  /** Pauses the time until `continue`. */
  hold(agentId: string): Promise<void> | void
  continue(agentId: string): Promise<void> | void
  cancel(agentId: string): Promise<void> | void
}

/** Uses wall-clock time. */
export interface WaitClock {
  arm(holder: string, until: string, over: () => void): Promise<void> | void
  cancel(holder: string): Promise<void> | void
}
