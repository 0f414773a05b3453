import { itemKey, sameItem, type ItemKey, type WorkItem } from '../../../../contracts/work-item.ts'
import { create } from 'zustand'
import type { DocumentContent, Folder } from '../../../../contracts/views/documents.ts'
import type { ProjectId } from '../../../../contracts/ids.ts'
import { callProject, type Refusal } from '../../../app/live.ts'

interface DocumentsState {
  project: ProjectId | null
  folders: ReadonlyMap<ItemKey, Folder>
  contents: ReadonlyMap<string, DocumentContent | Refusal>
  reset(project: ProjectId): void
  loadFolder(owner: WorkItem): Promise<void>
  load(owner: WorkItem, document: string): Promise<void>
  /** Files changed on disk: reloads those on screen. */
  changed(item: WorkItem, files: string[]): void
}

/** Changes are reported by top-level name, so for a file in a folder only the folder. */
const topOf = (document: string): string => document.split('/')[0] ?? document

const documentKey = (owner: WorkItem, document: string): string => `${itemKey(owner)}/${document}`

/** Everything requested, answered or not, so that it is requested again after a reconnect. */
const wanted = {
  folders: new Map<ItemKey, WorkItem>(),
  contents: new Map<string, { owner: WorkItem; document: string }>(),
}

/** Folders and documents that some view has requested; kept up to date. */
export const useDocuments = create<DocumentsState>()((set, get) => ({
  project: null,
  folders: new Map(),
  contents: new Map(),
  reset(project) {
    const isSame = get().project === project
    set({ project, folders: new Map(), contents: new Map() })
    if (!isSame) {
      wanted.folders.clear()
      wanted.contents.clear()
    }
    for (const owner of wanted.folders.values()) void get().loadFolder(owner)
    for (const { owner, document } of wanted.contents.values()) void get().load(owner, document)
  },
  async loadFolder(owner) {
    const { project } = get()
    if (project === null) return
    wanted.folders.set(itemKey(owner), owner)
    const reply = await callProject(project, 'folder', { item: owner })
    if (!reply.ok || get().project !== project) return
    set(({ folders }) => ({ folders: new Map(folders).set(itemKey(owner), reply.value) }))
  },
  async load(owner, document) {
    const { project } = get()
    if (project === null) return
    wanted.contents.set(documentKey(owner, document), { owner, document })
    const reply = await callProject(project, 'document', { item: owner, document })
    if (get().project !== project) return
    const content = reply.ok ? reply.value : reply.error
    set(({ contents }) => ({
      contents: new Map(contents).set(documentKey(owner, document), content),
    }))
  },
  changed(item, files) {
    const { folders, contents } = get()
    if (folders.has(itemKey(item))) void get().loadFolder(item)
    for (const [key, { owner, document }] of wanted.contents) {
      if (!contents.has(key) || !sameItem(owner, item)) continue
      if (files.length === 0 || files.includes(topOf(document))) void get().load(owner, document)
    }
  },
}))

export const useFolder = (owner: WorkItem): Folder | null =>
  useDocuments(({ folders }) => folders.get(itemKey(owner)) ?? null)

export const useDocument = (owner: WorkItem, document: string): DocumentContent | Refusal | null =>
  useDocuments(({ contents }) => contents.get(documentKey(owner, document)) ?? null)

/** Like useDocument, but for use outside of components. */
export const documentNow = (owner: WorkItem, document: string): DocumentContent | Refusal | null =>
  useDocuments.getState().contents.get(documentKey(owner, document)) ?? null
