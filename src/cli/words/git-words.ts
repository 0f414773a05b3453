import type { Rejection } from '../../contracts/rejections.ts'

type GitRejection = Extract<
  Rejection,
  { code: 'CODE_BEGUN' | 'NO_SAVED_WORK' | 'FOLDER_NOT_EMPTY' | 'GIT_REFUSED' }
>

export function wordsForGit(
  rejection: GitRejection,
  typed: (...words: string[]) => string,
): { message: string; remedy: string } {
  switch (rejection.code) {
    case 'CODE_BEGUN': {
      const where = rejection.workspace === 'worktree' ? 'its worktree' : 'your checkout'
      return {
        message: `Code of ${rejection.item.name} was already begun in ${where}, and stays there`,
        remedy: 'Deploy it first; then you can choose again',
      }
    }
    case 'NO_SAVED_WORK':
      return {
        message: `There is no saved work ${rejection.ref}`,
        remedy: `See what there is: ${typed('saved')}`,
      }
    case 'FOLDER_NOT_EMPTY':
      return {
        message: `${rejection.path} is not empty`,
        remedy: 'Name a folder that does not exist yet',
      }
    case 'GIT_REFUSED':
      return {
        message: `Git cannot do this: ${rejection.detail}`,
        remedy: 'Do that and try again, or run without a worktree (--no-worktree)',
      }
    default:
      return rejection satisfies never
  }
}
