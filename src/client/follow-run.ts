import { sameItem, type WorkItem } from '../contracts/work-item.ts'
import type { JournalEntry } from '../contracts/journal.ts'
import type { Notification } from '../contracts/views/notification.ts'
import type { Rejection } from '../contracts/rejections.ts'
import { err, ok, type Result } from '../contracts/result.ts'
import type { Begun } from '../contracts/commands.ts'
import type { HostApi, HostEvent } from '../contracts/rpc.ts'
import type { RunResult } from '../contracts/run-state.ts'

interface RunObserver {
  entry?(entry: JournalEntry): void
  notification?(notification: Notification): void
}

export interface FollowedRun {
  begun: Begun
  result: Promise<RunResult>
  leave(): void
}

interface Following {
  item: WorkItem
  begin: () => Promise<Result<Begun, Rejection>>
  observer: RunObserver
}

/**
 * Starts a run and follows it to its end. It listens first and keeps what arrives before the reply
 * in `pendingEvents`, so as not to miss a run that ends before the reply to its start comes.
 */
export async function followRun(
  api: Pick<HostApi, 'subscribe'>,
  { item, begin, observer }: Following,
): Promise<Result<FollowedRun, Rejection>> {
  let pendingEvents: HostEvent[] | null = []
  let handle: (event: HostEvent) => void = () => undefined
  const leave = api.subscribe((event) => {
    if (pendingEvents) pendingEvents.push(event)
    else handle(event)
  })
  const reply = await begin().catch((error: unknown) => {
    leave()
    throw error
  })
  if (!reply.ok) {
    leave()
    return err(reply.error)
  }
  const begun = reply.value
  const result = new Promise<RunResult>((resolve) => {
    handle = (event) => {
      deliver(event, item, observer)
      if (event.type !== 'settled' || !sameItem(event.item, item)) return
      if (event.runId !== begun.runId) return
      leave()
      resolve(event.result)
    }
  })
  const early = pendingEvents
  pendingEvents = null
  for (const event of early) handle(event)
  return ok({ begun, result, leave })
}

function deliver(event: HostEvent, item: WorkItem, observer: RunObserver): void {
  if (event.type === 'entry' && sameItem(event.item, item)) observer.entry?.(event.entry)
  if (event.type === 'notification' && sameItem(event.notification.item, item))
    observer.notification?.(event.notification)
}
