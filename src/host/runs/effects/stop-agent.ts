import { endOf } from '../step-news.ts'
import type { Perform } from './effect-parts.ts'

export const stopAgent: Perform<'stop-agent'> = async ({ steps, now }, owner, { key }) => {
  const end = await steps.stop(key, owner.item)
  if (end !== null) owner.send(endOf({ key, at: now() }, end))
}
