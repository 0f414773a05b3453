import { configSchema, type Config } from '../../core/settings/config-schema.ts'
import { settingsFrom, type Settings } from '../../host/config/settings.ts'

interface ProjectRow {
  settings: string
  /** May be left out where no code is going to be touched. */
  base?: string
}

/** The settings chosen when the project was added; the repository's own config file is ignored. */
export const configOf = ({ settings, base }: ProjectRow): Config => {
  const { worktree, deploy, ...config } = configSchema.parse(JSON.parse(settings))
  const { mode, ...delivery } = deploy ?? {}
  const { setup } = typeof worktree === 'object' ? worktree : {}
  return {
    ...config,
    exclusiveWorkingTree: false,
    ...(base === undefined ? {} : { baseBranch: base }),
    // In a fleet an item always has its own branch, in a folder of the worker.
    worktree: setup === undefined ? true : { setup },
    deploy: mode === undefined || mode === 'commit' ? delivery : { ...delivery, mode },
  }
}

export const settingsOf = (row: ProjectRow): Settings => settingsFrom(configOf(row))
