import { useLocation } from 'wouter'
import { ConnectionBanner } from '../features/connection/ConnectionBanner.tsx'
import { RoleStrip } from '../features/workers/RoleStrip.tsx'
import { useMessages } from '../i18n/messages.ts'
import { useIsPhone } from '../ui/use-is-phone.ts'
import { BottomBar } from './nav/BottomBar.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { NavRail } from './nav/NavRail.tsx'
import { Overlays } from './Overlays.tsx'
import { Screen } from './Screen.tsx'
import { TopBar } from './nav/TopBar.tsx'
import { useAddress } from './use-address.ts'
import { useGlobalShortcuts } from './use-global-shortcuts.ts'
import { usePageTitle } from './use-page-title.ts'

export function Shell() {
  const { common } = useMessages()
  const isPhone = useIsPhone()
  const [path] = useLocation()
  useAddress()
  usePageTitle()
  useGlobalShortcuts()
  return (
    <div className="flex h-dvh max-md:min-h-144 max-md:flex-col">
      <a
        href="#content"
        className="absolute left-2 top-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {common.nav.skip}
      </a>
      {isPhone ? <TopBar /> : <NavRail />}
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <ConnectionBanner />
        <RoleStrip />
        <main id="content" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none">
          <Screen />
        </main>
      </div>
      {isPhone ? <BottomBar /> : null}
      <ErrorBoundary place={path} fallback={null}>
        <Overlays />
      </ErrorBoundary>
    </div>
  )
}
