import { useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { Waiting } from '../../features/connection/Waiting.tsx'
import { useLocation } from 'wouter'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { askAgain } from './ask-again.ts'
import { Fault } from './Fault.tsx'
import { PartFailed } from './PartFailed.tsx'
import { PartSource } from './part-source.ts'
import { registerPart } from './preload-parts.ts'

interface Options<P> {
  waiting?: ReactNode
  /** Wraps the failure message where it needs its own container, such as a dialog. */
  failed?: (props: P, why: ReactNode) => ReactNode
}

/** A lazily loaded part. If its code cannot be loaded, only its own place shows the failure. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting, failed }: Options<P> = {},
): ComponentType<P> {
  const source = new PartSource(load)
  registerPart(source.ask)
  return function LazyPart(props: P) {
    const state = useSyncExternalStore(source.subscribe, source.state)
    const [path] = useLocation()
    const tries = state.status === 'failed' ? state.tries : 0
    useEffect(() => void source.ask(), [])
    useEffect(() => (tries === 0 ? undefined : askAgain(() => void source.ask(), tries)), [tries])
    switch (state.status) {
      case 'loaded':
        return (
          <ErrorBoundary place={path} fallback={<Fault />}>
            <state.part {...props} />
          </ErrorBoundary>
        )
      case 'failed': {
        const why = <PartFailed onRetry={() => void source.ask()} />
        return failed === undefined ? why : failed(props, why)
      }
      case 'loading':
        return waiting === undefined ? <Waiting /> : waiting
      default:
        return state satisfies never
    }
  }
}
