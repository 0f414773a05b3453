/** The time that a step may take; what it counts is up to who keeps it. */
export interface StepClock {
  arm(agentId: string, afterMs: number, fired: () => void): Promise<void> | void
  /** Stands still until it is continued. */
  hold(agentId: string): Promise<void> | void
  continue(agentId: string): Promise<void> | void
  cancel(agentId: string): Promise<void> | void
}

/** By the clock on the wall. */
export interface WaitClock {
  arm(holder: string, until: string, over: () => void): Promise<void> | void
  cancel(holder: string): Promise<void> | void
}
