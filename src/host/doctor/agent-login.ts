import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { LoginState } from '../../contracts/views/settings-view.ts'
import type { HomeFile, LoginSigns } from '../../core/agents/descriptor.ts'
import type { Env } from '../agents/drivers/driver.ts'

/** Only checks that variables and files exist: reads no content and runs no program. */
export function loginState(signs: LoginSigns, env: Env): LoginState {
  const isSet = (name: string): boolean => Boolean(env[name])
  const isThere = (file: HomeFile): boolean => existsSync(pathOf(file, env))
  if (signs.keys.some(isSet)) return 'key'
  if (signs.files.some(isThere)) return 'account'
  const otherFiles = signs.otherFiles.filter(
    ({ platform = process.platform }) => platform === process.platform,
  )
  return signs.otherVariables.some(isSet) || otherFiles.some(isThere) ? 'unknown' : 'none'
}

function pathOf({ folder, variable, file }: HomeFile, env: Env): string {
  const named = variable === undefined ? undefined : env[variable]
  return join(named || join(env['HOME'] || homedir(), folder), file)
}
