import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { readUnlessKnown } from './text-files.ts'

const FILES = ['AGENTS.md', 'CLAUDE.md']
const MAX_BYTES = 100_000

/** A CLI that is kept from the project's settings does not read these either. */
export function projectRules(projectDir: string): string {
  const parts = FILES.flatMap((name) => {
    const file = join(projectDir, name)
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (!stats?.isFile() || stats.size > MAX_BYTES) return []
    return [
      `\n<project-rules path="${name}">\n${readUnlessKnown(file, stats).trim()}\n</project-rules>\n`,
    ]
  })
  return parts.join('')
}
