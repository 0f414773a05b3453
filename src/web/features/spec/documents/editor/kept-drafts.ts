import type { Draft } from './drafts-store.ts'

const KEY = 'sdd-drafts'
const AFTER_MS = 300

type Drafts = Readonly<Record<string, Draft>>

/** What this tab kept when it was last left. */
export function keptDrafts(): Drafts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Drafts) : {}
  } catch {
    return {}
  }
}

/** Keeps drafts a moment after each change: a long text is not written for every letter. */
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

/** Returns false where there is no room: the draft is then only as safe as the page. */
function write(drafts: Drafts): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts))
    return true
  } catch {
    return false
  }
}
