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
const lack = ({ phase, needs }: Precondition): string =>
  needs === 'tasks-done' ? 'tasks are open' : `${phases[phase]} is not ${needs}`

/** Why something was refused, and what helps. */
export const refusals: Words = {
  OFFLINE: () => 'The host cannot be reached. Nothing was changed.',
  ALREADY_EXECUTING: ({ feature }) => `${feature} is running. Stop it first.`,
  BAD_NAME: () => 'A name takes lower-case letters, digits and dashes, at most 100 characters.',
  NOT_FOUND: ({ feature }) => `There is no spec ${feature} any more.`,
  ALREADY_EXISTS: ({ feature }) => `${feature} is there already. Choose another name.`,
  IMPL_LIMIT: ({ feature }) => `${feature} used all its re-runs. Reset it to run it again.`,
  NOTHING_TO_RESUME: ({ feature }) => `${feature} has nothing to go on with. Run it instead.`,
  BUDGET_SPENT: ({ feature, kind, spent, budget }) =>
    `The budget of ${feature} is spent (${amounts[kind](spent)} of ${amounts[kind](budget)}). Raise it first.`,
  NO_QUESTION: () => 'Nobody waits for that answer any more.',
  PRECONDITION: ({ phase, missing }) =>
    `${phases[phase]} cannot run yet: ${missing.map(lack).join(', ')}.`,
  NOT_GENERATED: ({ phase }) =>
    `${phases[phase]} is not written yet, or was rejected and has not changed since.`,
  NO_REVIEW_TO_FIX: () => 'There is no review reply whose fixes could be applied.',
  PHASE_NOT_AVAILABLE: ({ phase }) => `${phases[phase]} is not part of this version.`,
  PERMISSION_CONFLICT: ({ phase }) => `${phases[phase]} cannot be GO and NOGO at once.`,
  AGENT_UNKNOWN: ({ agent, known }) =>
    `This version cannot drive ${agent}. It drives: ${known.join(', ')}.`,
  AGENT_MISSING: ({ agent, command }) =>
    `${agent} was not found (${command}). Settings → Agents shows how to get it.`,
  PLAN_WRITES_NOTHING: ({ phase }) =>
    `In permission “plan” nothing can be written, and ${phases[phase]} has to write a document.`,
  AGENT_CANNOT_ASK: ({ agent, phase }) =>
    `${agent} can ask nobody, but the permission of ${phase} is “ask”. Set it to “edit”, or choose another agent.`,
  AGENT_NOT_EXECUTABLE: ({ path }) => `${path} cannot be executed.`,
  NOT_TRUSTED: () =>
    'The project brings files that would act on this machine. Decide on them in the Inbox first.',
  AGENT_NOT_ISOLATED: ({ agent }) =>
    `${agent} cannot be started without what this project brings. Trust the project, or choose another agent.`,
  SPEC_UNREADABLE: ({ file, detail }) =>
    `${file} cannot be read: ${detail}. It was left untouched.`,
  JOURNAL_UNREADABLE: ({ file, detail }) =>
    `${file} cannot be read: ${detail}. It was left untouched.`,
  BAD_CONFIG: ({ file, key, allowed }) => `${file}: ${key} has a wrong value. Allowed: ${allowed}.`,
  NOT_WRITABLE: ({ path, detail }) => `${path} cannot be written: ${detail}`,
  LINK_REFUSED: ({ path }) =>
    `${path} is a link. Links are not written through, and not followed out of the project: replace it with a real file or folder.`,
  NO_DOCUMENT: ({ document }) => `There is no document ${document} here.`,
  DOCUMENT_CHANGED: ({ document }) => `${document} was changed meanwhile.`,
  DOCUMENT_TOO_LARGE: ({ document, limit }) =>
    `${document} is too large to be saved here (limit ${Math.round(limit / 1024)} KB).`,
  DOCUMENT_OVERSIZED: ({ file, size, limit }) =>
    `${file} has ${megabytes(size)} MB; files beyond ${megabytes(limit)} MB are not read. Make it smaller, then try again.`,
  NO_COMMENT: () => 'That comment is gone.',
  NOT_ON_SHELF: () => 'It is not on the shelf any more.',
  NO_PROJECT: () => 'That project is not open any more.',
  NOT_A_FOLDER: ({ path }) => `${path} is not a folder. Give its full path.`,
  PROJECT_ELSEWHERE: ({ dir, pid }) =>
    pid === null
      ? `${dir} is open in another process.`
      : `${dir} is open in another process (pid ${pid}).`,
  UNKNOWN_SETTING: ({ key }) => `There is no setting ${key}.`,
  LOCAL_ONLY: () => 'This can only be done on the computer that runs the agents.',
  REMOTE_OFF: () => 'Turn remote access on first.',
  ADDRESS_UNAVAILABLE: ({ address, detail }) => `Cannot listen on ${address}: ${detail}`,
  BAD_HOST_NAME: ({ host }) => `${host} is not a host name.`,
  NO_DEVICE: () => 'That device is not paired any more.',
  HOST_FAILED: ({ operation, detail }) => `The host could not do it (${operation}): ${detail}`,
}
