import { documentRootsBeside } from '../../core/formats/layouts.ts'
import { folderOf } from '../../core/formats/item-place.ts'
import type { GitAct, GitResult } from '../../contracts/host-steps.ts'
import { commitPaths, dirtyNow, followPaths } from '../git/commit-checkout.ts'
import { withTrailers } from '../git/commit-work.ts'
import { baseOf } from '../git/repository.ts'
import { CheckoutNote } from './deploy/checkout-note.ts'
import { codeOfCheckout } from './record.ts'
import { Found, ofBase } from './findings.ts'
import { trailersOf, WITHOUT_HOST_FILES, type GitWorld } from './git-context.ts'

/** Commits what the runs of this item changed in the user's own checkout. */
export async function commitRun(
  world: GitWorld,
  { message, tree = null }: Extract<GitAct, { type: 'commit-checkout' }>,
): Promise<GitResult> {
  const { repository, item, stepId } = world
  const { git, top, prefix } = repository
  const base = await baseOf(git, null)
  if ('problem' in base) throw new Found(ofBase(base))
  const done = await commitOf(world)
  if (done !== null) return done
  const note = new CheckoutNote(world).read()
  if (note === null)
    throw new Found({ problem: 'unknown-before', values: { top, name: item.name } })
  if (tree !== null && (await codeOfCheckout(world)) !== tree)
    throw new Found({ problem: 'changed-since-verified', values: { top } })
  const now = Object.keys((await dirtyNow(git, { top, without: WITHOUT_HOST_FILES })) ?? {})
  const own = `${prefix}${folderOf(item)}/`
  const isDocument = (path: string): boolean =>
    documentRootsBeside(item).some((root) => path.startsWith(`${prefix}${root}/`))
  const paths = now.filter(
    (path) => path.startsWith(own) || (!(path in note.dirty) && !isDocument(path)),
  )
  const commit = await commitPaths(git, {
    top,
    branch: base.branch,
    paths,
    message: withTrailers(message, trailersOf({ item, stepId })),
  })
  new CheckoutNote(world).remove()
  return { type: 'committed', commit }
}

/** The result of this same act if it was interrupted after its commit. */
async function commitOf({ repository, stepId }: GitWorld): Promise<GitResult | null> {
  const { git, top } = repository
  const format = '--format=%(trailers:key=Sdd-Step,valueonly)'
  if ((await git.text(['log', '-1', format, 'HEAD'])).trim() !== stepId) return null
  const commit = await git.text(['rev-parse', 'HEAD'])
  const plain = ['-r', '--root', '--no-commit-id', '--no-renames', '--name-only', '-z']
  await followPaths(git, top, await git.lines(['diff-tree', ...plain, 'HEAD']))
  return { type: 'committed', commit }
}
