import { setFlagsFromString } from 'node:v8'

/**
 * For a process that stays, before it loads much. V8 lets the space of new objects grow to 48 MB
 * when much is read at once, as at the start, and does not give it back; a host at rest needs a few
 * of them. To start an agent takes longer the more memory the process has written to, as the system
 * copies the tables of all of it, so this makes hand-offs quicker, too.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--max-semi-space-size=2')
  setFlagsFromString('--semi-space-growth-factor=1')
}
