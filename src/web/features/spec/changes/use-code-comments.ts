import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ChangedFile } from '../../../../contracts/views/changes.ts'
import type { LineComment } from '../../../../contracts/views/comments.ts'
import type { WorkItem } from '../../../../contracts/work-item.ts'
import { useDocuments, useFolder } from '../documents/documents-store.ts'
import { hunksOf } from './lines/change-rows.ts'
import { placeInChanges, type FileComments } from './lines/code-comments.ts'
import type { PatchLine } from './lines/read-patch.ts'
import { patchKey, usePatches } from './patches-store.ts'

export interface CodeComments {
  byFile: ReadonlyMap<string, FileComments>
  count(path: string): number
  total: number
  writing: ReadonlySet<PatchLine>
  open(line: PatchLine): void
  close(line: PatchLine): void
}

/** The comments on lines of these files, and those being written. */
export function useCodeComments(
  item: WorkItem,
  base: string,
  files: readonly ChangedFile[],
): CodeComments {
  const project = useDocuments((state) => state.project)
  const folder = useFolder(item)
  const patches = usePatches((state) => state.patches)
  const [writing, setWriting] = useState<ReadonlySet<PatchLine>>(new Set())
  useEffect(() => void useDocuments.getState().loadFolder(item), [project, item])
  const open = useMemo(() => openByFile(folder?.comments ?? []), [folder])
  const byFile = useMemo(() => {
    const placed = new Map<string, FileComments>()
    for (const file of files) {
      const comments = open.get(file.path)
      const patch = patches.get(patchKey(item, base, file))
      if (comments === undefined || patch === undefined || 'code' in patch) continue
      placed.set(file.path, placeInChanges(comments, hunksOf(patch)))
    }
    return placed
  }, [open, patches, files, item, base])
  return {
    byFile,
    count: (path) => open.get(path)?.length ?? 0,
    total: [...open.values()].reduce((sum, comments) => sum + comments.length, 0),
    writing,
    open: useCallback((line) => setWriting((before) => new Set(before).add(line)), []),
    close: useCallback(
      (line) => setWriting((before) => new Set([...before].filter((one) => one !== line))),
      [],
    ),
  }
}

function openByFile(comments: readonly LineComment[]): ReadonlyMap<string, LineComment[]> {
  const byFile = new Map<string, LineComment[]>()
  for (const comment of comments) {
    if (comment.file === undefined || typeof comment.resolvedAt === 'string') continue
    byFile.set(comment.file, [...(byFile.get(comment.file) ?? []), comment])
  }
  return byFile
}
