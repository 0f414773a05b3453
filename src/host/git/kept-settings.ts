import { lstatSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { configText, lastOf, type ConfigEntry } from './config-text.ts'

/**
 * The settings of a repository's own configuration that the host's git gets to see. They say how
 * files are stored and compared. None of them names a program, a path or an address, and whatever
 * is not listed here does not exist for the host's git: also what a newer git will read.
 */
const KEPT: ReadonlySet<string> = new Set(
  `
  author.email author.name committer.email committer.name user.email user.name
  core.abbrev core.autocrlf core.bigfilethreshold core.checkroundtripencoding core.checkstat
  core.commentchar core.commitgraph core.compression core.deltabasecachelimit core.eol
  core.filemode core.filesreflocktimeout core.fsync core.fsyncmethod core.fsyncobjectfiles
  core.hidedotfiles core.ignorecase core.ignorestat core.logallrefupdates core.loosecompression
  core.multipackindex core.packedgitlimit core.packedgitwindowsize core.packedrefstimeout
  core.precomposeunicode core.preloadindex core.protecthfs core.protectntfs core.quotepath
  core.sharedrepository core.sparsecheckout core.sparsecheckoutcone core.splitindex core.symlinks core.trustctime core.untrackedcache
  core.usereplacerefs core.whitespace
  diff.algorithm diff.indentheuristic diff.renamelimit diff.renames
  i18n.commitencoding
  index.recordendofindexentries index.recordoffsettable index.skiphash index.sparse index.threads
  index.version
  merge.conflictstyle merge.directoryrenames merge.renamelimit merge.renames
  sparse.expectfilesoutsideofpatterns
  `
    .trim()
    .split(/\s+/),
)

/** Files of patterns, read and never shown. Without them private files would be committed. */
const PATTERN_FILES: ReadonlySet<string> = new Set(['core.attributesfile', 'core.excludesfile'])

/** What tells how the repository is stored. Git refuses to work where it does not know one. */
const EXTENSIONS: Readonly<Record<string, RegExp>> = {
  compatobjectformat: /^(?:sha1|sha256)$/,
  noop: /^/,
  'noop-v1': /^/,
  objectformat: /^(?:sha1|sha256)$/,
  partialclone: /^[\w.-]+$/,
  preciousobjects: /^/,
  refstorage: /^(?:files|reftable)$/,
  relativeworktrees: /^/,
  // Where submodules are kept: nothing looks into them.
  submodulepathconfig: /^/,
  // Read by the host itself, with the same restrictions.
  worktreeconfig: /^/,
}

const NOT_PASSED: ReadonlySet<string> = new Set(['submodulepathconfig', 'worktreeconfig'])

/** `origin` and the like: never something that is also an address. */
const REMOTE_NAME = /^\w[\w.-]*$/

interface Read {
  entries: readonly ConfigEntry[]
  /** Relative paths of a configuration start there. */
  dir: string
  env: NodeJS.ProcessEnv
}

/** The configuration that git gets in place of the repository's own. */
export function keptSettings(read: Read, isBare: boolean): string {
  const kept = read.entries.flatMap((entry) => keptEntry(entry, read, isBare))
  const own: ConfigEntry[] = [
    ...kept,
    entryOf('core', 'bare', String(isBare)),
    entryOf('core', 'repositoryformatversion', String(formatOf(read.entries))),
  ]
  return configText(own)
}

const entryOf = (section: string, key: string, value: string): ConfigEntry => ({
  section,
  sub: null,
  key,
  value,
})

function keptEntry(entry: ConfigEntry, { dir, env }: Read, isBare: boolean): ConfigEntry[] {
  const { section, sub, key, value } = entry
  const name = `${section}.${key}`
  if (sub === null && KEPT.has(name)) return [entry]
  if (sub === null && PATTERN_FILES.has(name) && value !== null) {
    const path = expanded(value, dir, env)
    return isPlainFile(path) ? [{ ...entry, value: path }] : []
  }
  if (section === 'extensions')
    return !NOT_PASSED.has(key) && EXTENSIONS[key]?.test(value ?? 'true') === true ? [entry] : []
  // A mirror is told its address with every command.
  if (isBare || section !== 'remote' || sub === null || !REMOTE_NAME.test(sub)) return []
  return key === 'url' || key === 'promisor' ? [entry] : []
}

const formatOf = (entries: readonly ConfigEntry[]): number =>
  Number(lastOf(entries, 'core.repositoryformatversion') ?? 0)

/** An extension that the host does not know, or null. Git itself ignores them in format 0. */
export function unknownExtension(entries: readonly ConfigEntry[]): string | null {
  if (formatOf(entries) === 0) return null
  const found = entries.find(
    ({ section, key, value }) =>
      section === 'extensions' && EXTENSIONS[key]?.test(value ?? 'true') !== true,
  )
  return found === undefined ? null : `${found.key}=${found.value ?? 'true'}`
}

/** The merge drivers that the repository itself names. */
export const mergeDrivers = (entries: readonly ConfigEntry[]): string[] =>
  entries.flatMap(({ section, sub, key }) =>
    section === 'merge' && sub !== null && key === 'driver' ? [sub] : [],
  )

function expanded(path: string, dir: string, env: NodeJS.ProcessEnv): string {
  if (path.startsWith('~/')) return join(env['HOME'] || homedir(), path.slice(2))
  return isAbsolute(path) ? path : resolve(dir, path)
}

/** Git would wait for ever at a pipe. */
function isPlainFile(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
