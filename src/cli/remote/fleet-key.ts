import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ROLES } from '../../contracts/roles.ts'
import { stateFolder } from '../../host/project/state-folder.ts'

const keySchema = z.object({ key: z.string(), name: z.string(), role: z.enum(ROLES) })
type FleetKey = z.infer<typeof keySchema>

/** Without slashes at its end: both spellings mean the same fleet. */
export const plainUrl = (url: string): string => url.replace(/\/+$/, '')

function fileOf(env: NodeJS.ProcessEnv, url: string): string {
  const name = createHash('sha256').update(plainUrl(url)).digest('hex').slice(0, 16)
  return join(stateFolder(env), 'fleets', `${name}.json`)
}

/** Null if this person is not paired with that fleet. */
export function readFleetKey(env: NodeJS.ProcessEnv, url: string): FleetKey | null {
  const file = fileOf(env, url)
  return existsSync(file) ? keySchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Null when the code is unknown, used up or too old. */
export async function pairWith(
  env: NodeJS.ProcessEnv,
  url: string,
  code: string,
): Promise<FleetKey | null> {
  const response = await fetch(`${plainUrl(url)}/pair-terminal`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  if (!response.ok) return null
  const key = keySchema.parse(await response.json())
  const file = fileOf(env, url)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(key), { mode: 0o600 })
  return key
}
