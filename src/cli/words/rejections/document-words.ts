import { join } from 'node:path'
import type { Project } from '../../project.ts'
import type { Of, Words } from './words.ts'

type DocumentRejection = Of<
  'NO_DOCUMENT' | 'DOCUMENT_CHANGED' | 'DOCUMENT_TOO_LARGE' | 'NO_COMMENT' | 'NOT_IN_ARCHIVE'
>

export function wordsForDocuments(rejection: DocumentRejection, { folders }: Project): Words {
  switch (rejection.code) {
    case 'NO_DOCUMENT':
      return {
        message: `${rejection.item.name} has no document ${rejection.document}`,
        remedy: 'It must be a regular file in the folder of the spec, not a link',
      }
    case 'DOCUMENT_CHANGED':
      return {
        message: `${rejection.document} of ${rejection.item.name} has changed since you opened it`,
        remedy: 'Reload it, apply your changes again, and save',
      }
    case 'DOCUMENT_TOO_LARGE':
      return {
        message: `${rejection.document} is larger than ${Math.floor(rejection.limit / 1024)} KB`,
        remedy: 'Edit it with your own editor',
      }
    case 'NO_COMMENT':
      return { message: `There is no comment ${rejection.id}`, remedy: 'It was already deleted' }
    case 'NOT_IN_ARCHIVE':
      return {
        message: `There is no archived or deleted spec ${rejection.id}`,
        remedy: `It was already restored or deleted. See ${folders.archiveDir} and ${join(folders.runtimeDir, 'trash')}`,
      }
    default:
      return rejection satisfies never
  }
}
