import type { Rejection } from '../../contracts/rejections.ts'
import { err, type Result } from '../../contracts/result.ts'
import { failureOf } from '../runs/failure-words.ts'

/** Turns errors, such as those of the disk, into rejections. */
export async function guarded<T>(
  act: () => Result<T, Rejection> | Promise<Result<T, Rejection>>,
): Promise<Result<T, Rejection>> {
  try {
    return await act()
  } catch (error) {
    return err(failureOf(error).rejection)
  }
}
