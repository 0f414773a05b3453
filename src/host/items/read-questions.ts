import type { Asked, OpenQuestion } from '../../contracts/asked/questions.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { askedOf } from '../../core/questions/asked-of.ts'
import { questionsOf } from '../../core/questions/questions-of.ts'
import { lastOutput } from '../checks/check-output.ts'
import { documentPath } from '../files/document-file.ts'
import { readDocumentText } from '../files/own-files.ts'
import type { ProjectFolders } from '../project/folders.ts'
import { liveDirOf } from '../workspaces/live-folder.ts'

/** The open questions of the item's run, from its documents as they are now. */
export function readQuestions(
  folders: ProjectFolders,
  item: WorkItem,
  state: AutoExecutionState,
): OpenQuestion[] {
  const dir = liveDirOf(folders, item, state.workspace)
  return questionsOf(state, {
    document: (name) => textOrNull(documentPath(dir, item, name)),
    output: (log) => (log === '' ? '' : lastOutput(folders, log)),
  })
}

/** With the answers given so far; null when nothing is asked. */
export const readAsked = (
  folders: ProjectFolders,
  item: WorkItem,
  state: AutoExecutionState,
): Asked | null => askedOf(state, () => readQuestions(folders, item, state))

/** An unreadable document asks nothing; only the question about the whole remains. */
function textOrNull(path: string): string | null {
  try {
    return readDocumentText(path)
  } catch {
    return null
  }
}
