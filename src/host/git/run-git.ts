import {
  GitGround,
  LIST_SETTINGS,
  listedSettings,
  NoRepository,
  SAFE,
  withoutHooks,
  type Setting,
} from './git-ground.ts'
import { GitFailed, limitFor, runGit, type GitExit } from './git-process.ts'

const MAX_OUTPUT_BYTES = 5 * 1024 * 1024

export interface GitOutput {
  code: number
  text: string
  truncated: boolean
}

export type Git = (...args: string[]) => Promise<GitOutput>

interface Looking {
  /** The folder is a bare repository that this program made. */
  isBare?: boolean
}

/**
 * Git for commands that only look; not even the user's filters run. Null where there is no
 * repository. Throws `GitMissing`, and `NoRepository` for one that the host does not use.
 */
export async function gitIn(
  dir: string,
  env: NodeJS.ProcessEnv,
  { isBare = false }: Looking = {},
): Promise<Git | null> {
  const ground = opened(dir, env, isBare)
  if (ground === null) return null
  const limitMs = limitFor('look', env)
  const run = (settings: readonly Setting[], args: string[]): Promise<GitExit> =>
    runGit({
      program: ground.program,
      args,
      cwd: dir,
      env: ground.environment(ground.place, settings),
      limitMs,
      maxBytes: MAX_OUTPUT_BYTES,
    })
  const listed = await run(SAFE, LIST_SETTINGS)
  if (listed.code !== 0 || listed.truncated) throw new GitFailed(LIST_SETTINGS, listed)
  const found = listedSettings(listed.out)
  ground.refuseForeign(found.trusted)
  const settings = [...SAFE, ...withoutHooks(found), ...withoutFilters(found.names)]
  return async (...args) => {
    const { code, out, truncated } = await run(settings, args)
    return { code, text: out.toString('utf8'), truncated }
  }
}

function opened(dir: string, env: NodeJS.ProcessEnv, isBare: boolean): GitGround | null {
  try {
    return GitGround.open(dir, { env, isBare })
  } catch (error) {
    if (error instanceof NoRepository && error.found.problem === 'not-a-repository') return null
    throw error
  }
}

/** A filter runs a program on every changed file that git inspects; an empty one runs none. */
function withoutFilters(names: ReadonlySet<string>): Setting[] {
  const drivers = new Set([...names].flatMap((name) => FILTER.exec(name)?.[1] ?? []))
  return [...drivers].flatMap((driver): Setting[] => [
    [`filter.${driver}.clean`, ''],
    [`filter.${driver}.smudge`, ''],
    [`filter.${driver}.process`, ''],
    [`filter.${driver}.required`, 'false'],
  ])
}

const FILTER = /^filter\.(.*)\.[^.]+$/s
