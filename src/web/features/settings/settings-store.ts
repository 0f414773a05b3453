import { create } from 'zustand'
import type { DeviceId } from '../../../contracts/ids.ts'
import type { AccessView, PairingOffer } from '../../../contracts/views/access-view.ts'
import type { Result } from '../../../contracts/result.ts'
import type { Checkup, SettingsView } from '../../../contracts/views/settings-view.ts'
import { callHost, type Refusal } from '../../app/live.ts'
import { showRefusal } from '../notices/notices-store.ts'
import { isCurrent, onProjectChange, useProjects } from '../projects/projects-store.ts'

interface RemoteChoice {
  address: string
  port: number | null
}

interface SettingsState {
  settings: SettingsView | null
  checkup: Checkup | null
  isChecking: boolean
  access: AccessView | null
  /** Increases whenever the loaded settings become stale. */
  age: number
  stale(): void
  load(): Promise<void>
  loadAccess(): Promise<void>
  loadCheckup(): Promise<void>
  /** Null removes the value. Resolves to a refusal for the field to show, or null. */
  change(key: string, value: unknown): Promise<Refusal | null>
  /** Null turns remote access off. */
  setRemote(choice: RemoteChoice | null): Promise<Refusal | null>
  setAllowedHosts(hosts: string[]): Promise<Refusal | null>
  pair(): Promise<PairingOffer | null>
  revoke(device: DeviceId): Promise<void>
}

export const useSettings = create<SettingsState>()((set) => {
  const putAccess = (reply: Result<AccessView, Refusal>): Refusal | null => {
    if (!reply.ok) return reply.error
    set({ access: reply.value })
    return null
  }
  return {
    settings: null,
    checkup: null,
    isChecking: false,
    access: null,
    age: 0,
    stale: () => set(({ age }) => ({ age: age + 1 })),
    async load() {
      const { current: project, hello } = useProjects.getState()
      if (hello?.isFleet) return void putAccess(await callHost('access', {}))
      const [settings, access] = await Promise.all([
        callHost('settings', { project }),
        callHost('access', {}),
      ])
      putAccess(access)
      if (!isCurrent(project)) return
      if (settings.ok) set({ settings: settings.value })
      else showRefusal(settings.error)
    },
    async loadAccess() {
      putAccess(await callHost('access', {}))
    },
    async loadCheckup() {
      if (useProjects.getState().hello?.isFleet) return
      set({ isChecking: true })
      const project = useProjects.getState().current
      const reply = await callHost('checkup', { project })
      if (!isCurrent(project)) return
      set({ isChecking: false, ...(reply.ok ? { checkup: reply.value } : {}) })
      if (!reply.ok) showRefusal(reply.error)
    },
    async change(key, value) {
      const project = useProjects.getState().current
      const reply = await callHost('setSetting', { project, key, value })
      if (!reply.ok) return reply.error
      if (isCurrent(project)) set({ settings: reply.value })
      return null
    },
    async setRemote(choice) {
      const { address = null, port = null } = choice ?? {}
      return putAccess(await callHost('setRemote', { on: choice !== null, address, port }))
    },
    setAllowedHosts: async (hosts) => putAccess(await callHost('setAllowedHosts', { hosts })),
    async pair() {
      const reply = await callHost('pair', {})
      if (reply.ok) return reply.value
      showRefusal(reply.error)
      return null
    },
    async revoke(device) {
      const self = useProjects.getState().hello?.self
      const isOwn = self?.kind === 'device' && self.id === device
      const refusal = putAccess(await callHost('revoke', { device }))
      // A device that unpairs itself is disconnected before the answer can arrive.
      if (refusal !== null && !isOwn) showRefusal(refusal)
    },
  }
})

onProjectChange(() => useSettings.setState({ settings: null, checkup: null, isChecking: false }))

/** A paired device may see most settings but change only a few. */
export const useIsDevice = (): boolean => useProjects(({ hello }) => hello?.self.kind === 'device')
