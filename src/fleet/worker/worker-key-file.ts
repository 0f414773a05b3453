import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { stateFolder } from '../../host/project/state-folder.ts'
import { ENROL_PATH } from '../gateway/protocol.ts'

const keySchema = z.object({ id: z.string(), key: z.string(), name: z.string() })
export type WorkerKey = z.infer<typeof keySchema>

/** Where this computer keeps its identity as a worker of one fleet. */
export function workerFolder(env: NodeJS.ProcessEnv, url: string): string {
  const name = createHash('sha256').update(url).digest('hex').slice(0, 16)
  return join(stateFolder(env), 'workers', name)
}

const fileIn = (folder: string): string => join(folder, 'key.json')

/** Null before it has enrolled. */
export function readKey(folder: string): WorkerKey | null {
  const file = fileIn(folder)
  return existsSync(file) ? keySchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Null when the code is unknown, used up or too old. */
export async function enrolAt(
  url: string,
  { code, name, folder }: { code: string; name: string; folder: string },
): Promise<WorkerKey | null> {
  const response = await fetch(`${url.replace(/\/$/, '')}${ENROL_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name }),
  })
  if (!response.ok) return null
  const key = keySchema.parse({
    ...z
      .object({})
      .loose()
      .parse(await response.json()),
    name,
  })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(fileIn(folder), JSON.stringify(key), { mode: 0o600 })
  return key
}
