import type { Draft } from './drafts-store.ts'

const KEY = 'sdd-drafts'
const AFTER_MS = 300

type Drafts = Readonly<Record<string, Draft>>

/** The drafts that this tab stored before it was left. */
export function keptDrafts(): Drafts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Drafts) : {}
  } catch {
    return {}
  }
}

/** Stores drafts with a delay, so that long texts are not written on every key press. */
export function keepDrafts(
  subscribe: (listener: () => void) => () => void,
  drafts: () => Drafts,
): void {
  let timer: ReturnType<typeof setTimeout> | null = null
  const keep = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    write(drafts())
  }
  subscribe(() => {
    timer ??= setTimeout(keep, AFTER_MS)
  })
  window.addEventListener('pagehide', keep)
}

/** Returns false if storage is full: the draft then lives only as long as the page. */
function write(drafts: Drafts): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts))
    return true
  } catch {
    return false
  }
}
