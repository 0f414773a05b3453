import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  BadConfig,
  parseConfig,
  personalConfigPath,
  problemIn,
  readConfigJson,
} from './load-config.ts'
import { isObject, withValue } from './config-keys.ts'
import { realFiles } from '../files/durable-files.ts'
import { isMissing } from '../files/errno.ts'
import { PERSONAL_MODE, preparePersonalFolder } from '../files/personal-folder.ts'
import { NotWritable } from '../project/folders.ts'
import { Turns } from '../runs/turns.ts'

const turns = new Turns()

/**
 * Writes the first valid value to the personal configuration; undefined removes the key. Throws
 * `BadConfig` and `NotWritable`. Returns the file.
 */
export function setPersonal(
  env: NodeJS.ProcessEnv,
  key: string,
  values: unknown[],
): Promise<string> {
  const file = personalConfigPath(env)
  return turns.take(file, async () => {
    const before = readConfigJson(file) ?? {}
    if (!isObject(before)) throw new BadConfig({ file, key: '(file)', allowed: 'a JSON object' })
    const after = firstValid(
      values.map((value) => withValue(before, key.split('.'), value)),
      file,
    )
    await write(file, `${JSON.stringify(after, null, 2)}\n`)
    return file
  })
}

function firstValid(candidates: Record<string, unknown>[], file: string): Record<string, unknown> {
  let problem: BadConfig | null = null
  for (const candidate of candidates) {
    const parsed = parseConfig(candidate)
    if (parsed.success) return candidate
    problem ??= problemIn(file, parsed.error)
  }
  throw problem ?? new Error('a value has at least one reading')
}

/** Follows a link: people keep their configuration in a repository of their own. */
async function write(file: string, text: string): Promise<void> {
  try {
    preparePersonalFolder(dirname(file))
    await realFiles.replace(targetOf(file), text, { mode: PERSONAL_MODE })
  } catch (error) {
    throw new NotWritable(file, error)
  }
}

function targetOf(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if (isMissing(error)) return file
    throw error
  }
}
