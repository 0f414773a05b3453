import { useCallback, useSyncExternalStore } from 'react'

interface Clock {
  now: number
  listeners: Set<() => void>
  timer: ReturnType<typeof setInterval> | null
}

const clocks = new Map<number, Clock>()

/** The time in milliseconds. All callers with the same interval share one timer. */
export function useNow(everyMs: number): number {
  const subscribe = useCallback((listener: () => void) => listen(everyMs, listener), [everyMs])
  return useSyncExternalStore(subscribe, () => timeOf(everyMs))
}

function clockOf(everyMs: number): Clock {
  const known = clocks.get(everyMs)
  if (known !== undefined) return known
  const clock: Clock = { now: Date.now(), listeners: new Set(), timer: null }
  clocks.set(everyMs, clock)
  return clock
}

/** Constant between ticks: a snapshot that always differs would render forever. */
function timeOf(everyMs: number): number {
  const clock = clockOf(everyMs)
  if (clock.timer === null && Date.now() - clock.now >= everyMs) clock.now = Date.now()
  return clock.now
}

function listen(everyMs: number, listener: () => void): () => void {
  const clock = clockOf(everyMs)
  clock.listeners.add(listener)
  clock.timer ??= setInterval(() => tick(clock), everyMs)
  return () => {
    clock.listeners.delete(listener)
    if (clock.listeners.size > 0 || clock.timer === null) return
    clearInterval(clock.timer)
    clock.timer = null
  }
}

function tick(clock: Clock): void {
  clock.now = Date.now()
  for (const listener of clock.listeners) listener()
}
