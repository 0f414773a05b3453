import {
  dropSavedWork,
  listSavedWork,
  restoreSavedBranch,
  restoreSavedFolder,
  showSavedWork,
} from '../workspaces/saved-work-calls.ts'
import type { CallParts, CallsOf } from './project-calls.ts'

type SavedMethod = 'saved' | 'showSaved' | 'restoreSaved' | 'restoreSavedTo' | 'dropSaved'

export const savedCalls = (parts: CallParts): CallsOf<SavedMethod> => ({
  saved: () => listSavedWork(parts),
  showSaved: ({ ref }) => showSavedWork(parts, ref),
  restoreSaved: ({ ref }) => restoreSavedBranch(parts, ref),
  restoreSavedTo: (input) => restoreSavedFolder(parts, input),
  dropSaved: ({ ref }) => dropSavedWork(parts, ref),
})
