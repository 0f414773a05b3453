import { create } from 'zustand'
import { MAX_PATCHES } from '../../../../contracts/views/call-limits.ts'
import type { ChangedFile, Patch } from '../../../../contracts/views/changes.ts'
import { itemKey, type WorkItem } from '../../../../contracts/work-item.ts'
import { callProject, type Refusal } from '../../../app/live.ts'
import { currentProject } from '../../projects/projects-store.ts'

interface PatchesState {
  /** By item, file and version; refused ones are retried when requested again. */
  patches: ReadonlyMap<string, Patch | Refusal>
  load(item: WorkItem, base: string, files: readonly ChangedFile[]): Promise<void>
  /** Drops the patches of other versions and items. */
  keep(item: WorkItem, base: string, files: readonly ChangedFile[]): void
}

const asked = new Set<string>()

/** The diffs of files that were opened or searched. */
export const usePatches = create<PatchesState>()((set, get) => ({
  patches: new Map(),
  async load(item, base, files) {
    const project = currentProject()
    // Requested in batches, so that a file opened meanwhile does not wait for the whole search.
    for (;;) {
      const some = files
        .filter((file) => isWanted(get().patches, patchKey(item, base, file)))
        .slice(0, MAX_PATCHES)
      if (some.length === 0) return
      const keys = some.map((file) => patchKey(item, base, file))
      for (const key of keys) asked.add(key)
      try {
        const input = { item, base, files: some.map(({ path, from }) => ({ path, from })) }
        const reply = await callProject(project, 'patches', input)
        const answers = reply.ok ? reply.value : some.map(() => reply.error)
        // Without this, a host that sends nothing more would be asked forever.
        const isEnd = answers.length === 0
        const found = some.flatMap((file, at): [string, Patch | Refusal][] => {
          const answer = isEnd ? { path: file.path, text: null, isCut: false } : answers[at]
          return answer === undefined ? [] : [[patchKey(item, base, file), answer]]
        })
        set(({ patches }) => ({ patches: new Map([...patches, ...found]) }))
        if (!reply.ok) return
      } finally {
        for (const key of keys) asked.delete(key)
      }
    }
  },
  keep(item, base, files) {
    const keys = new Set(files.map((file) => patchKey(item, base, file)))
    const kept = [...get().patches].filter(([key]) => keys.has(key))
    if (kept.length < get().patches.size) set({ patches: new Map(kept) })
  },
}))

const isWanted = (patches: PatchesState['patches'], key: string): boolean => {
  const known = patches.get(key)
  return !asked.has(key) && (known === undefined || 'code' in known)
}

export const patchKey = (item: WorkItem, base: string, { path, version }: ChangedFile): string =>
  `${itemKey(item)} ${base} ${version} ${path}`
