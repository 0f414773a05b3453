import { isOfFleet, wordsForFleet } from './fleet-words.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { Project } from '../project.ts'
import { wordsForChecks } from './check-words.ts'
import { wordsForGit } from './git-words.ts'
import { wordsForQuestions } from './question-words.ts'
import { wordsForAgent } from './rejections/agent-words.ts'
import { wordsForDocuments } from './rejections/document-words.ts'
import { wordsForFiles } from './rejections/file-words.ts'
import { wordsForHost } from './rejections/host-words.ts'
import { wordsForName } from './rejections/name-words.ts'
import { wordsForRun } from './rejections/run-words.ts'
import type { Words } from './rejections/words.ts'
import { wordsForTrust } from './trust-words.ts'

export function wordsForRejection(rejection: Rejection, project: Project): Words {
  if (isOfFleet(rejection)) return wordsForFleet(rejection)
  switch (rejection.code) {
    case 'ALREADY_EXECUTING':
    case 'IMPL_LIMIT':
    case 'NOTHING_TO_RESUME':
    case 'PRECONDITION':
    case 'NOT_IN_WORKFLOW':
    case 'RETRY_LIMIT':
    case 'NO_FINDINGS_TO_FIX':
    case 'NO_REVIEW_TO_FIX':
    case 'BUDGET_SPENT':
    case 'NOT_GENERATED':
    case 'NO_OPEN_RELEASE':
    case 'PLAN_WRITES_NOTHING':
      return wordsForRun(rejection, project)
    case 'NO_QUESTION':
    case 'NOTHING_ASKED':
    case 'NOT_ASKED':
    case 'ASKED_EARLIER':
      return wordsForQuestions(rejection, project.typed)
    case 'AGENT_UNKNOWN':
    case 'AGENT_MISSING':
    case 'AGENT_CANNOT_ASK':
    case 'AGENT_NOT_EXECUTABLE':
      return wordsForAgent(rejection, project.typed)
    case 'NOT_TRUSTED':
    case 'AGENT_NOT_ISOLATED':
      return wordsForTrust(rejection, project.typed)
    case 'NO_CHECK':
    case 'CHECK_EXISTS':
    case 'CHECK_PERSONAL':
    case 'CHECK_MISSING':
    case 'COMMAND_MISSING':
    case 'CONFIG_NOT_USED':
      return wordsForChecks(rejection, project.typed)
    case 'BAD_NAME':
    case 'NOT_FOUND':
    case 'ALREADY_EXISTS':
      return wordsForName(rejection, project)
    case 'PERMISSION_CONFLICT':
      return {
        message: `${rejection.phase} is in both --go and --nogo`,
        remedy: 'Use it in only one of them',
      }
    case 'NO_DOCUMENT':
    case 'DOCUMENT_CHANGED':
    case 'DOCUMENT_TOO_LARGE':
    case 'NO_COMMENT':
    case 'NOT_IN_ARCHIVE':
      return wordsForDocuments(rejection, project)
    case 'CODE_BEGUN':
    case 'NO_SAVED_WORK':
    case 'FOLDER_NOT_EMPTY':
    case 'GIT_REFUSED':
      return wordsForGit(rejection, project.typed)
    case 'ASK_BUSY':
    case 'NO_PROJECT':
    case 'NOT_A_FOLDER':
    case 'PROJECT_ELSEWHERE':
    case 'UNKNOWN_SETTING':
    case 'LOCAL_ONLY':
    case 'REMOTE_OFF':
    case 'ADDRESS_UNAVAILABLE':
    case 'BAD_HOST_NAME':
    case 'NO_DEVICE':
      return wordsForHost(rejection, project.typed)
    case 'BAD_CONFIG':
    case 'DOCUMENT_OVERSIZED':
    case 'HOST_FAILED':
    case 'JOURNAL_UNREADABLE':
    case 'LINK_REFUSED':
    case 'NOT_WRITABLE':
    case 'SPEC_UNREADABLE':
      return wordsForFiles(rejection)
  }
}
