import {
  Bot,
  ChartNoAxesGantt,
  Inbox,
  LayoutList,
  Newspaper,
  Server,
  Settings,
  type LucideIcon,
} from 'lucide-react'
import { useAgents } from '../../features/agents/agents-store.ts'
import { useIsFleet } from '../../features/workers/in-fleet.ts'
import { useInboxItems } from '../../features/inbox/inbox-items.ts'
import { useMessages } from '../../i18n/messages.ts'
import { usePlace, type Place } from '../routes.ts'

export interface NavItem {
  place: Place
  label: string
  icon: LucideIcon
  isHere: boolean
  badge: { count: number; words: string; isLoud: boolean } | null
}

export function useNavItems(): NavItem[] {
  const { common, shell } = useMessages()
  const { screen } = usePlace()
  const waiting = useInboxItems().length
  const running = useAgents(({ agents }) => {
    let count = 0
    for (const { status } of agents.values()) if (status === 'running' || status === 'hang') count++
    return count
  })
  const isFleet = useIsFleet()
  const workers: NavItem = {
    place: { screen: 'workers' },
    label: common.nav.workers,
    icon: Server,
    isHere: screen === 'workers',
    badge: null,
  }
  return [
    {
      place: { screen: 'board' },
      label: common.nav.board,
      icon: LayoutList,
      isHere: screen === 'board' || screen === 'item',
      badge: null,
    },
    {
      place: { screen: 'inbox' },
      label: common.nav.inbox,
      icon: Inbox,
      isHere: screen === 'inbox',
      badge: waiting === 0 ? null : { count: waiting, words: shell.waiting(waiting), isLoud: true },
    },
    {
      place: { screen: 'agents', agentId: null },
      label: common.nav.agents,
      icon: Bot,
      isHere: screen === 'agents',
      badge:
        running === 0 ? null : { count: running, words: shell.running(running), isLoud: false },
    },
    ...(isFleet ? [workers] : []),
    {
      place: { screen: 'report', since: null },
      label: common.nav.report,
      icon: Newspaper,
      isHere: screen === 'report',
      badge: null,
    },
    {
      place: { screen: 'insights' },
      label: common.nav.insights,
      icon: ChartNoAxesGantt,
      isHere: screen === 'insights',
      badge: null,
    },
    {
      place: { screen: 'settings', section: null },
      label: common.nav.settings,
      icon: Settings,
      isHere: screen === 'settings',
      badge: null,
    },
  ]
}
