import type { Patch } from '../../contracts/views/changes.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { RpcInput } from '../../contracts/rpc.ts'
import type { Git, GitOutput } from '../git/run-git.ts'
import { itemExists } from '../project/folders.ts'
import { EXCLUDED, FLAGS, openGit, refusing, untrackedFiles } from './changes-git.ts'
import { treeOf, type ChangesPlace } from './read-changes.ts'

const AT_ONCE = 4
/** A page cannot handle more in one answer; it asks again for the rest. */
const MAX_ANSWER = 8 * 1024 * 1024

type PatchFile = RpcInput<'patches'>['files'][number]

/** The patches of changed files, as git prints them. */
export async function readPatches(
  place: ChangesPlace,
  asked: RpcInput<'patches'>,
): Promise<Result<Patch[], Rejection>> {
  const { item } = asked
  if (!itemExists(place.folders, item)) return err({ code: 'NOT_FOUND', item })
  const { dir } = treeOf(place, item)
  return refusing(dir, async () => ok(await patchesIn(dir, place.env, asked)))
}

async function patchesIn(
  dir: string,
  env: NodeJS.ProcessEnv,
  { base, files }: RpcInput<'patches'>,
): Promise<Patch[]> {
  const git = await openGit(dir, env)
  if (typeof git === 'string') return []
  const untracked = new Set(
    await untrackedFiles(
      git,
      files.map(({ path }) => literal(path)),
    ),
  )
  // Only paths that git itself lists: any other could be a private file of the user.
  const read = (file: PatchFile): Promise<Patch> =>
    untracked.has(file.path) ? newPatch(git, file.path) : patchSince(git, [base], file)
  return readInParts(files, read)
}

/** Reads files until the answer is full. */
export async function readInParts(
  files: readonly PatchFile[],
  read: (file: PatchFile) => Promise<Patch>,
): Promise<Patch[]> {
  const patches: Patch[] = []
  let size = 0
  for (let at = 0; at < files.length && size < MAX_ANSWER; at += AT_ONCE) {
    const some = await Promise.all(files.slice(at, at + AT_ONCE).map(read))
    patches.push(...some)
    size += some.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
  }
  return patches
}

const literal = (path: string): string => `:(literal)${path}`

/** The changes since one commit, or from the first to the second. */
export async function patchSince(
  git: Git,
  commits: readonly string[],
  { path, from }: PatchFile,
): Promise<Patch> {
  const paths = [path, ...(from === null ? [] : [from])].map(literal)
  return patchOf(path, await git('diff', ...FLAGS, '-M', ...commits, '--', ...paths, ...EXCLUDED))
}

async function newPatch(git: Git, path: string): Promise<Patch> {
  const args = ['--no-ext-diff', '--no-color', '--no-textconv', '--no-index']
  const printed = await git('diff', ...args, '--', '/dev/null', path)
  // Exit code 1 means that they differ.
  return patchOf(path, printed.code === 1 ? { ...printed, code: 0 } : printed)
}

/** Drops a truncated last line: it would show a line that is in no file. */
function patchOf(path: string, { code, text, truncated }: GitOutput): Patch {
  if (code !== 0 || text === '') return { path, text: null, isCut: false }
  return {
    path,
    text: truncated ? text.slice(0, text.lastIndexOf('\n') + 1) : text,
    isCut: truncated,
  }
}
