import type { RepositoryState } from '../../contracts/views/settings-view.ts'
import type { Words } from './rejections/words.ts'
import { quoted } from '../../host/shell/quoted.ts'

/** What you should know about git before agents work in the folder; null when all is well. */
export function repositoryWords(state: RepositoryState, dir: string): Words | null {
  switch (state) {
    case 'clean':
      return null
    case 'no-git':
      return {
        message: 'git was not found',
        remedy: 'Install git to see and undo what an agent changes',
      }
    case 'not-a-repository':
      return {
        message: `${dir} is not a git repository`,
        remedy: `Make it one to see and undo what an agent changes: git init ${quoted(dir)}`,
      }
    case 'unusable':
      return {
        message: `git cannot be used in ${dir}: its .git leads elsewhere, contains links or pipes, belongs to another user, or git does not answer`,
        remedy: `Put a plain repository there; pipes are listed by: find ${quoted(dir)} -type p`,
      }
    case 'no-commit':
      return {
        message: `${dir} has no commit yet`,
        remedy: `Make a commit to see what an agent changes: git -C ${quoted(dir)} add --all && git -C ${quoted(dir)} commit -m Start`,
      }
    case 'dirty':
      return {
        message: `${dir} has uncommitted changes`,
        remedy: `Commit or stash them, so they do not mix with the agents' changes: git -C ${quoted(dir)} status`,
      }
    default:
      return state satisfies never
  }
}
