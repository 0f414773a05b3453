import { readdirSync } from 'node:fs'
import type { BugItem } from '../../contracts/work-item.ts'
import { NAMED_FILES } from '../../core/workflow/document-files.ts'
import { errnoOf } from '../files/errno.ts'
import { itemDirOf, itemExists, listBugs, type ProjectFolders } from '../project/folders.ts'

/** All bugs, with those of which only documents are there. */
export const listedBugs = (folders: ProjectFolders): BugItem[] =>
  listBugs(folders, (item) => itemExists(folders, item) || hasDocuments(itemDirOf(folders, item)))

function hasDocuments(dir: string): boolean {
  try {
    return readdirSync(dir).some((name) => NAMED_FILES.bug.includes(name))
  } catch (error) {
    if (errnoOf(error) === null) throw error
    return false
  }
}
