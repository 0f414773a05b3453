import type { WritingGit } from '../../host/git/writing-git.ts'

interface Branch {
  /** The item's work, according to the database. */
  head: string
  /** The commit the branch is at; null when there is no branch. */
  there: string | null
}

/** Trailers of every commit made by a step, an attempt or the page. */
const OURS = ['Sdd-Step', 'Sdd-Attempt', 'Sdd-By']

/** Keeps what people pushed onto the branch since; drops what an outdated attempt left there. */
export async function withPushed(git: WritingGit, { head, there }: Branch): Promise<string> {
  if (there === null || there === head) return head
  const ancestry = await git.run(['merge-base', '--is-ancestor', head, there])
  if (ancestry.code !== 0) return head
  const keys = OURS.map((name) => `key=${name}`).join(',')
  // Commits that a merge brought in from the base are not on the first-parent line.
  const line = ['log', '--first-parent', `--format=%(trailers:${keys})`, `${head}..${there}`]
  return (await git.text(line)).trim() === '' ? there : head
}
