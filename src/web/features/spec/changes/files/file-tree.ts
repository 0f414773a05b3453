import type { ChangedFile } from '../../../../../contracts/views/changes.ts'

export type TreeNode =
  | { kind: 'folder'; key: string; name: string; level: number; count: number }
  | { kind: 'file'; key: string; name: string; level: number; file: ChangedFile }

interface Folder {
  folders: Map<string, Folder>
  files: ChangedFile[]
}

/**
 * The files as a tree, one line each, folders before files. A folder that contains only one other
 * folder shares its line. The contents of closed folders are left out.
 */
export function treeOf(
  files: readonly ChangedFile[],
  { closed, within = '' }: { closed: ReadonlySet<string>; within?: string },
): TreeNode[] {
  const root: Folder = { folders: new Map(), files: [] }
  for (const file of files) folderOf(root, file.path).files.push(file)
  const nodes: TreeNode[] = []
  list(root, { path: within, level: 0, closed, nodes })
  return nodes
}

function folderOf(root: Folder, path: string): Folder {
  let folder = root
  for (const name of path.split('/').slice(0, -1)) {
    const next = folder.folders.get(name) ?? { folders: new Map(), files: [] }
    folder.folders.set(name, next)
    folder = next
  }
  return folder
}

interface Listing {
  path: string
  level: number
  closed: ReadonlySet<string>
  nodes: TreeNode[]
}

function list(folder: Folder, { path, level, closed, nodes }: Listing): void {
  for (const [first, child] of [...folder.folders].toSorted(byName)) {
    let name = first
    let inner = child
    for (let only = onlyFolder(inner); only !== null; only = onlyFolder(inner)) {
      name = `${name}/${only[0]}`
      inner = only[1]
    }
    const key = `${path}/${name}`
    nodes.push({ kind: 'folder', key, name, level, count: filesIn(inner) })
    if (!closed.has(key)) list(inner, { path: key, level: level + 1, closed, nodes })
  }
  for (const file of folder.files) {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    nodes.push({ kind: 'file', key: `${path}/${name}`, name, level, file })
  }
}

/** Code comes first: the documents have their own tab. */
const byName = ([a]: [string, Folder], [b]: [string, Folder]): number =>
  Number(a === '.kiro') - Number(b === '.kiro') || (a < b ? -1 : a > b ? 1 : 0)

function onlyFolder({ folders, files }: Folder): [string, Folder] | null {
  const [first] = folders
  return files.length === 0 && folders.size === 1 && first !== undefined ? first : null
}

function filesIn({ folders, files }: Folder): number {
  let count = files.length
  for (const folder of folders.values()) count += filesIn(folder)
  return count
}

export const matching = (files: readonly ChangedFile[], query: string): readonly ChangedFile[] => {
  const sought = query.trim().toLowerCase()
  return sought === ''
    ? files
    : files.filter(({ path, from }) => `${path}\n${from ?? ''}`.toLowerCase().includes(sought))
}
