import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { readUnlessKnown } from './text-files.ts'

const FILES = ['AGENTS.md', 'CLAUDE.md']
const MAX_BYTES = 100_000

/** A CLI that may not read the project's settings does not read these files either. */
export const projectRules = (projectDir: string): string =>
  found(projectDir)
    .map(({ name, file, stats }) => {
      const text = readUnlessKnown(file, stats, projectDir).trim()
      return `\n<project-rules path="${name}">\n${text}\n</project-rules>\n`
    })
    .join('')

/** The names of the rule files that exist. */
export const ruleFiles = (projectDir: string): string[] => found(projectDir).map(({ name }) => name)

function found(projectDir: string): { name: string; file: string; stats: Stats }[] {
  return FILES.flatMap((name) => {
    const file = join(projectDir, name)
    const stats = lstatSync(file, { throwIfNoEntry: false })
    return stats?.isFile() && stats.size <= MAX_BYTES ? [{ name, file, stats }] : []
  })
}
