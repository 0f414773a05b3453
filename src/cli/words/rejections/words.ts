import type { Rejection } from '../../../contracts/rejections.ts'

export interface Words {
  /** The thing and its place. */
  message: string
  /** What you can do now. */
  remedy: string
}

export type Of<C extends Rejection['code']> = Extract<Rejection, { code: C }>
