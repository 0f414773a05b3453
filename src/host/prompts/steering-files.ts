import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs'
import { join, sep } from 'node:path'
import { entriesIn, LinkRefused } from '../files/own-files.ts'

export interface SteeringFile {
  /** Relative to the project. */
  path: string
  file: string
  stats: Stats
}

/** Our own folder first, then those of other tools for the same purpose. */
const STEERING_PLACES = [
  '.kiro/steering',
  '.specify/memory/constitution.md',
  'openspec/project.md',
  'openspec/AGENTS.md',
  '.spec-workflow/steering',
] as const

/** More than any real project has. */
const MAX_FILES = 300
const MAX_DEPTH = 5

/** Sorted by place, then by name. */
export function steeringFiles(projectDir: string): SteeringFile[] {
  const found: SteeringFile[] = []
  for (const place of STEERING_PLACES) {
    // Runs at every hand-off, and most projects have none: a check is cheaper than an error.
    if (!existsSync(join(projectDir, place))) continue
    if (place.endsWith('.md')) addFile(projectDir, place, found)
    else addFolder(projectDir, { path: place, depth: 0 }, found)
  }
  return found
}

function addFile(projectDir: string, path: string, found: SteeringFile[]): void {
  const file = join(projectDir, path)
  refuseFolderOut(projectDir, join(file, '..'))
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats?.isFile() || stats?.isSymbolicLink()) found.push({ path, file, stats })
}

function addFolder(
  projectDir: string,
  { path, depth }: { path: string; depth: number },
  found: SteeringFile[],
): void {
  const folder = join(projectDir, path)
  refuseFolderOut(projectDir, folder)
  if (!lstatSync(folder).isDirectory() && depth > 0) return
  const entries = entriesIn(folder, projectDir)
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (found.length >= MAX_FILES) return
    const inner = `${path}/${entry.name}`
    if (entry.name.endsWith('.md') && !entry.isDirectory()) {
      const file = join(folder, entry.name)
      const stats = lstatSync(file, { throwIfNoEntry: false })
      if (stats?.isFile() || stats?.isSymbolicLink()) found.push({ path: inner, file, stats })
    } else if (entry.isDirectory() && depth < MAX_DEPTH)
      addFolder(projectDir, { path: inner, depth: depth + 1 }, found)
  }
}

function refuseFolderOut(projectDir: string, folder: string): void {
  const real = `${realpathSync.native(folder)}${sep}`
  if (!real.startsWith(`${realpathSync.native(projectDir)}${sep}`)) throw new LinkRefused(folder)
}
