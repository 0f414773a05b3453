import type { Of, Words } from './words.ts'

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1).replace('.0', '')

type FileRejection = Of<
  | 'DOCUMENT_OVERSIZED'
  | 'SPEC_UNREADABLE'
  | 'JOURNAL_UNREADABLE'
  | 'BAD_CONFIG'
  | 'NOT_WRITABLE'
  | 'LINK_REFUSED'
  | 'HOST_FAILED'
>

export function wordsForFiles(rejection: FileRejection): Words {
  switch (rejection.code) {
    case 'DOCUMENT_OVERSIZED':
      return {
        message: `${rejection.file} is ${megabytes(rejection.size)} MB; files over ${megabytes(rejection.limit)} MB are not read`,
        remedy: 'Make it smaller or move some of its content elsewhere, then try again',
      }
    case 'SPEC_UNREADABLE':
    case 'JOURNAL_UNREADABLE':
      return {
        message: `${rejection.file} cannot be read: ${rejection.detail}`,
        remedy: 'It was left untouched. Fix it or restore it from git, then try again',
      }
    case 'BAD_CONFIG':
      return {
        message: `${rejection.file}: ${rejection.key} has an invalid value`,
        remedy: `Allowed: ${rejection.allowed}`,
      }
    case 'NOT_WRITABLE':
      return {
        message: `${rejection.path} cannot be written: ${rejection.detail}`,
        remedy: 'Give yourself write access to it, or remove whatever is in its place',
      }
    case 'LINK_REFUSED':
      return {
        message: `${rejection.path} is a symbolic link, and links are not followed here`,
        remedy: 'Replace it with a real file or folder, then try again',
      }
    case 'HOST_FAILED':
      return {
        message: `System error (${rejection.operation}): ${rejection.detail}`,
        remedy: 'Free up space or fix the cause, then try again',
      }
    default:
      return rejection satisfies never
  }
}
