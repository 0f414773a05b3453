import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { AGENT_PHASES } from '../../contracts/phases.ts'
import { AGENTS } from '../../core/agents/agent-table.ts'
import { errnoOf, isMissing } from '../files/errno.ts'

/** A file of the project that changes what an agent's program or this program does. */
export interface ActingFile {
  /** Relative to the project. */
  path: string
  digest: string
  /** Null when it is a link, too large or cannot be read. */
  text: string | null
  /** Set for a folder with too many files: how many of them were not read. */
  unread?: number
}

/** Files, or folders with everything in them. */
export const AGENT_PATHS = [...AGENTS.flatMap(({ projectFiles }) => projectFiles), '.agents']

const PROMPT_NAMES = [...AGENT_PHASES, 'instructions', 'nudge'].map((name) => `${name}.md`)

/** The folder of parts for the prompts of every phase; each phase also has its own folder. */
export const PARTS_OF_ALL = 'all'

/** The second is where Kiro keeps its own prompts, and where earlier versions kept ours. */
export const PROMPT_FOLDERS = ['.kiro/sdd/prompts', '.kiro/prompts'] as const

export const PROMPT_PATHS = [
  ...PROMPT_FOLDERS.flatMap((folder) => PROMPT_NAMES.map((name) => `${folder}/${name}`)),
  ...[PARTS_OF_ALL, ...AGENT_PHASES].map((name) => `${PROMPT_FOLDERS[0]}/${name}`),
]

/** Installed by the agents' programs beside their plugins. */
const INSTALLED = new Set(['node_modules', '.gitignore', 'bun.lock', 'package-lock.json'])

/** No configuration is larger: of files beyond this, only a change is noticed. */
const MAX_FILES = 5000
const MAX_BYTES = 4 * 1024 * 1024

export function readActingFiles(projectDir: string, paths: readonly string[]): ActingFile[] {
  const found: ActingFile[] = []
  const missing = new Map<string, boolean>()
  const isMissingFolder = (folder: string): boolean => {
    const known = missing.get(folder) ?? isAbsent(join(projectDir, folder))
    missing.set(folder, known)
    return known
  }
  // Runs at every hand-off, and most projects have none of them: checks folder by folder.
  for (const path of paths) {
    if (isMissingFolder(dirname(path))) continue
    const unread: string[] = []
    collect({ projectDir, found, unread }, path)
    if (unread.length > 0)
      found.push({ path, text: null, digest: digestOf(unread.join('\0')), unread: unread.length })
  }
  return found
}

/** Also false if the system does not say: then each of its files is looked for. */
function isAbsent(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

interface Collected {
  projectDir: string
  found: ActingFile[]
  /** Beyond the limit: what shows that a file was changed. */
  unread: string[]
}

function collect(collected: Collected, path: string): void {
  const { projectDir, found, unread } = collected
  const isFull = found.length >= MAX_FILES
  const full = join(projectDir, path)
  try {
    const stat = lstatSync(full, { throwIfNoEntry: false })
    if (stat === undefined) return
    if (stat.isDirectory()) {
      const names = readdirSync(full).toSorted()
      for (const name of names) if (!INSTALLED.has(name)) collect(collected, `${path}/${name}`)
    } else if (isFull) unread.push(`${path}\0${marksOf(stat)}`)
    else found.push(readOne(full, path))
  } catch (error) {
    if (isMissing(error) || errnoOf(error) === 'ENOTDIR') return
    const problem = `unreadable ${errnoOf(error)}`
    if (isFull) unread.push(`${path}\0${problem}`)
    else found.push({ path, text: null, digest: digestOf(problem) })
  }
}

/** Nobody can set the time of the last change back. */
const marksOf = ({ mode, ino, size, ctimeMs }: Stats): string => `${mode} ${ino} ${size} ${ctimeMs}`

/** A link counts as itself, wherever it leads: its target may change without us seeing it. */
function readOne(full: string, path: string): ActingFile {
  const stat = lstatSync(full)
  if (!stat.isFile() || stat.size > MAX_BYTES)
    return { path, text: null, digest: digestOf(`${stat.mode} ${stat.ino} ${stat.mtimeMs}`) }
  const fd = openSync(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!fstatSync(fd).isFile()) return { path, text: null, digest: digestOf('not a file') }
    const bytes = readFileSync(fd)
    return { path, text: bytes.toString('utf8'), digest: digestOf(bytes) }
  } finally {
    closeSync(fd)
  }
}

export const digestOf = (content: string | Buffer): string => hash('sha256', content, 'hex')
