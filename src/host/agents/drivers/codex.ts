import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import type { PermissionMode } from '../../../contracts/agent.ts'
import { lineReaderFor } from '../../../core/agent-events/line-reader.ts'
import type { Driver, DriverRequest, Env } from './driver.ts'

const COMMAND_VARIABLE = 'SDD_CODEX_COMMAND'

export const codexDriver: Driver = {
  name: 'codex',
  commandVariable: COMMAND_VARIABLE,
  command: (env) => ({ executable: env[COMMAND_VARIABLE] || 'codex', program: null }),
  args: (request) => codexArgs(request),
  bridgeArgs: () => null,
  env: ({ permission, tempDir }, inherited) =>
    withClientLog(
      permission === 'edit' ? { ...inherited, TMPDIR: tempDir } : withoutTempTrap(inherited),
    ),
  readLine: lineReaderFor('codex'),
  takesSessionId: false,
  capabilities: {
    canAsk: false,
    canResume: true,
    canLimitBudget: false,
    reportsCost: false,
    models: true,
  },
}

/** `codex exec` asks nobody: what would need asking is out of reach. */
const SANDBOXES: Readonly<Record<PermissionMode, string>> = {
  plan: 'read-only',
  ask: 'read-only',
  edit: 'workspace-write',
  full: 'danger-full-access',
}

const codexArgs = (request: DriverRequest): string[] => {
  const { permission, model, effort, extraArgs, resumeSessionId, isolatedFrom } = request
  return [
    'exec',
    '--json',
    // The project is the person's choice; without git it would refuse.
    '--skip-git-repo-check',
    // With these it calls home and waits at its end for answers that never come without a network.
    '--disable',
    'plugins',
    '-c',
    'analytics.enabled=false',
    '-c',
    'check_for_update_on_startup=false',
    '-s',
    SANDBOXES[permission],
    // The temp folder that everybody shares is no part of the workspace; it gets one of its own.
    '-c',
    'sandbox_workspace_write.exclude_slash_tmp=true',
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(effort === undefined ? [] : ['-c', `model_reasoning_effort=${JSON.stringify(effort)}`]),
    ...(isolatedFrom === null ? [] : ['-c', untrusted(isolatedFrom)]),
    ...(extraArgs ?? []),
    ...(resumeSessionId === null ? [] : ['resume']),
    // What follows is never an option, whatever it looks like.
    '--',
    ...(resumeSessionId === null ? [] : [resumeSessionId]),
    '-',
  ]
}

/** What codex calls an untrusted project it neither configures itself by nor starts servers for. */
const untrusted = (projectDir: string): string => {
  const names = [...new Set([projectDir, realpathSync(projectDir)])]
  const rows = names.map((name) => `${JSON.stringify(name)}={trust_level="untrusted"}`)
  return `projects={${rows.join(',')}}`
}

/** It tells nobody else for how long a server does not want to be asked. */
const withClientLog = (env: Env): Env => ({
  RUST_LOG: 'error,codex_http_client::client=debug',
  ...env,
})

const OTHER_TEMP = '/var/tmp'

/**
 * Codex makes no sandbox helper when its home lies in the temp folder, and then every command fails
 * while the run ends with 0. Its home cannot be moved, so it gets another temp folder.
 */
const withoutTempTrap = (env: Env): Env => {
  const home = resolve(env['CODEX_HOME'] || join(env['HOME'] || sep, '.codex'))
  const temp = resolve(env['TMPDIR'] || tmpdir())
  return isInside(home, temp) ? { ...env, TMPDIR: OTHER_TEMP } : env
}

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
