import { type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { SteeringDocument } from '../../core/prompts/steering-text.ts'
import { entriesIn, LinkRefused } from '../files/own-files.ts'
import { readSteering } from '../prompts/read-steering.ts'

/** The steering documents that agents get, or the path of a link that blocks every launch. */
export function findSteering(projectDir: string): SteeringDocument[] | { refused: string } {
  try {
    return readSteering(projectDir)
  } catch (error) {
    if (error instanceof LinkRefused) return { refused: error.path }
    throw error
  }
}

/** Files of Kiro that have no effect here: its hooks, settings and servers. */
export function unusedKiroFiles(projectDir: string): string[] {
  return [
    ...filesIn(projectDir, '.kiro/hooks', /./),
    ...filesIn(projectDir, '.kiro/settings', /\.json$/),
  ]
}

function filesIn(projectDir: string, folder: string, names: RegExp): string[] {
  return entriesOf(join(projectDir, folder))
    .filter((entry) => !entry.isDirectory() && names.test(entry.name))
    .map(({ name }) => `${folder}/${name}`)
    .toSorted()
}

function entriesOf(folder: string): Dirent[] {
  try {
    return entriesIn(folder)
  } catch {
    return []
  }
}
