import { openHost } from '../../src/host/main.ts'
import { foldersOf } from '../../src/host/project/folders.ts'
import { settingsFrom } from '../../src/host/config/settings.ts'

/** Starts a host, waits for its first answer, and closes it. */
export async function startOnce(projectDir: string, specs: number): Promise<void> {
  const env = { PATH: process.env['PATH'], XDG_STATE_HOME: projectDir }
  const folders = foldersOf(projectDir, env)
  const host = await openHost({ folders, settings: settingsFrom({}), env })
  if (host === null) throw new Error('another host is alive')
  const status = await host.call('status', { item: null })
  if (!status.ok || status.value.length !== specs) throw new Error('not all specs are shown')
  await host.close()
}
