import type { CommandId } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { Result } from '../../contracts/result.ts'
import type { ReplyValue } from '../../core/decide/effects.ts'

type Reply = Result<ReplyValue, Rejection>

/** Commands that wait for the answer of `decide`. */
export class Replies {
  /** A command that was repeated while it was decided waits more than once. */
  readonly #waiting = new Map<CommandId, ((reply: Reply) => void)[]>()

  await(commandId: CommandId): Promise<Reply> {
    return new Promise((resolve) =>
      this.#waiting.set(commandId, [...(this.#waiting.get(commandId) ?? []), resolve]),
    )
  }

  answer(commandId: CommandId, reply: Reply): void {
    for (const resolve of this.#waiting.get(commandId) ?? []) resolve(reply)
    this.#waiting.delete(commandId)
  }
}
