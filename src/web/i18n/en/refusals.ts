import type { Precondition } from '../../../contracts/rejections.ts'
import type { Refusal } from '../../app/live.ts'
import { common } from './common.ts'

type Words = { [C in Refusal['code']]: (refusal: Extract<Refusal, { code: C }>) => string }

const { phases } = common
const amounts = {
  usd: common.cost,
  tokens: (count: number) => `${common.tokens(count)} tokens`,
  minutes: common.minutes,
}
const megabytes = (bytes: number): number => Math.round((bytes / 1024 / 1024) * 10) / 10
const lack = ({ phase, needs }: Precondition): string => {
  if (needs === 'tasks-done') return 'tasks are open'
  return needs === 'passed' ? `${phases[phase]} has not passed` : `${phases[phase]} is not ${needs}`
}

/** Why something was refused, and what helps. */
export const refusals: Words = {
  OFFLINE: () => 'The host cannot be reached. Nothing was changed.',
  ALREADY_EXECUTING: ({ item }) => `${item.name} is running. Stop it first.`,
  BAD_NAME: () => 'Use lowercase letters, digits and dashes, at most 100 characters.',
  NOT_FOUND: ({ item }) => `Spec ${item.name} no longer exists.`,
  ALREADY_EXISTS: ({ item }) => `${item.name} already exists. Choose another name.`,
  IMPL_LIMIT: ({ item }) => `${item.name} has used all its re-runs. Reset it to run it again.`,
  NOTHING_TO_RESUME: ({ item }) => `${item.name} has nothing to resume. Run it instead.`,
  BUDGET_SPENT: ({ item, kind, spent, budget }) =>
    `The budget of ${item.name} is used up (${amounts[kind](spent)} of ${amounts[kind](budget)}). Raise it first.`,
  NO_QUESTION: () => 'That question is no longer open.',
  NO_OPEN_RELEASE: ({ item }) =>
    `No command after a deploy of ${item.name} waits for your decision.`,
  NOTHING_ASKED: ({ item }) => `${item.name} has not stopped over a question.`,
  NOT_ASKED: ({ key }) => `${key} is not asked here. Reload to see what is.`,
  ASKED_EARLIER: ({ keys, document }) =>
    `${keys.join(', ')} was asked at an earlier stop${document === null ? '' : `; now ${document} asks`}. Your answer was not sent.`,
  PRECONDITION: ({ phase, missing }) =>
    `${phases[phase]} cannot run yet: ${missing.map(lack).join(', ')}.`,
  NOT_GENERATED: ({ phase }) =>
    `${phases[phase]} is not written yet, or was rejected and has not changed since.`,
  NO_REVIEW_TO_FIX: () => 'There is no review reply with fixes to apply.',
  NOT_IN_WORKFLOW: ({ phase, item }) => `${item.name} has no phase ${phases[phase]}.`,
  RETRY_LIMIT: ({ phase, limit }) =>
    `${phases[phase]} was already retried ${limit} times in this run. Reset it first.`,
  NO_FINDINGS_TO_FIX: () => 'The last inspection found nothing to fix.',
  PERMISSION_CONFLICT: ({ phase }) => `${phases[phase]} cannot be GO and NOGO at once.`,
  AGENT_UNKNOWN: ({ agent, known }) =>
    `This version does not support ${agent}. Supported: ${known.join(', ')}.`,
  AGENT_MISSING: ({ agent, command }) =>
    `${agent} was not found (${command}). Settings → Agents shows how to install it.`,
  PLAN_WRITES_NOTHING: ({ phase }) =>
    `With permission mode “plan” agents cannot write files, but ${phases[phase]} has to write a document.`,
  AGENT_CANNOT_ASK: ({ agent, phase }) =>
    `${agent} cannot ask for permission, but the permission mode of ${phase} is “ask”. Set it to “edit”, or choose another agent.`,
  AGENT_NOT_EXECUTABLE: ({ path }) => `${path} is not executable.`,
  NOT_TRUSTED: () =>
    'The project contains files or commands that take effect on this machine. Review them in the Inbox first.',
  AGENT_NOT_ISOLATED: ({ agent }) =>
    `${agent} cannot run without loading this project's files. Trust the project, or choose another agent.`,
  NO_CHECK: ({ check }) => `There is no check ${check}.`,
  CHECK_EXISTS: ({ check }) => `There is already a check ${check}. Remove it first.`,
  CHECK_PERSONAL: ({ check }) =>
    `${check} is in your personal configuration. Remove it in Settings → Runs.`,
  CHECK_MISSING: ({ check, program }) =>
    `The check ${check} cannot run: ${program} was not found on the computer that runs the agents. Install it, or change the check.`,
  COMMAND_MISSING: ({ setting, program }) =>
    `The command of ${setting} cannot run: ${program} was not found on the computer that runs the agents. Install it, or change the setting.`,
  CONFIG_NOT_USED: ({ file }) =>
    `This project runs without its own configuration (${file}). Trust the project first.`,
  SPEC_UNREADABLE: ({ file, detail }) =>
    `${file} cannot be read: ${detail}. It was left untouched.`,
  JOURNAL_UNREADABLE: ({ file, detail }) =>
    `${file} cannot be read: ${detail}. It was left untouched.`,
  BAD_CONFIG: ({ file, key, allowed }) =>
    `${file}: ${key} has an invalid value. Allowed: ${allowed}.`,
  NOT_WRITABLE: ({ path, detail }) => `${path} cannot be written: ${detail}`,
  LINK_REFUSED: ({ path }) =>
    `${path} is a symbolic link. Links are never written through or followed out of the project. Replace it with a real file or folder.`,
  NO_DOCUMENT: ({ document }) => `There is no document ${document} here.`,
  DOCUMENT_CHANGED: ({ document }) => `${document} has changed since you opened it.`,
  DOCUMENT_TOO_LARGE: ({ document, limit }) =>
    `${document} is too large to save here (limit ${Math.round(limit / 1024)} KB).`,
  DOCUMENT_OVERSIZED: ({ file, size, limit }) =>
    `${file} is ${megabytes(size)} MB; files over ${megabytes(limit)} MB are not read. Make it smaller, then try again.`,
  NO_COMMENT: () => 'That comment is gone.',
  NOT_IN_ARCHIVE: () => 'It was already restored or deleted.',
  CODE_BEGUN: ({ item, workspace }) =>
    workspace === 'worktree'
      ? `${item.name} already has a worktree with code in it. Deploy it first.`
      : `Code of ${item.name} was already begun in your checkout. Deploy it first.`,
  NO_SAVED_WORK: () => 'That saved work no longer exists.',
  FOLDER_NOT_EMPTY: ({ path }) => `${path} is not empty. Choose a folder that does not exist yet.`,
  GIT_REFUSED: ({ detail }) => `Git cannot do this: ${detail}`,
  ASK_BUSY: () => 'The last question has no answer yet. Wait for it, or stop it.',
  NO_PROJECT: () => 'That project is no longer open.',
  NOT_A_FOLDER: ({ path }) => `${path} is not a folder. Enter its full path.`,
  PROJECT_ELSEWHERE: ({ dir, pid }) =>
    pid === null
      ? `${dir} is open in another process.`
      : `${dir} is open in another process (pid ${pid}).`,
  UNKNOWN_SETTING: ({ key }) => `There is no setting ${key}.`,
  LOCAL_ONLY: () => 'This can only be done on the computer that runs the agents.',
  NOT_IN_FLEET: () => 'A fleet cannot do this. Export the item into a checkout and do it there.',
  NO_FLEET: () => 'Workers exist only in a fleet.',
  ROLE_NEEDED: ({ role }) => `Your role does not allow this: it requires the ${role} role.`,
  NO_WORKER: () => 'That worker has already been revoked.',
  REMOTE_OFF: () => 'Turn remote access on first.',
  ADDRESS_UNAVAILABLE: ({ address, detail }) => `Cannot listen on ${address}: ${detail}`,
  BAD_HOST_NAME: ({ host }) => `${host} is not a host name.`,
  NO_DEVICE: () => 'That device is no longer paired.',
  HOST_FAILED: ({ operation, detail }) => `The host failed (${operation}): ${detail}`,
}
