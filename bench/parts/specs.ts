import { appendFileSync, writeFileSync } from 'node:fs'
import { specNamed, type SpecItem } from '../../src/contracts/work-item.ts'
import type { DurableFiles } from '../../src/host/files/durable-files.ts'
import { createItem } from '../../src/host/items/create-item.ts'
import type { ProjectFolders } from '../../src/host/project/folders.ts'

/** Does not sync: specs are prepared outside of any measurement. */
const unsyncedFiles: DurableFiles = {
  openAppend: (path) => ({
    write: (text) => appendFileSync(path, text),
    takeBack: () => undefined,
    stamp: () => '',
    flush: () => undefined,
    sync: () => Promise.resolve(),
    close: () => undefined,
  }),
  replace: async (path, text) => writeFileSync(path, text),
}

export const specName = (index: number): SpecItem =>
  specNamed(`feature-${String(index).padStart(4, '0')}`)

export async function newSpec(at: ProjectFolders, item: SpecItem): Promise<void> {
  const calledBy = { kind: 'auto-execution' } as const
  const about = { description: 'A feature', language: 'en', at: new Date().toISOString() }
  const created = await createItem(at, unsyncedFiles, { item, ...about, calledBy, isQuick: false })
  if (!created.ok) throw new Error(JSON.stringify(created.error))
}
