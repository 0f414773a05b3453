import type { WorkItem } from '../../contracts/work-item.ts'

export interface SlotClaim {
  /** Identifies a work item; a holder that claims again keeps its slot. */
  holder: string
  /** It was running when its host crashed, so it never waits in line. */
  isAtWork: boolean
  /** Called once, at once or later, and never after a release. */
  granted: () => void
  /** Called when others come first and the slot will be granted later. */
  waiting?: (behind?: SlotHolder | null) => void
}

/** Who has the only slot that others wait for. */
export interface SlotHolder {
  item: WorkItem
  /** Its host crashed, and nobody has taken its run over. */
  isAbandoned: boolean
}

/** Limits how many runs are active at once; the others wait in order of arrival. */
export interface Slots {
  acquire(claim: SlotClaim): Promise<void> | void
  /** Gives up the slot or the place in line, if the holder has one. */
  release(holder: string): Promise<void> | void
  /** Call when the limit may have grown. */
  admit(): Promise<void> | void
}
