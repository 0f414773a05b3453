import { Tooltip } from 'radix-ui'
import { useConnection } from '../features/connection/connection-store.ts'
import { Refused } from '../features/connection/Refused.tsx'
import { Toasts } from '../features/notices/Toasts.tsx'
import { Shell } from './Shell.tsx'

export function App() {
  const isRefused = useConnection((state) => state.status === 'refused')
  return (
    <Tooltip.Provider delayDuration={400}>
      {isRefused ? <Refused /> : <Shell />}
      <Toasts />
    </Tooltip.Provider>
  )
}
