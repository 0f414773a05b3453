import type { Perform } from './effect-parts.ts'

export const notify: Perform<'notify'> = ({ events, now }, { item }, effect) => {
  const { level, kind, message, seq, needsPerson } = effect
  const notification = { item, level, kind, message, seq, needsPerson, time: now() }
  events.emit({ type: 'notification', notification })
}
