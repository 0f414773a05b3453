import { configSchema, type Config } from '../../core/settings/config-schema.ts'
import { settingsFrom, type Settings } from '../../host/config/settings.ts'

interface ProjectRow {
  settings: string
  /** Where no code is going to be touched it does not matter. */
  base?: string
}

/** As the one who added the project chose them; what it brings itself in a file does not count. */
export const configOf = ({ settings, base }: ProjectRow): Config => {
  const { worktree, deploy, ...config } = configSchema.parse(JSON.parse(settings))
  const { mode, ...delivery } = deploy ?? {}
  const { setup } = typeof worktree === 'object' ? worktree : {}
  return {
    ...config,
    exclusiveWorkingTree: false,
    ...(base === undefined ? {} : { baseBranch: base }),
    // An item of a fleet always has a branch of its own, in a folder of the worker's.
    worktree: setup === undefined ? true : { setup },
    deploy: mode === undefined || mode === 'commit' ? delivery : { ...delivery, mode },
  }
}

export const settingsOf = (row: ProjectRow): Settings => settingsFrom(configOf(row))
