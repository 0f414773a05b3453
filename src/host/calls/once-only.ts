import { join } from 'node:path'
import { workItemSchema } from '../../contracts/ids.ts'
import { ok } from '../../contracts/result.ts'
import {
  callTable,
  type ActingMethod,
  type RpcInput,
  type RpcMethod,
  type RpcReply,
} from '../../contracts/rpc.ts'
import { readChecks } from '../checks/declared-checks.ts'
import { readComments } from '../documents/comments-file.ts'
import { ownFolder } from '../documents/own-folder.ts'
import { listArchive } from '../items/archive.ts'
import { removeRunMarker } from '../items/run-marker.ts'
import { itemExists } from '../project/folders.ts'
import { branchToRestore, isRestoredAs, listSavedWork } from '../workspaces/saved-work-calls.ts'
import { AnsweredCalls } from './answered-calls.ts'
import { guarded } from './guarded.ts'
import type { CallOrigin, CallParts, ProjectCalls } from './project-calls.ts'

type Answer<M extends RpcMethod> = RpcReply<M> | null

/** How to tell whether a host that died had carried out the call. */
interface Evidence<M extends RpcMethod> {
  /** What is there before the act. */
  look(input: RpcInput<M>): unknown
  /** The answer of the act, if what was there before has changed as the act does it. */
  done(input: RpcInput<M>, found: unknown): Answer<M> | Promise<Answer<M>>
}

/** The same calls; none that acts does so twice under one id, whatever dies in between. */
export function onceOnly(parts: CallParts, calls: ProjectCalls): ProjectCalls {
  const answered = new AnsweredCalls(() => join(parts.folders.lockDir, 'calls.jsonl'))
  const evidence: Partial<Record<RpcMethod, Evidence<RpcMethod> | null>> = evidenceOf(parts)
  const once = (method: RpcMethod): Call => {
    const { repeated } = callTable[method]
    const call = calls[method] as Call
    const named = ({ commandId }: CallOrigin): string => `${method} ${commandId}`
    if (repeated === 'looks' || repeated === 'sets') return call
    if (repeated === 'decided')
      return (input, origin) =>
        answered.shared(named(origin), () => call(input, origin)) as ReturnType<Call>
    const known = evidence[method] ?? null
    return (input, origin) =>
      guarded(() =>
        answered.remembered(named(origin), {
          look: () => known?.look(input),
          carryOut: async (earlier) =>
            (earlier && (await known?.done(input, earlier.found))) ?? call(input, origin),
        }),
      ) as ReturnType<Call>
  }
  const methods = Object.keys(callTable) as RpcMethod[]
  // The compiler cannot see that each method keeps its own input and reply.
  return Object.fromEntries(methods.map((method) => [method, once(method)])) as ProjectCalls
}

type Call = (input: never, origin: CallOrigin) => Promise<RpcReply<RpcMethod>>

/** The act itself finds what it did before: by the id of what it made, or by its content. */
const BY_ITS_RESULT = null

const evidenceOf = (
  parts: CallParts,
): { [M in ActingMethod]: Evidence<M> | typeof BY_ITS_RESULT } => ({
  create: BY_ITS_RESULT,
  comment: BY_ITS_RESULT,
  commentOnCode: BY_ITS_RESULT,
  ask: BY_ITS_RESULT,
  saveDocument: BY_ITS_RESULT,
  saveSteering: BY_ITS_RESULT,
  // Files that were restored halfway are not overwritten: then the folder is refused.
  restoreSavedTo: BY_ITS_RESULT,
  archive: gone(awayFrom(parts)),
  deleteSpec: gone(awayFrom(parts)),
  restore: {
    look: ({ id }) => archivedItem(parts, id),
    done: ({ id }, found) => {
      const { data: item } = workItemSchema.safeParse(found)
      if (item === undefined || archivedItem(parts, id) !== null) return null
      return itemExists(parts.folders, item) ? ok({ item }) : null
    },
  },
  deleteComment: gone({
    isThere: ({ item, id }) => {
      const folder = ownFolder(parts.folders, item)
      const comments = folder === null ? null : readComments(folder)
      return comments?.ok === true && comments.value.some((comment) => comment.id === id)
    },
    answer: () => ok(null),
  }),
  dropSaved: gone({
    isThere: async ({ ref }) => {
      const saved = await listSavedWork(parts)
      return saved.ok && saved.value.some((one) => one.ref === ref)
    },
    answer: () => ok(null),
  }),
  restoreSaved: {
    look: ({ ref }) => branchToRestore(parts, ref),
    done: async ({ ref }, branch) =>
      typeof branch === 'string' && (await isRestoredAs(parts, ref, branch))
        ? ok({ branch })
        : null,
  },
  addCheck: {
    look: ({ check }) => isDeclared(parts, check.name),
    done: ({ check }, found) =>
      found === false && isDeclared(parts, check.name) ? ok(checksOf(parts)) : null,
  },
  removeCheck: gone({
    isThere: ({ name }) => isDeclared(parts, name),
    answer: () => ok(checksOf(parts)),
  }),
})

interface Removal<M extends RpcMethod> {
  isThere: (input: RpcInput<M>) => boolean | Promise<boolean>
  answer: (input: RpcInput<M>) => RpcReply<M>
}

/** For acts that remove something: it was there, and is not any more. */
const gone = <M extends RpcMethod>({ isThere, answer }: Removal<M>): Evidence<M> => ({
  look: isThere,
  done: async (input, found) => (found === true && !(await isThere(input)) ? answer(input) : null),
})

const awayFrom = ({ folders }: CallParts) => ({
  isThere: ({ item }: RpcInput<'archive'>) => itemExists(folders, item),
  answer: ({ item }: RpcInput<'archive'>) => {
    removeRunMarker(folders, item)
    return ok(null)
  },
})

const archivedItem = ({ folders }: CallParts, id: string) =>
  listArchive(folders).find((one) => one.id === id)?.item ?? null

const checksOf = ({ folders, env }: CallParts) =>
  readChecks({ projectDir: folders.projectDir, env })

const isDeclared = (parts: CallParts, name: string): boolean =>
  checksOf(parts).checks.some((check) => check.name === name)
