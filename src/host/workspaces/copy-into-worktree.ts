import { folderOf } from '../../core/formats/item-place.ts'
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  type Dirent,
} from 'node:fs'
import { dirname, isAbsolute, join, normalize, sep } from 'node:path'
import { LinkRefused, refuseLinks, refuseLinksOut } from '../files/own-files.ts'
import { Found } from './findings.ts'
import { isHostFile, type GitWorld, type WorktreePlace } from './git-context.ts'

interface Documents {
  /** Relative to the top. */
  tracked: string[]
  /** Ignored by git: copied and never committed. */
  ignored: string[]
}

/** The item's own files in the checkout, without the host's. */
export async function documentsOf({ repository, item }: GitWorld): Promise<Documents> {
  const { git, top } = repository
  const all = filesBelow(top, folderOf(item)).filter((path) => !isHostFile(path))
  if (all.length === 0) return { tracked: [], ignored: [] }
  const input = all.map((path) => `${path}\0`).join('')
  // Exit code 1 means that none of them is ignored.
  const { out } = await git.run(['check-ignore', '-z', '--stdin'], { input, cwd: top })
  const ignored = new Set(out.toString('utf8').split('\0').slice(0, -1))
  return {
    tracked: all.filter((path) => !ignored.has(path)),
    ignored: all.filter((path) => ignored.has(path)),
  }
}

/** Only plain files: a link would lead the agent to its target. */
export function filesBelow(top: string, folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(join(top, folder), { withFileTypes: true })
  } catch {
    return []
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(top, path)
    return entry.isFile() && !entry.name.endsWith('.tmp') ? [path] : []
  })
}

/** Copies the documents that no commit can contain. */
export async function copyDocuments(world: GitWorld, { path }: WorktreePlace): Promise<void> {
  const { ignored } = await documentsOf(world)
  for (const file of ignored) copyNew(join(world.repository.top, file), join(path, file))
}

/** Copies files that git ignores but the user wants in each worktree, such as `.env`. */
export function copyIgnoredFiles({ settings, folders }: GitWorld, { path }: WorktreePlace): void {
  for (const name of settings.copy) {
    const from = join(folders.projectDir, name)
    if (isAbsolute(name) || normalize(name).split(sep)[0] === '..')
      throw new Found({ problem: 'copy-outside', values: { name, dir: folders.projectDir } })
    refuseLinksOut(from)
    const stat = lstatSync(from, { throwIfNoEntry: false })
    if (stat === undefined) continue
    refuseLinksOn(path, dirname(name))
    if (stat.isDirectory()) copyFolder(from, join(path, name))
    else if (stat.isFile()) copyNew(from, join(path, name))
  }
}

/** The branch may contain links, and the worktree may be outside of every project. */
function refuseLinksOn(worktree: string, way: string): void {
  let part = worktree
  for (const name of normalize(way).split(sep)) {
    part = join(part, name)
    if (isLink(part)) throw new LinkRefused(part)
  }
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Existing files stay. */
function copyFolder(from: string, to: string): void {
  const filter = (source: string, target: string): boolean => {
    if (isLink(target) && lstatSync(source).isDirectory()) throw new LinkRefused(target)
    return true
  }
  cpSync(from, to, { recursive: true, force: false, verbatimSymlinks: true, filter })
}

/** Existing files stay. */
function copyNew(from: string, to: string): void {
  if (existsSync(to)) return
  refuseLinks(dirname(to))
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to, constants.COPYFILE_EXCL)
}
