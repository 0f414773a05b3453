/**
 * Settings that name commands of the user's or of the project's. Without zod: the page needs it
 * too.
 */

/** A command by which the host verifies an item's code: a program and its arguments, never a shell line. */
export interface CheckSetting {
  name: string
  command: string[]
  /** The folder it runs in, inside the workspace. */
  in?: string | undefined
  timeoutMinutes?: number | undefined
}

/** An object turns worktrees on, as `true` does. */
export interface WorktreeSetting {
  /** Ignored files that a new worktree gets from the checkout. */
  copy?: string[] | undefined
  /** Run in a new worktree before the first agent. */
  setup?: string[] | undefined
  /** Where worktrees are made, if not in the project's own folder. */
  root?: string | undefined
}

export const DEPLOY_MODES = ['merge', 'commit', 'pull-request'] as const
export const DEPLOY_STRATEGIES = ['squash', 'merge', 'rebase'] as const

export const CHECK_MINUTES = 20

export const CHECK_NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,59}$/

const MAX_WORDS = 200
const MAX_WORD = 4000

/** A program and its arguments as they can be given to the system. */
export const isCommand = (words: readonly string[]): boolean =>
  words.length > 0 &&
  words.length <= MAX_WORDS &&
  words.every((word) => word.length <= MAX_WORD && !word.includes('\0')) &&
  /^[^-\s]/.test(words[0] ?? '')

/** Inside its folder, judged by the path alone; links are checked where it is used. */
export const isInnerPath = (path: string): boolean =>
  path !== '' &&
  path.length <= 500 &&
  !/^[/~]|[\\\0]/.test(path) &&
  !path.split('/').some((part) => part === '..' || part.toLowerCase() === '.git')

/** What git takes as the name of a branch, and no program as an option. */
export const BRANCH_NAME =
  /^(?![-/.])(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[^\s~^:?*[\\\p{Cc}]{1,200}(?<![/.])$/u
