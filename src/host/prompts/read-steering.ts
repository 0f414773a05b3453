import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SteeringDocument } from '../../core/prompts/prompt-values.ts'
import { refuseLinksOut } from '../files/own-files.ts'
import { readUnlessKnown } from './text-files.ts'

const FOLDER = '.kiro/steering'
const MAX_BYTES = 200_000

/** In the order of their names; what does not fit any more is named instead of shown. */
export function readSteering(projectDir: string): SteeringDocument[] {
  const folder = join(projectDir, FOLDER)
  const documents: SteeringDocument[] = []
  let room = MAX_BYTES
  for (const name of markdownNames(folder)) {
    const file = join(folder, name)
    const stats = lstatSync(file, { throwIfNoEntry: false })
    const path = `${FOLDER}/${name}`
    if (stats?.isFile() && stats.size <= room) {
      room -= stats.size
      documents.push({ path, text: readUnlessKnown(file, stats) })
    } else if (stats?.isFile() || stats?.isSymbolicLink()) {
      // A link may point out of the project: the agent opens it under its own permissions, or not.
      documents.push({ path, text: null })
    }
  }
  return documents
}

function markdownNames(folder: string): string[] {
  // Most projects have none, and this stands in every hand-off: asking is cheaper than an error.
  if (!existsSync(folder)) return []
  refuseLinksOut(folder)
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .toSorted()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
