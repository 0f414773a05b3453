import { useEffect, useRef } from 'react'

/** Return false to leave the key to the browser. */
type Handler = (event: KeyboardEvent) => boolean | void
/** Keyed by `x`, by `g b` for one key after another, or by `mod+k` for Ctrl or Cmd. */
export type Shortcuts = Record<string, Handler>

const layers: { current: Shortcuts }[] = []
const SEQUENCE_MS = 1500
let prefix: { key: string; at: number } | null = null

/** Active while the component is mounted; the last one mounted wins. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const layer = useRef(shortcuts)
  useEffect(() => {
    layer.current = shortcuts
  })
  useEffect(() => {
    if (layers.length === 0) window.addEventListener('keydown', onKey)
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) window.removeEventListener('keydown', onKey)
    }
  }, [])
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  if (event.ctrlKey || event.metaKey) return run(`mod+${event.key.toLowerCase()}`, event)
  if (isTaken(event.target)) return
  const first = prefix !== null && Date.now() - prefix.at < SEQUENCE_MS ? prefix.key : null
  prefix = null
  if (first !== null) return run(`${first} ${event.key}`, event)
  if (layers.some(({ current }) => hasSequence(current, event.key)))
    prefix = { key: event.key, at: Date.now() }
  else run(event.key, event)
}

function run(combination: string, event: KeyboardEvent): void {
  const handler = layers.findLast(({ current }) => combination in current)?.current[combination]
  if (handler !== undefined && handler(event) !== false) event.preventDefault()
}

const hasSequence = (shortcuts: Shortcuts, key: string): boolean =>
  Object.keys(shortcuts).some((combination) => combination.startsWith(`${key} `))

/** True where keys mean something else: typing, choosing in a list, inside a dialog. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  return (
    target.closest(
      'input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu], [role=tablist]',
    ) !== null
  )
}
