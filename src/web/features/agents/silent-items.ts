import { useMemo } from 'react'
import { itemKey } from '../../../contracts/work-item.ts'
import { useAgents } from './agents-store.ts'

/** The keys of the items whose agent has printed nothing for a long time. */
export function useSilentItems(): ReadonlySet<string> {
  const keys = useAgents(({ agents }) =>
    [...agents.values()]
      .flatMap(({ status, item }) => (status === 'hang' ? [itemKey(item)] : []))
      .join('/'),
  )
  return useMemo(() => new Set(keys === '' ? [] : keys.split('/')), [keys])
}
