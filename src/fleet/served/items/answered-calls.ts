import type { CommandId } from '../../../contracts/ids.ts'
import { ok, type Result } from '../../../contracts/result.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import type { ActingMethod } from '../../../contracts/rpc.ts'
import type { Database } from '../../database/database.ts'

/** A call that changes an item beside its journal. Whoever repeats it gives it the same id. */
export interface ActingCall {
  project: string
  method: ActingMethod
  commandId: CommandId
}

/** The answer that any coordinator has given it; null if it was never carried out. */
export async function firstAnswer(
  database: Database,
  call: ActingCall,
): Promise<{ value: unknown } | null> {
  const { rows } = await database.query<{ answer: string }>(
    'select answer from sdd.calls where project = $1 and call = $2',
    [call.project, nameOf(call)],
  )
  return rows[0] ? { value: JSON.parse(rows[0].answer) as unknown } : null
}

/**
 * Carries it out unless another coordinator has, and keeps the answer in the same transaction. One
 * that is carrying it out at this moment is waited for.
 */
export async function onceIn<T>(
  transaction: Database,
  call: ActingCall,
  act: () => Promise<Result<T, Rejection>>,
): Promise<Result<T, Rejection>> {
  const isFirst = await keepAnswer(transaction, call, null)
  const first = isFirst ? null : await firstAnswer(transaction, call)
  if (first !== null) return ok(first.value as T)
  const reply = await act()
  const at = [call.project, nameOf(call)]
  await (reply.ok
    ? transaction.query('update sdd.calls set answer = $3 where project = $1 and call = $2', [
        ...at,
        JSON.stringify(reply.value ?? null),
      ])
    : transaction.query('delete from sdd.calls where project = $1 and call = $2', at))
  return reply
}

/** False when it was answered before. */
export async function keepAnswer(
  transaction: Database,
  call: ActingCall,
  answer: unknown,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'insert into sdd.calls (project, call, answer) values ($1, $2, $3) on conflict do nothing',
    [call.project, nameOf(call), JSON.stringify(answer)],
  )
  return rowCount === 1
}

const nameOf = ({ method, commandId }: ActingCall): string => `${method} ${commandId}`
