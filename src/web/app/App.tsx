import { Tooltip } from 'radix-ui'
import { useLocation } from 'wouter'
import { useConnection } from '../features/connection/connection-store.ts'
import { Refused } from '../features/connection/Refused.tsx'
import { Toasts } from '../features/notices/Toasts.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Fault } from './parts/Fault.tsx'
import { Shell } from './Shell.tsx'

export function App() {
  const [path] = useLocation()
  const isRefused = useConnection((state) => state.status === 'refused')
  return (
    <Tooltip.Provider delayDuration={400}>
      <ErrorBoundary place={path} fallback={<Fault />}>
        {isRefused ? <Refused /> : <Shell />}
      </ErrorBoundary>
      <Toasts />
    </Tooltip.Provider>
  )
}
