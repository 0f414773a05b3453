import type { CalledBy } from '../../contracts/called-by.ts'
import type { SpecItem } from '../../contracts/work-item.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import { stampOf } from '../../core/journal/entry-table.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { describe, errnoOf } from '../files/errno.ts'
import { JournalFile } from '../journal/journal-file.ts'
import { JournalWriter } from '../journal/journal-writer.ts'
import { makeFolder, removeFolder } from '../files/own-files.ts'
import { SPEC_FILE } from '../files/spec-json-file.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'
import { DEFAULT_PERMISSIONS } from '../../core/workflow/spec-workflow.ts'

interface NewSpec {
  item: SpecItem
  description: string
  language: string
  at: string
  calledBy: CalledBy
}

export async function createSpec(
  folders: ProjectFolders,
  files: DurableFiles,
  spec: NewSpec,
): Promise<Result<null, Rejection>> {
  const { item, description, at, calledBy } = spec
  const specDir = itemDirOf(folders, item)
  try {
    makeFolder(folders.specsDir)
    mkdirSync(specDir)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return err({ code: 'ALREADY_EXISTS', item })
    return err({ code: 'NOT_WRITABLE', path: specDir, detail: describe(error) })
  }
  const journal = new JournalWriter(files, new JournalFile(specDir))
  try {
    await files.replace(join(specDir, SPEC_FILE), `${JSON.stringify(contentOf(spec), null, 2)}\n`)
    const entry = { type: 'spec.created' as const, description }
    await journal.append(0, [
      { seq: 1, time: at, type: entry.type, ...stampOf(entry), description, calledBy },
    ])
    await journal.sync()
    return ok(null)
  } catch (error) {
    removeFolder(specDir)
    return err({ code: 'NOT_WRITABLE', path: specDir, detail: describe(error) })
  } finally {
    journal.close()
  }
}

const contentOf = ({ item, description, language, at }: NewSpec) => ({
  feature_name: item.name,
  description,
  created_at: at,
  updated_at: at,
  language,
  phase: 'initialized',
  approvals: {
    requirements: { generated: false, approved: false },
    design: { generated: false, approved: false },
    tasks: { generated: false, approved: false },
  },
  autoExecution: { permissions: DEFAULT_PERMISSIONS },
  documentReview: { status: 'pending', roundDetails: [] },
})
