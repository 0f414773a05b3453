import { execFileSync } from 'node:child_process'

export interface CraftedEntry {
  mode: '100644' | '120000' | '40000'
  name: string
  /** The text of a file, the target of a link, or what is in a folder. */
  content: string | readonly CraftedEntry[]
}

/** Writes objects that git itself would never make; returns the id of the tree. */
export function craftedTree(repository: string, entries: readonly CraftedEntry[]): string {
  const parts = entries.flatMap(({ mode, name, content }) => {
    const id =
      typeof content === 'string'
        ? write(repository, 'blob', Buffer.from(content))
        : craftedTree(repository, content)
    return [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]
  })
  return write(repository, 'tree', Buffer.concat(parts))
}

const write = (repository: string, type: string, input: Buffer): string =>
  execFileSync('git', ['hash-object', '-t', type, '-w', '--stdin', '--literally'], {
    cwd: repository,
    input,
    encoding: 'utf8',
  }).trim()
