import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { projectIdSchema } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { Hello, HostInput, HostReply, ProjectInfo } from '../../contracts/rpc.ts'
import { isLocalKey, isSettingKey } from '../../core/settings/setting-table.ts'
import { checkUp } from '../doctor/checkup.ts'
import { errnoOf } from '../files/errno.ts'
import { settingsView } from '../config/host-settings.ts'
import type { Host } from '../host.ts'
import { openSettings } from '../config/open-settings.ts'
import { setPersonal } from '../config/personal-config.ts'
import { outsideWorktrees } from '../project/find-project.ts'
import { foldersOf, isFolder } from '../project/folders.ts'
import type { Caller, HostCalls } from '../server/served.ts'
import { settingsFrom } from '../config/settings.ts'
import { ownCommand } from '../shell/own-command.ts'
import { packageVersion } from '../shell/package-files.ts'
import { guarded } from './guarded.ts'

/** What these calls need to know about the open projects. */
export interface Projects {
  readonly env: NodeJS.ProcessEnv
  readonly hosts: Host[]
  readonly current: Host | null
  readonly recent: string[]
  host(id: ProjectInfo['id'] | null): Host | null
  open(dir: string): Promise<Result<Host, Rejection>>
  announce(type: 'settings-changed'): void
}

/** The calls that are not about a single project. */
export const hostCalls = (projects: Projects): HostCalls => ({
  hello: async (_input, caller) => ok(helloOf(projects, caller)),
  openProject: ({ dir }, caller) =>
    caller.kind === 'device' ? Promise.resolve(LOCAL_ONLY) : openProject(projects, dir),
  closeProject: ({ project }, caller) =>
    caller.kind === 'device' ? Promise.resolve(LOCAL_ONLY) : closeProject(projects, project),
  settings: ({ project }) => readSettings(projects, project),
  setSetting: (input, caller) => setSetting(projects, input, caller),
  checkup: ({ project }) => checkup(projects, project),
  workers: noFleet,
  enrolWorker: noFleet,
  drainWorker: noFleet,
  revokeWorker: noFleet,
})

const noFleet = async () => err<Rejection>({ code: 'NO_FLEET' })

const LOCAL_ONLY = err<Rejection>({ code: 'LOCAL_ONLY' })

const helloOf = ({ hosts, current, recent, env }: Projects, caller: Caller): Hello => ({
  version: packageVersion(),
  projects: hosts.map(({ info }) => info),
  current: current?.info.id ?? null,
  recent,
  command: ownCommand(env),
  self:
    caller.kind === 'device'
      ? { kind: 'device', id: caller.id, name: caller.name }
      : { kind: 'local' },
})

async function openProject(projects: Projects, typed: string): Promise<HostReply<'openProject'>> {
  const dir = folderNamed(typed, projects.env)
  if (dir === null) return err({ code: 'NOT_A_FOLDER', path: typed })
  const opened = await projects.open(dir)
  if (!opened.ok) return opened
  await opened.value.serve()
  return ok(opened.value.info)
}

/** Null for relative paths: clients do not share the host's working folder. */
function folderNamed(typed: string, env: NodeJS.ProcessEnv): string | null {
  const home = env['HOME'] || homedir()
  const path = typed.startsWith('~/') ? join(home, typed.slice(2)) : typed
  if (!isAbsolute(path)) return null
  try {
    return isFolder(path) ? outsideWorktrees(resolve(path)) : null
  } catch (error) {
    if (errnoOf(error) === null) throw error
    return null
  }
}

async function closeProject(
  projects: Projects,
  project: string,
): Promise<HostReply<'closeProject'>> {
  const host = hostNamed(projects, project)
  if (host === null) return err({ code: 'NO_PROJECT', project })
  // Its agents would keep running without anyone seeing them end.
  const [item] = await host.coordinator.live()
  if (item !== undefined) return err({ code: 'ALREADY_EXECUTING', item })
  if (host.isAlone) return err({ code: 'PROJECT_ELSEWHERE', dir: host.info.dir, pid: process.pid })
  await host.close()
  return ok(null)
}

async function readSettings(
  projects: Projects,
  project: string | null,
): Promise<HostReply<'settings'>> {
  if (reloadSettings(projects)) projects.announce('settings-changed')
  return guarded(() => ok(settingsView(dirOf(projects, project), projects.env)))
}

async function setSetting(
  projects: Projects,
  { project, key, value }: HostInput<'setSetting'>,
  caller: Caller,
): Promise<HostReply<'setSetting'>> {
  if (!isSettingKey(key)) return err({ code: 'UNKNOWN_SETTING', key })
  if (isLocalKey(key) && caller.kind === 'device') return LOCAL_ONLY
  return guarded(async () => {
    await setPersonal(projects.env, key, [value ?? undefined])
    reloadSettings(projects)
    projects.announce('settings-changed')
    return ok(settingsView(dirOf(projects, project), projects.env))
  })
}

/** Reloads the settings of all projects; true if any have changed. */
const reloadSettings = ({ hosts }: Projects): boolean =>
  hosts.filter((host) => host.settingsChanged()).length > 0

function checkup(projects: Projects, project: string | null): Promise<HostReply<'checkup'>> {
  const dir = dirOf(projects, project)
  const { env } = projects
  return guarded(async () =>
    ok(
      await checkUp({
        folders: dir === null ? null : foldersOf(dir, env),
        settings: dir === null ? settingsFrom({}) : openSettings(dir, env),
        env,
      }),
    ),
  )
}

const dirOf = (projects: Projects, project: string | null): string | null =>
  (project === null ? projects.current : hostNamed(projects, project))?.info.dir ?? null

function hostNamed(projects: Projects, project: string): Host | null {
  const id = projectIdSchema.safeParse(project)
  return id.success ? projects.host(id.data) : null
}
