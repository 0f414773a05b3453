import { create } from 'zustand'
import type {
  DocumentContent,
  DocumentOwner,
  Folder,
} from '../../../../contracts/views/documents.ts'
import type { ProjectId } from '../../../../contracts/ids.ts'
import { callProject, type Refusal } from '../../../app/live.ts'

interface DocumentsState {
  project: ProjectId | null
  folders: ReadonlyMap<string, Folder>
  contents: ReadonlyMap<string, DocumentContent | Refusal>
  reset(project: ProjectId): void
  loadFolder(owner: DocumentOwner): Promise<void>
  load(owner: DocumentOwner, document: string): Promise<void>
  /** Files changed on disk: what is on screen is asked for again. */
  changed(feature: string, files: string[]): void
}

const folderKey = ({ kind, name }: DocumentOwner): string => `${kind}/${name}`
const documentKey = (owner: DocumentOwner, document: string): string =>
  `${folderKey(owner)}/${document}`

/** Asked for and perhaps not answered: with a lost connection also those are asked for again. */
const wanted = { folders: new Set<string>(), contents: new Set<string>() }

/** Folders and documents that some view has asked for; kept fresh while they are here. */
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
    for (const key of wanted.folders) void get().loadFolder(ownerIn(key))
    for (const key of wanted.contents) void get().load(ownerIn(key), key.split('/')[2] ?? '')
  },
  async loadFolder(owner) {
    const { project } = get()
    if (project === null) return
    wanted.folders.add(folderKey(owner))
    const reply = await callProject(project, 'folder', owner)
    if (!reply.ok || get().project !== project) return
    set(({ folders }) => ({ folders: new Map(folders).set(folderKey(owner), reply.value) }))
  },
  async load(owner, document) {
    const { project } = get()
    if (project === null) return
    wanted.contents.add(documentKey(owner, document))
    const reply = await callProject(project, 'document', { ...owner, document })
    if (get().project !== project) return
    const content = reply.ok ? reply.value : reply.error
    set(({ contents }) => ({
      contents: new Map(contents).set(documentKey(owner, document), content),
    }))
  },
  changed(feature, files) {
    const { folders, contents } = get()
    for (const kind of ['spec', 'bug'] as const) {
      const owner = { kind, name: feature } as DocumentOwner
      if (folders.has(folderKey(owner))) void get().loadFolder(owner)
      for (const key of contents.keys()) {
        const document = key.split('/')[2] ?? ''
        if (key !== documentKey(owner, document)) continue
        if (files.length === 0 || files.includes(document)) void get().load(owner, document)
      }
    }
  },
}))

function ownerIn(key: string): DocumentOwner {
  const [kind, name] = key.split('/')
  return { kind, name } as DocumentOwner
}

export const useFolder = (owner: DocumentOwner): Folder | null =>
  useDocuments(({ folders }) => folders.get(folderKey(owner)) ?? null)

export const useDocument = (
  owner: DocumentOwner,
  document: string,
): DocumentContent | Refusal | null =>
  useDocuments(({ contents }) => contents.get(documentKey(owner, document)) ?? null)
