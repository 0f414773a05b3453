import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { DurableFiles } from '../files/durable-files.ts'
import { errnoOf } from '../files/errno.ts'
import { PERSONAL_MODE, preparePersonalFolder } from '../files/personal-folder.ts'
import { stateFolder } from './state-folder.ts'

const MAX_RECENT = 20
const recentSchema = z.object({ folders: z.array(z.string()) })

export function recentFile(env: NodeJS.ProcessEnv): string {
  return join(stateFolder(env), 'recent.json')
}

/** Newest first; an unreadable file counts as empty, since it is only a convenience. */
export function readRecent(file: string): string[] {
  try {
    const parsed = recentSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.data.folders.slice(0, MAX_RECENT) : []
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) !== null) return []
    throw error
  }
}

export async function noteRecent(files: DurableFiles, file: string, dir: string): Promise<void> {
  const folders = [dir, ...readRecent(file).filter((other) => other !== dir)].slice(0, MAX_RECENT)
  preparePersonalFolder(dirname(file))
  const text = `${JSON.stringify({ folders }, null, 2)}\n`
  await files.replace(file, text, { mode: PERSONAL_MODE })
}
