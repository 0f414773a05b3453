import type { WritingGit } from '../../host/git/writing-git.ts'

interface Branch {
  /** The item's work, by the database. */
  head: string
  /** What the branch is at; null when there is none. */
  there: string | null
}

/** Of every commit that a step, an attempt or the page has made. */
const OURS = ['Sdd-Step', 'Sdd-Attempt', 'Sdd-By']

/** With what people have pushed onto the branch since; what an attempt left there that is not current is dropped. */
export async function withPushed(git: WritingGit, { head, there }: Branch): Promise<string> {
  if (there === null || there === head) return head
  const ancestry = await git.run(['merge-base', '--is-ancestor', head, there])
  if (ancestry.code !== 0) return head
  const keys = OURS.map((name) => `key=${name}`).join(',')
  // What a merge brought in from the base is not on the line of first parents.
  const line = ['log', '--first-parent', `--format=%(trailers:${keys})`, `${head}..${there}`]
  return (await git.text(line)).trim() === '' ? there : head
}
