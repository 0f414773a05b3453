import { GitGround, NoRepository, SAFE, type Setting } from './git-ground.ts'
import { limitFor, runGit } from './git-process.ts'

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
 * Git for commands that only look; not even the user's filters run. Throws `GitMissing`; null where
 * there is no repository that the host can use.
 */
export async function gitIn(
  dir: string,
  env: NodeJS.ProcessEnv,
  { isBare = false }: Looking = {},
): Promise<Git | null> {
  const ground = opened(dir, env, isBare)
  if (ground === null) return null
  const limitMs = limitFor('look', env)
  const run = async (settings: readonly Setting[], args: string[]): Promise<GitOutput> => {
    const { code, out, truncated } = await runGit({
      program: ground.program,
      args: ['--no-pager', ...args],
      cwd: dir,
      env: ground.environment(ground.place, settings),
      limitMs,
      maxBytes: MAX_OUTPUT_BYTES,
    })
    return { code, text: out.toString('utf8'), truncated }
  }
  const listed = await run(SAFE, ['config', '--list', '--name-only', '-z'])
  if (listed.code !== 0 || listed.truncated) return null
  const settings = [...SAFE, ...withoutFilters(listed.text.split('\0'))]
  return (...args) => run(settings, args)
}

function opened(dir: string, env: NodeJS.ProcessEnv, isBare: boolean): GitGround | null {
  try {
    return GitGround.open(dir, { env, isBare })
  } catch (error) {
    if (error instanceof NoRepository) return null
    throw error
  }
}

/** A filter runs a program on every changed file that git inspects; an empty one runs none. */
function withoutFilters(names: string[]): Setting[] {
  const drivers = new Set(names.flatMap((name) => FILTER.exec(name)?.[1] ?? []))
  return [...drivers].flatMap((driver): Setting[] => [
    [`filter.${driver}.clean`, ''],
    [`filter.${driver}.smudge`, ''],
    [`filter.${driver}.process`, ''],
    [`filter.${driver}.required`, 'false'],
  ])
}

const FILTER = /^filter\.(.*)\.[^.]+$/s
