/** Settings that name commands. Without zod, because the page uses this too. */

/** A command that verifies an item's code: a program and its arguments, never a shell line. */
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

/** Whether the system can run this as a program and its arguments. */
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

/** A name that git accepts for a branch, and that no program takes for an option. */
export const BRANCH_NAME =
  /^(?![-/.])(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[^\s~^:?*[\\\p{Cc}]{1,200}(?<![/.])$/u
