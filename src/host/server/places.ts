import type { Admission } from './gate.ts'

interface Room {
  all: number
  /** What one session may take, for example all tabs of a browser together. */
  ofOne: number
}

/** The share of guests: the rest is kept free for the owner. */
const FOR_GUESTS = 0.6

/**
 * Counts connections that stay open. A session that opens as many as it can must keep neither the
 * owner nor anyone else out.
 */
export class Places {
  readonly #room: Room
  readonly #taken = new Set<Admission>()

  constructor(room: Room) {
    this.#room = room
  }

  /** Returns what gives the place back; null if there is none left for this session. */
  take(admission: Admission): (() => void) | null {
    const { all, ofOne } = this.#room
    const { sessionId } = admission
    const taken = [...this.#taken]
    if (taken.length >= all) return null
    if (sessionId !== null && taken.filter((one) => one.sessionId === sessionId).length >= ofOne)
      return null
    if (isGuest(admission) && taken.filter(isGuest).length >= all * FOR_GUESTS) return null
    // Each place has an object of its own: one admission may serve several requests.
    const place = { ...admission }
    this.#taken.add(place)
    return () => void this.#taken.delete(place)
  }
}

/** Not the owner: a paired device, or in a fleet anyone but an administrator. */
const isGuest = ({ caller }: Admission): boolean =>
  caller.kind === 'device' && caller.role !== 'admin'
