import type { ChangedFile } from '../../contracts/views/changes.ts'

export const changedFile = (path: string, changes: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  from: null,
  status: 'modified',
  kind: 'text',
  added: 1,
  removed: 1,
  mode: null,
  version: '1',
  owner: { by: 'item' },
  isShared: false,
  ...changes,
})
