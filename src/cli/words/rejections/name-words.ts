import { isNewName } from '../../../contracts/work-item.ts'
import { shortened } from '../../../core/words/shortened.ts'
import { itemDirOf, listBugs, listSpecs } from '../../../host/project/folders.ts'
import type { Project } from '../../project.ts'
import { didYouMean } from '../commands/closest.ts'
import type { Of, Words } from './words.ts'

export function wordsForName(
  rejection: Of<'BAD_NAME' | 'NOT_FOUND' | 'ALREADY_EXISTS'>,
  { typed, folders, place }: Project,
): Words {
  switch (rejection.code) {
    case 'BAD_NAME':
      return {
        message: `"${shortened(rejection.name, 120)}" is not a valid ${rejection.kind === 'bug' ? 'bug' : 'feature'} name`,
        remedy: `Use lowercase letters, digits and dashes, starting with a letter or digit, at most 100 characters, for example ${rejection.kind === 'bug' ? 'double-charge' : 'user-login'}`,
      }
    case 'NOT_FOUND':
      return {
        message: `There is no ${rejection.item.kind} ${rejection.item.name} in ${place}`,
        remedy: `${didYouMean(
          rejection.item.name,
          (rejection.item.kind === 'bug' ? listBugs : listSpecs)(folders).map(({ name }) => name),
        )}List all ${rejection.item.kind}s: ${typed('status')}${isNewName(rejection.item.name) ? `. Create it: ${typed('new', rejection.item.name, '--description', 'TEXT')}` : ''}`,
      }
    case 'ALREADY_EXISTS':
      return {
        message: `${itemDirOf(folders, rejection.item)} already exists`,
        remedy: `Choose another name, or run it: ${typed('run', rejection.item.name)}`,
      }
    default:
      return rejection satisfies never
  }
}
