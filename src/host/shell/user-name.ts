import { userInfo } from 'node:os'

/** Some containers run under a user id that has no name. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'someone'
  }
}
