export interface SlotClaim {
  /** Of one work item: a holder that claims again keeps its slot. */
  holder: string
  /** Already running when its host crashed: it never waits in line. */
  isAtWork: boolean
  /** At once or later, and only once; never after a release. */
  granted: () => void
  /** Others come first: it will be granted later. */
  waiting?: () => void
}

/** What runs share: at most so many hold one at a time, the rest wait in the order they came. */
export interface Slots {
  acquire(claim: SlotClaim): Promise<void> | void
  /** Gives back what it holds, or its place in line; nothing when it has neither. */
  release(holder: string): Promise<void> | void
  /** The limit may have grown. */
  admit(): Promise<void> | void
}
