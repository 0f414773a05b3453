import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Env } from '../agents/drivers/driver.ts'
import { worktreesOf } from '../workspaces/live-folder.ts'
import { isAbsent, readActingFiles, type ActingFile } from './acting-files.ts'
import {
  ABOVE,
  BELOW,
  HERE,
  NAMED_PARTS,
  namedIn,
  ONLY_BESIDE,
  REPOSITORY,
  TEXTS,
} from './acting-paths.ts'
import { digestOf, undecidable } from './file-digests.ts'
import { foldersAround, homeOf } from './folders-around.ts'
import { foldersBelow } from './folders-below.ts'
import { isOpenFolder, strangerWords } from './strangers.ts'

/** Everything that the agents' programs act on when they are started in a folder. */
export interface AgentFiles {
  /** In it and below, with relative paths. */
  inside: ActingFile[]
  /** Elsewhere, with absolute paths. */
  outside: ActingFile[]
}

export function readAgentFiles(dir: string, env: Env): AgentFiles {
  const wanted = HERE.filter((path) => isMeant(dir, path))
  const found = [
    ...withNamed(dir, readActingFiles(dir, wanted)),
    ...below(dir),
    ...around(dir, env),
  ]
  const files = [...new Map(found.map((file) => [file.path, file])).values()]
  return {
    inside: files.filter(({ path }) => !isAbsolute(path)),
    outside: files.filter(({ path }) => isAbsolute(path)),
  }
}

const isMeant = (dir: string, path: string): boolean => {
  const beside = ONLY_BESIDE[path]
  return beside === undefined || !isAbsent(join(dir, beside))
}

function below(dir: string): ActingFile[] {
  const names = new Set(BELOW.map((path) => path.split('/')[0] ?? path))
  const isSkipped = ownWorktrees(dir)
  return [...names].flatMap((name) => {
    const wanted = BELOW.filter((path) => path.startsWith(`${name}/`))
    const { folders, isWhole } = foldersBelow(dir, name, isSkipped)
    const found = readActingFiles(
      dir,
      folders.flatMap((folder) => wanted.map((path) => `${folder}/${path}`)),
    )
    return isWhole ? found : [...found, notAllBelow(wanted.join(', '))]
  })
}

const notAllBelow = (wanted: string): ActingFile => ({
  path: `**/${wanted}`,
  digest: digestOf('too many folders'),
  text: null,
  notes: ['too many folders: not all of them were searched, and what is there takes effect'],
})

const WORKTREES = '.kiro/worktrees/'

/** Each item's worktree is looked at on its own, when an agent is started there. */
function ownWorktrees(dir: string): (path: string) => boolean {
  let known: Set<string> | null = null
  return (path) => {
    if (!path.startsWith(WORKTREES)) return false
    known ??= new Set(worktreesOf({ projectDir: dir }))
    return known.has(join(realpathSync.native(dir), path))
  }
}

function around(dir: string, env: Env): ActingFile[] {
  const { repository, beyond, main } = foldersAround(dir)
  const home = homeOf(env)
  const isWanted = (path: string): boolean => isMeant(dir, path)
  const read = (folder: string, paths: readonly string[], note: string): ActingFile[] => {
    const wanted = folder === home ? paths.filter(isNotPersonal) : paths.filter(isWanted)
    const files = withNamed(folder, readActingFiles(folder, wanted))
    return files.map((file) => outsideOf(folder, file, note))
  }
  return [
    ...repository.flatMap((folder) => read(folder, REPOSITORY, 'in a folder above')),
    ...beyond.flatMap((folder) => read(folder, ABOVE, 'in a folder above')),
    ...[...repository, ...beyond].flatMap(textsOfStrangers),
    ...(main === null ? [] : read(main, IN_MAIN, 'in the main checkout of this worktree')),
  ]
}

const IN_MAIN = REPOSITORY.filter((path) => !ABOVE.includes(path))

/** The other folders and files there are the user's own configuration of the programs. */
const isNotPersonal = (path: string): boolean => /^[^/]+\.jsonc?$/.test(path)

function outsideOf(folder: string, file: ActingFile, note: string): ActingFile {
  const path = resolve(folder, file.path)
  return { ...file, path, notes: [note, ...strangersOf(path), ...file.notes] }
}

function strangersOf(path: string): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat === undefined ? [] : strangerWords(stat)
}

/** Text reaches the model from everywhere; it is asked about where the user did not put it. */
function textsOfStrangers(folder: string): ActingFile[] {
  if (!isOpenFolder(folder)) return []
  return readActingFiles(folder, TEXTS)
    .map((file) => outsideOf(folder, file, 'text for the model, in a folder above'))
    .filter(({ path }) => strangersOf(path).length > 0)
}

/** No configuration names more. */
const MAX_NAMED = 100

/** With what these files have their program load; absolute paths where that is elsewhere. */
const withNamed = (folder: string, files: ActingFile[]): ActingFile[] => [
  ...files,
  ...files.flatMap((file) => {
    const names = new Set(namedIn(file.path, file.text ?? ''))
    if (names.size > MAX_NAMED) return [namesTooMuch(file)]
    const places = [...names].flatMap((name) => [
      resolve(folder, dirname(file.path), name),
      resolve(folder, name),
    ])
    return [...new Set(places)].flatMap((place) => readNamed(folder, place, file.path))
  }),
]

const namesTooMuch = ({ path }: ActingFile): ActingFile => ({
  path: `${path}: files`,
  digest: undecidable(),
  text: null,
  notes: [`it names more than ${MAX_NAMED} files, so it cannot be trusted`],
})

function readNamed(folder: string, place: string, by: string): ActingFile[] {
  const note = `named by ${by}`
  if (isIn(folder, place))
    return readActingFiles(folder, place === folder ? NAMED_PARTS : [relative(folder, place)]).map(
      (file) => ({
        ...file,
        notes: [note, ...file.notes],
      }),
    )
  const [base, paths] = isIn(place, folder)
    ? [place, NAMED_PARTS]
    : [dirname(place), [basename(place)]]
  return readActingFiles(base, paths, note).map((file) => ({
    ...file,
    path: join(base, file.path),
  }))
}

const isIn = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
