import type { RepositoryState } from '../../contracts/views/settings-view.ts'
import type { Words } from './wording.ts'
import { quoted } from '../../host/shell/quoted.ts'

/** What a person should know about git before agents work in the folder; null when all is well. */
export function repositoryWords(state: RepositoryState, dir: string): Words | null {
  switch (state) {
    case 'clean':
      return null
    case 'no-git':
      return {
        message: 'git was not found',
        remedy: 'Install git: without it you cannot see or take back what an agent changed',
      }
    case 'not-a-repository':
      return {
        message: `${dir} is not a git repository`,
        remedy: `Make it one, so that you can see and take back what an agent changes: git init ${quoted(dir)}`,
      }
    case 'no-commit':
      return {
        message: `${dir} has no commit yet`,
        remedy: `Make one, so that you can see what an agent changes: git -C ${quoted(dir)} add --all && git -C ${quoted(dir)} commit -m Start`,
      }
    case 'dirty':
      return {
        message: `${dir} has uncommitted changes`,
        remedy: `Commit or stash them, or the work of agents mixes with them: git -C ${quoted(dir)} status`,
      }
    default:
      return state satisfies never
  }
}
