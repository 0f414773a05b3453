import { isOfFleet, wordsForFleet } from './fleet-words.ts'
import { isNewName } from '../../contracts/work-item.ts'
import { configuredName } from '../../core/agents/acp.ts'
import { phasesOf, workflowOf } from '../../core/workflow/workflows.ts'
import { dirname, join } from 'node:path'
import type { Precondition, Rejection } from '../../contracts/rejections.ts'
import { BUILT_IN_AGENT, DEFAULT_AGENT, installOf } from '../../core/agents/agent-table.ts'
import { itemDirOf, listBugs, listSpecs } from '../../host/project/folders.ts'
import { didYouMean, shortened } from './commands/closest.ts'
import { amountInWords } from '../../core/state/spent.ts'
import type { Project, Typed } from '../project.ts'
import { wordsForChecks } from './check-words.ts'
import { wordsForQuestions } from './question-words.ts'
import { wordsForTrust } from './trust-words.ts'
import { MAX_IMPL_RERUNS } from '../../core/workflow/limits.ts'
import { wordsForGit } from './git-words.ts'

export interface Words {
  /** The thing and its place. */
  message: string
  /** What you can do now. */
  remedy: string
}

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
    case 'PLAN_WRITES_NOTHING':
      return {
        message: `With permission mode plan agents cannot write files, but ${rejection.phase} of ${rejection.item.name} has to write a document`,
        remedy: 'Use ask, edit or full',
      }
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

type Of<C extends Rejection['code']> = Extract<Rejection, { code: C }>
type RunRejection = Of<
  | 'ALREADY_EXECUTING'
  | 'IMPL_LIMIT'
  | 'NOTHING_TO_RESUME'
  | 'PRECONDITION'
  | 'NOT_IN_WORKFLOW'
  | 'RETRY_LIMIT'
  | 'NO_FINDINGS_TO_FIX'
  | 'NO_REVIEW_TO_FIX'
  | 'BUDGET_SPENT'
  | 'NOT_GENERATED'
>

function wordsForRun(rejection: RunRejection, { typed, folders }: Project): Words {
  const { item } = rejection
  switch (rejection.code) {
    case 'ALREADY_EXECUTING':
      return {
        message: `${item.name} is already running`,
        remedy: `Watch it: ${typed('log', item.name, '--follow')}. Stop it: ${typed('stop', item.name)}. If the process that ran it crashed, resume it: ${typed('resume', item.name)}`,
      }
    case 'IMPL_LIMIT':
      return {
        message: `${item.name} is in error (impl-limit): ${open(rejection)} after ${MAX_IMPL_RERUNS} re-runs of impl, so it needs a reset before it can run again`,
        remedy: `See what is open in ${join(itemDirOf(folders, item), 'tasks.md')}, then reset and run it: ${typed('reset', item.name)} and ${typed('run', item.name)}`,
      }
    case 'NOTHING_TO_RESUME':
      return {
        message: `${item.name} is ${rejection.status}: there is nothing to resume`,
        remedy: `Run it: ${typed('run', item.name)}`,
      }
    case 'PRECONDITION':
      return {
        message: `${rejection.phase} of ${item.name} cannot run yet: ${rejection.missing.map(lack).join(', ')}`,
        remedy: remedyFor(rejection, typed),
      }
    case 'NOT_IN_WORKFLOW':
      return {
        message: `${item.name} has no phase ${rejection.phase}: it follows the ${rejection.workflow} workflow`,
        remedy: `Its phases: ${phasesOf(workflowOf(rejection)).join(', ')}`,
      }
    case 'RETRY_LIMIT':
      return {
        message: `${rejection.phase} of ${item.name} was already retried ${rejection.limit} times in this run`,
        remedy: `Look at what keeps it from passing, then reset and run it: ${typed('reset', item.name)} and ${typed('run', item.name)}`,
      }
    case 'NO_FINDINGS_TO_FIX':
      return {
        message: `The last inspection of ${item.name} found nothing to fix`,
        remedy: `Inspect it first: ${typed('phase', item.name, 'inspection')}`,
      }
    case 'NO_REVIEW_TO_FIX':
      return {
        message: `${item.name} has no review reply with fixes to apply`,
        remedy: `Review first: ${typed('phase', item.name, 'document-review')}`,
      }
    case 'BUDGET_SPENT': {
      const { kind, spent, budget } = rejection
      return {
        message: `The budget of ${item.name} is used up: ${amountInWords(kind, spent)} of ${amountInWords(kind, budget)}`,
        remedy: `Raise it: ${typed('budget', item.name, `--${kind}`, String(Math.ceil(Math.max(spent, budget) * 2)))}, or remove the limit: ${typed('budget', item.name, `--${kind}`, 'none')}`,
      }
    }
    case 'NOT_GENERATED':
      return {
        message: `${rejection.phase} of ${item.name} is not written yet, so it cannot be approved or rejected`,
        remedy: `Write it first: ${typed('run', item.name)}`,
      }
    default:
      return rejection satisfies never
  }
}

function wordsForAgent(
  rejection: Of<'AGENT_UNKNOWN' | 'AGENT_MISSING' | 'AGENT_NOT_EXECUTABLE' | 'AGENT_CANNOT_ASK'>,
  typed: Typed,
): Words {
  const { agent } = rejection
  const choose = `Or choose another agent: --agent ${BUILT_IN_AGENT} with run, or ${typed('config', 'set', 'agent', BUILT_IN_AGENT)}`
  switch (rejection.code) {
    case 'AGENT_UNKNOWN':
      return {
        message: `This version does not support the agent ${agent}`,
        remedy: `${ownProgram(agent, typed)}Supported: ${rejection.known.join(', ')}. Choose one with --agent, or ${typed('config', 'set', 'agent', DEFAULT_AGENT)}`,
      }
    case 'AGENT_MISSING': {
      const { command, variable } = rejection
      const place = command.includes('/')
        ? `${command} does not exist`
        : `${command} is not on PATH`
      const name = variable === '' ? '' : ` or set ${variable} to its executable.`
      return {
        message: `The agent CLI of ${agent} was not found: ${place}`,
        remedy: `Install it (${installOf(agent) || 'see its own documentation'})${name} ${choose}. See: ${typed('doctor')}`,
      }
    }
    case 'AGENT_CANNOT_ASK':
      return {
        message: `${agent} cannot ask for permission, but the permission mode of ${rejection.phase} is ask`,
        remedy: `Allow it to edit files: ${typed('config', 'set', `permissions.${rejection.phase}`, 'edit')}. ${choose}`,
      }
    case 'AGENT_NOT_EXECUTABLE':
      return {
        message: `The agent CLI of ${agent} is not executable: ${rejection.path}`,
        remedy: `Make it executable: chmod +x ${rejection.path}. ${choose}`,
      }
    default:
      return rejection satisfies never
  }
}

function wordsForName(
  rejection: Of<'BAD_NAME' | 'NOT_FOUND' | 'ALREADY_EXISTS'>,
  { typed, folders }: Project,
): Words {
  switch (rejection.code) {
    case 'BAD_NAME':
      return {
        message: `"${shortened(rejection.name)}" is not a valid ${rejection.kind === 'bug' ? 'bug' : 'feature'} name`,
        remedy: `Use lowercase letters, digits and dashes, starting with a letter or digit, at most 100 characters, for example ${rejection.kind === 'bug' ? 'double-charge' : 'user-login'}`,
      }
    case 'NOT_FOUND':
      return {
        message: `There is no ${rejection.item.kind} ${rejection.item.name} in ${dirname(itemDirOf(folders, rejection.item))}`,
        remedy: `${didYouMean(
          rejection.item.name,
          (rejection.item.kind === 'bug' ? listBugs : listSpecs)(folders).map(({ name }) => name),
        )}List all ${rejection.item.kind}s: ${typed('status')}${isNewName(rejection.item.name) ? `. Create it: ${typed('new', rejection.item.name, '--description', 'TEXT')}` : ''}`,
      }
    case 'ALREADY_EXISTS':
      return {
        message: `${itemDirOf(folders, rejection.item)} already exists`,
        remedy: `Choose another name, or run it: ${typed('run', rejection.item.name)}`,
      }
    default:
      return rejection satisfies never
  }
}

type DocumentRejection = Of<
  'NO_DOCUMENT' | 'DOCUMENT_CHANGED' | 'DOCUMENT_TOO_LARGE' | 'NO_COMMENT' | 'NOT_IN_ARCHIVE'
>

function wordsForDocuments(rejection: DocumentRejection, { folders }: Project): Words {
  switch (rejection.code) {
    case 'NO_DOCUMENT':
      return {
        message: `${rejection.item.name} has no document ${rejection.document}`,
        remedy: 'It must be a regular file in the folder of the spec, not a link',
      }
    case 'DOCUMENT_CHANGED':
      return {
        message: `${rejection.document} of ${rejection.item.name} has changed since you opened it`,
        remedy: 'Reload it, apply your changes again, and save',
      }
    case 'DOCUMENT_TOO_LARGE':
      return {
        message: `${rejection.document} is larger than ${Math.floor(rejection.limit / 1024)} KB`,
        remedy: 'Edit it with your own editor',
      }
    case 'NO_COMMENT':
      return { message: `There is no comment ${rejection.id}`, remedy: 'It was already deleted' }
    case 'NOT_IN_ARCHIVE':
      return {
        message: `There is no archived or deleted spec ${rejection.id}`,
        remedy: `It was already restored or deleted. See ${folders.archiveDir} and ${join(folders.runtimeDir, 'trash')}`,
      }
    default:
      return rejection satisfies never
  }
}

type HostRejection = Of<
  | 'ASK_BUSY'
  | 'NO_PROJECT'
  | 'NOT_A_FOLDER'
  | 'PROJECT_ELSEWHERE'
  | 'UNKNOWN_SETTING'
  | 'LOCAL_ONLY'
  | 'REMOTE_OFF'
  | 'ADDRESS_UNAVAILABLE'
  | 'BAD_HOST_NAME'
  | 'NO_DEVICE'
>

function wordsForHost(rejection: HostRejection, typed: Typed): Words {
  switch (rejection.code) {
    case 'ASK_BUSY':
      return {
        message: 'The last question of this conversation has no answer yet',
        remedy: 'Wait for it, or stop it in the page',
      }
    case 'NO_PROJECT':
      return {
        message: `The project ${rejection.project} is no longer open`,
        remedy: 'Open its folder again',
      }
    case 'NOT_A_FOLDER':
      return {
        message: `${rejection.path} is not a folder`,
        remedy: 'Give the full path of an existing folder, or a path that starts with ~/',
      }
    case 'PROJECT_ELSEWHERE': {
      const who = rejection.pid === null ? 'Another process' : `Process ${rejection.pid}`
      return {
        message: `${who} is already working on ${rejection.dir}`,
        remedy: 'Use its window or terminal, or stop it and try again',
      }
    }
    case 'UNKNOWN_SETTING':
      return {
        message: `${rejection.key} is not a configuration key`,
        remedy: `List all keys: ${typed('config')}`,
      }
    case 'LOCAL_ONLY':
      return {
        message: 'This can only be done on the computer that runs the agents',
        remedy: 'Do it there, in its own browser or terminal',
      }
    case 'REMOTE_OFF':
      return {
        message: 'Remote access is off',
        remedy: 'Turn it on first: Settings → Remote access in the page',
      }
    case 'ADDRESS_UNAVAILABLE':
      return {
        message: `The address ${rejection.address} cannot be used: ${rejection.detail}`,
        remedy: 'Choose another address or port',
      }
    case 'BAD_HOST_NAME':
      return {
        message: `${rejection.host} is not a host name`,
        remedy: 'Use a name such as my-machine.example',
      }
    case 'NO_DEVICE':
      return {
        message: `There is no paired device ${rejection.device}`,
        remedy: 'It was already revoked',
      }
    default:
      return rejection satisfies never
  }
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1).replace('.0', '')

type FileRejection = Of<
  | 'DOCUMENT_OVERSIZED'
  | 'SPEC_UNREADABLE'
  | 'JOURNAL_UNREADABLE'
  | 'BAD_CONFIG'
  | 'NOT_WRITABLE'
  | 'LINK_REFUSED'
  | 'HOST_FAILED'
>

function wordsForFiles(rejection: FileRejection): Words {
  switch (rejection.code) {
    case 'DOCUMENT_OVERSIZED':
      return {
        message: `${rejection.file} is ${megabytes(rejection.size)} MB; files over ${megabytes(rejection.limit)} MB are not read`,
        remedy: 'Make it smaller or move some of its content elsewhere, then try again',
      }
    case 'SPEC_UNREADABLE':
    case 'JOURNAL_UNREADABLE':
      return {
        message: `${rejection.file} cannot be read: ${rejection.detail}`,
        remedy: 'It was left untouched. Fix it or restore it from git, then try again',
      }
    case 'BAD_CONFIG':
      return {
        message: `${rejection.file}: ${rejection.key} has an invalid value`,
        remedy: `Allowed: ${rejection.allowed}`,
      }
    case 'NOT_WRITABLE':
      return {
        message: `${rejection.path} cannot be written: ${rejection.detail}`,
        remedy: 'Give yourself write access to it, or remove whatever is in its place',
      }
    case 'LINK_REFUSED':
      return {
        message: `${rejection.path} is a symbolic link, and links are not followed here`,
        remedy: 'Replace it with a real file or folder, then try again',
      }
    case 'HOST_FAILED':
      return {
        message: `System error (${rejection.operation}): ${rejection.detail}`,
        remedy: 'Free up space or fix the cause, then try again',
      }
    default:
      return rejection satisfies never
  }
}

const ownProgram = (agent: string, typed: Typed): string =>
  configuredName(agent) !== null
    ? `Set its program: ${typed('config', 'set', agent.replace(':', '.'), '{"command":"PROGRAM"}')}. `
    : ''

const open = ({ done, total }: Of<'IMPL_LIMIT'>): string =>
  done === null || total === null
    ? 'tasks were open'
    : `${total - done} of ${total} tasks were open`

const lack = ({ phase, needs }: Precondition): string =>
  needs === 'tasks-done' ? 'tasks are open' : `${phase} is not ${needs}`

function remedyFor({ item, missing }: Of<'PRECONDITION'>, typed: Typed): string {
  const unapproved = missing.find(({ needs }) => needs === 'approved')
  return unapproved === undefined
    ? `Run the phases before it: ${typed('run', item.name)}`
    : `Write it if it is missing, then approve it: ${typed('approve', item.name, unapproved.phase)}`
}
