import { basename } from 'node:path'
import { realFiles, type DurableFiles } from '../host/files/durable-files.ts'

export interface FileCall {
  kind: 'append' | 'sync' | 'replace'
  file: string
}

/** The real disk behind hooks; a hook that throws simulates a full or failing disk. */
export function observedFiles(
  before: (call: FileCall) => void,
  after: (call: FileCall) => void = () => undefined,
): DurableFiles {
  return {
    openAppend(path, known) {
      const file = basename(path)
      const real = realFiles.openAppend(path, known)
      return {
        write(text) {
          before({ kind: 'append', file })
          real.write(text)
        },
        async sync() {
          before({ kind: 'sync', file })
          await real.sync()
          after({ kind: 'sync', file })
        },
        takeBack: () => real.takeBack(),
        stamp: () => real.stamp(),
        flush: () => real.flush(),
        close: () => real.close(),
      }
    },
    async replace(path, text, replacing) {
      before({ kind: 'replace', file: basename(path) })
      await realFiles.replace(path, text, replacing)
      after({ kind: 'replace', file: basename(path) })
    },
  }
}

export class DiskError extends Error {
  readonly code: 'ENOSPC' | 'EIO'

  constructor(code: 'ENOSPC' | 'EIO') {
    super(code === 'ENOSPC' ? 'no space left on device' : 'input/output error')
    this.code = code
  }
}
