import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type PermissionAnswer, permissionAnswerSchema } from '../contracts/launch/agent.ts'
import { parseObject } from '../core/agent-events/json-fields.ts'
import { exactUse } from '../core/agent-events/tool-summary.ts'
import { printEvent } from './print.ts'

const POLL_MS = 50

/** Asks the user, one question at a time; the host writes the answer into the agent's folder. */
export class Questions {
  readonly #folder: string
  readonly #timeoutMs: number
  readonly #allowed = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()
  #count = 0

  constructor({ folder, timeoutMs }: { folder: string; timeoutMs: number }) {
    this.#folder = folder
    this.#timeoutMs = timeoutMs
  }

  /** Resolves with `deny` if no answer comes in time. */
  ask(tool: string, input: unknown): Promise<PermissionAnswer> {
    const answer = this.#last.then(() => this.#ask(tool, input))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async #ask(tool: string, input: unknown): Promise<PermissionAnswer> {
    const use = exactUse(tool, input)
    if (use !== null && this.#allowed.has(use)) return 'allow'
    this.#count += 1
    const id = `q${this.#count}`
    printEvent({ type: 'permission-asked', id, tool, input })
    const given = await this.#wait(id)
    // "Always" covers exactly what was shown; if that was not all of it, it means only this once.
    const answer = given === 'allow-always' && use === null ? 'allow' : (given ?? 'deny')
    const by = given === null ? 'timeout' : 'person'
    printEvent({ type: 'permission-answered', id, answer, by })
    if (answer === 'allow-always' && use !== null) this.#allowed.add(use)
    if (answer === 'deny') printEvent({ type: 'permission-denied', tool })
    return answer
  }

  async #wait(id: string): Promise<PermissionAnswer | null> {
    const deadline = performance.now() + this.#timeoutMs
    for (;;) {
      const answer = this.#read(id)
      if (answer !== null || performance.now() >= deadline) return answer
      await pause(POLL_MS)
    }
  }

  #read(id: string): PermissionAnswer | null {
    const text = readPlain(join(this.#folder, 'answers', `${id}.json`))
    if (text === null) return null
    const parsed = permissionAnswerSchema.safeParse(parseObject(text)?.['answer'])
    return parsed.success ? parsed.data : 'deny'
  }
}

/** Follows no link and waits at no pipe: the host puts a file there. */
function readPlain(path: string): string | null {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return null
  }
  try {
    return fstatSync(fd).isFile() ? readFileSync(fd, 'utf8') : null
  } finally {
    closeSync(fd)
  }
}
