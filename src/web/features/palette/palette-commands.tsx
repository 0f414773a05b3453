import { isSpec, itemKey } from '../../../contracts/work-item.ts'
import {
  Archive,
  Bell,
  Bug,
  FilePen,
  FileStack,
  Folder,
  FolderOpen,
  History,
  Keyboard,
  Languages,
  MessageCircleQuestion,
  Palette as PaletteIcon,
  Plus,
  ShieldCheck,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { phasesOf, workflowOf } from '../../../core/workflow/workflows.ts'
import { isLive } from '../../../core/views/phase-cells.ts'
import { offeredFor } from '../../../core/views/offered.ts'
import { useNavItems } from '../../app/nav/nav-items.ts'
import { useOverlay, type Overlay } from '../../app/overlay-store.ts'
import { pathOf, go, usePlace } from '../../app/routes.ts'
import { useMessages, type Messages } from '../../i18n/messages.ts'
import { wordsOfAction } from '../../i18n/words.ts'
import { showRefusal } from '../notices/notices-store.ts'
import { usePreferences } from '../preferences/preferences-store.ts'
import { mayNow, useIsFleet, useMay } from '../workers/in-fleet.ts'
import { useProjects } from '../projects/projects-store.ts'
import { isDoable, perform, type Doable } from '../items/spec-commands.ts'
import { rowList, useRows } from '../items/rows-store.ts'
import type { PaletteCommand, PaletteGroup } from './palette-search.ts'

const ICON = 'size-4'

export function usePaletteGroups(): PaletteGroup[] {
  const { palette } = useMessages().shell
  const here = useHereCommands()
  const places = useGoCommands()
  const specs = useSpecCommands()
  const general = useGeneralCommands()
  const projects = useProjectCommands()
  return useMemo(
    () => [
      ...(here === null ? [] : [here]),
      { title: palette.goTo, commands: places },
      { title: palette.specs, commands: specs },
      { title: palette.general, commands: general },
      { title: palette.projects, commands: projects },
    ],
    [palette, here, places, specs, general, projects],
  )
}

/** Actions for the item on screen, without those that need more input. */
function useHereCommands(): PaletteGroup | null {
  const m = useMessages()
  const place = usePlace()
  const key = place.screen === 'item' ? itemKey(place.item) : null
  const row = useRows(({ rows }) => (key === null ? undefined : rows.get(key)))
  return useMemo(() => {
    if (row === undefined) return null
    const commands = actionsOf(row).map((action) => actionCommand(m, row, action))
    return { title: m.shell.palette.here(row.item.name), commands }
  }, [m, row])
}

function actionsOf(row: ItemRow): Doable[] {
  const { next, waits } = row.allowed
  const all = [
    ...(row.question === null ? [] : (waits?.actions ?? [])),
    ...(next === null ? [] : [next]),
    ...(isLive(row) && next?.type !== 'stop' ? [{ type: 'stop' } as const] : []),
    ...phasesOf(workflowOf(row)).flatMap((phase) => offeredFor(row, phase)),
  ]
  return mayNow('operator') ? all.filter(isDoable) : []
}

function actionCommand(m: Messages, { item }: ItemRow, action: Doable): PaletteCommand {
  const phase = action.type === 'approve' ? m.common.phases[action.phase] : undefined
  const label = wordsOfAction(m, action)
  return {
    key: `do:${JSON.stringify(action)}`,
    label,
    ...(phase === undefined ? {} : { hint: phase }),
    icon: <Zap aria-hidden className={ICON} />,
    run: () =>
      void perform(item, action).then((reply) =>
        reply.ok ? undefined : showRefusal(reply.error, item),
      ),
  }
}

function useGoCommands(): PaletteCommand[] {
  return useNavItems().map(({ place, label, icon: Icon }) => ({
    key: `go:${place.screen}`,
    label,
    icon: <Icon aria-hidden className={ICON} />,
    run: () => go(place),
  }))
}

function useSpecCommands(): PaletteCommand[] {
  const specs = useRows(({ rows }) => rowList(rows))
  return useMemo(
    () =>
      specs.map(({ item, description }) => ({
        key: itemKey(item),
        label: item.name,
        hint: description,
        icon: isSpec(item) ? (
          <FileStack aria-hidden className={ICON} />
        ) : (
          <Bug aria-hidden className={ICON} />
        ),
        run: () => go({ screen: 'item', item, tab: 'documents', document: null }),
      })),
    [specs],
  )
}

function useGeneralCommands(): PaletteCommand[] {
  const { ask, delivery, shell } = useMessages()
  const { palette } = shell
  const isFleet = useIsFleet()
  const mayAct = useMay('operator')
  return useMemo(() => {
    const { setTheme, setLanguage } = usePreferences.getState()
    const theme = <PaletteIcon aria-hidden className={ICON} />
    const language = <Languages aria-hidden className={ICON} />
    const all = [
      opens('new-spec', palette.newSpec, Plus),
      opens('new-bug', palette.newBug, Bug),
      ...talkCommands(ask),
      opens('notices', palette.notices, Bell),
      opens('archive', palette.archived, Archive),
      opens('checks', delivery.setChecks, ShieldCheck),
      opens('saved', delivery.openSaved, History),
      opens('help', palette.help, Keyboard),
      ...(['system', 'light', 'dark'] as const).map((key) => ({
        key: `theme:${key}`,
        label: palette.theme[key],
        icon: theme,
        run: () => setTheme(key),
      })),
      ...(['en', 'ja'] as const).map((key) => ({
        key: `language:${key}`,
        label: palette.language[key],
        icon: language,
        run: () => setLanguage(key),
      })),
    ]
    return all.filter(({ key }) => !(isFleet && NEEDS_FILES.has(key)) && (mayAct || !ACTS.has(key)))
  }, [ask, palette, delivery, isFleet, mayAct])
}

/** Commands that a fleet does not have. */
const NEEDS_FILES: ReadonlySet<string> = new Set(['ask', 'plan', 'steering', 'checks', 'saved'])
const ACTS: ReadonlySet<string> = new Set(['new-spec', 'new-bug'])

const opens = (key: Overlay, label: string, Icon: LucideIcon): PaletteCommand => ({
  key,
  label,
  icon: <Icon aria-hidden className={ICON} />,
  run: () => useOverlay.getState().show(key),
})

/** Conversations with read-only agents. */
function talkCommands(ask: Messages['ask']): PaletteCommand[] {
  return [
    opens('ask', ask.openProject, MessageCircleQuestion),
    opens('plan', ask.planTitle, MessageCircleQuestion),
    opens('steering', ask.steering.open, FilePen),
  ]
}

function useProjectCommands(): PaletteCommand[] {
  const { palette } = useMessages().shell
  const projects = useProjects((state) => state.hello?.projects)
  const isFleet = useIsFleet()
  const [, navigate] = useLocation()
  return useMemo(
    () => [
      ...(projects ?? []).map(({ id, name, dir }) => ({
        key: `project:${id}`,
        label: name,
        hint: dir,
        icon: <Folder aria-hidden className={ICON} />,
        run: () => navigate(pathOf(id, { screen: 'board' })),
      })),
      ...(isFleet ? [] : [opens('open-project', palette.openProject, FolderOpen)]),
    ],
    [palette, projects, navigate, isFleet],
  )
}
