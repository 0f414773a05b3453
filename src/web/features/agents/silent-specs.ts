import { useMemo } from 'react'
import { useAgents } from './agents-store.ts'

/** The specs whose agent has printed nothing for a long time. */
export function useSilentSpecs(): ReadonlySet<string> {
  const names = useAgents(({ agents }) =>
    [...agents.values()]
      .flatMap(({ status, feature }) => (status === 'hang' ? [feature] : []))
      .join('/'),
  )
  return useMemo(() => new Set(names === '' ? [] : names.split('/')), [names])
}
