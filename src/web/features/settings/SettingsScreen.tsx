import { ChevronLeft } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useHref } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useIsFleet } from '../workers/in-fleet.ts'
import { PeopleSection } from '../workers/PeopleSection.tsx'
import { useProjects } from '../projects/projects-store.ts'
import { AboutSection } from './AboutSection.tsx'
import { AgentsSection } from './AgentsSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { NotificationsSection } from './NotificationsSection.tsx'
import { PermissionsSection } from './PermissionsSection.tsx'
import { RemoteSection } from './remote/RemoteSection.tsx'
import { RunsSection } from './RunsSection.tsx'
import { useSettings } from './settings-store.ts'

const SECTIONS = [
  'agents',
  'runs',
  'permissions',
  'notifications',
  'appearance',
  'remote',
  'people',
  'about',
] as const
type Section = (typeof SECTIONS)[number]

/** Sections of a fleet, whose settings are part of each project. */
const FLEET_SECTIONS: readonly Section[] = ['people', 'appearance', 'about']
const LOCAL_SECTIONS: readonly Section[] = SECTIONS.filter((section) => section !== 'people')

const BODIES: Record<Section, () => ReactNode> = {
  agents: AgentsSection,
  runs: RunsSection,
  permissions: PermissionsSection,
  notifications: NotificationsSection,
  appearance: AppearanceSection,
  remote: RemoteSection,
  people: PeopleSection,
  about: AboutSection,
}

/** Section list and section are side by side on a desktop, and two pages on a phone. */
export function SettingsScreen({ section }: { section: string | null }) {
  const { settings } = useMessages()
  const project = useProjects(({ current }) => current)
  const age = useSettings((state) => state.age)
  useEffect(() => void useSettings.getState().load(), [project, age])
  const sections = useIsFleet() ? FLEET_SECTIONS : LOCAL_SECTIONS
  const chosen = sections.find((candidate) => candidate === section) ?? null
  const shown = chosen ?? sections[0] ?? 'about'
  const Body = BODIES[shown]
  const up = useHref({ screen: 'settings', section: null })
  return (
    <div className="flex min-h-0 grow flex-col">
      <header
        className={`flex h-11 shrink-0 items-center border-b border-line px-4 ${chosen === null ? '' : 'max-md:sr-only'}`}
      >
        <h1 className="text-base font-semibold">{settings.title}</h1>
      </header>
      <div className="flex min-h-0 grow">
        <nav
          aria-label={settings.sectionList}
          className={`w-48 shrink-0 overflow-y-auto border-r border-line p-2 max-md:w-full max-md:border-0 ${chosen === null ? '' : 'max-md:hidden'}`}
        >
          <ul>
            {sections.map((key) => (
              <SectionLink key={key} section={key} isShown={key === shown} />
            ))}
          </ul>
        </nav>
        <div
          className={`min-w-0 grow overflow-y-auto px-4 pb-8 md:px-6 ${chosen === null ? 'max-md:hidden' : ''}`}
        >
          <div className="max-w-4xl">
            <Link
              href={up}
              className="-ml-2 inline-flex h-11 items-center gap-1 text-accent md:hidden"
            >
              <ChevronLeft aria-hidden className="size-5" />
              {settings.title}
            </Link>
            <h2 className="mb-2 text-base font-semibold md:mt-3">{settings.sections[shown]}</h2>
            <Body key={shown} />
          </div>
        </div>
      </div>
    </div>
  )
}

interface SectionLinkProps {
  section: Section
  isShown: boolean
}

function SectionLink({ section, isShown }: SectionLinkProps) {
  const { settings } = useMessages()
  const href = useHref({ screen: 'settings', section })
  return (
    <li>
      <Link
        href={href}
        aria-current={isShown ? 'page' : undefined}
        className={`flex h-8 items-center rounded-md px-2 hover:bg-hover max-md:h-12 max-md:rounded-none max-md:border-b max-md:border-line ${isShown ? 'md:bg-accent-soft md:font-medium md:text-accent' : ''}`}
      >
        {settings.sections[section]}
      </Link>
    </li>
  )
}
