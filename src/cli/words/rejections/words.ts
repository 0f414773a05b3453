import type { Rejection } from '../../../contracts/rejections.ts'

export interface Words {
  /** What is wrong, and where. */
  message: string
  /** What you can do now. */
  remedy: string
}

export type Of<C extends Rejection['code']> = Extract<Rejection, { code: C }>
