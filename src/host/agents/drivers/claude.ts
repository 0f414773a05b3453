import { readClaudeLine } from '../../../core/agent-events/claude-lines.ts'
import type { Driver, DriverRequest } from '../driver.ts'

const COMMAND_VARIABLE = 'SDD_CLAUDE_COMMAND'

export const claudeDriver: Driver = {
  name: 'claude',
  commandVariable: COMMAND_VARIABLE,
  command: (env) => ({ executable: env[COMMAND_VARIABLE] || 'claude', program: null }),
  args: (request) => claudeArgs(request),
  env: { DISABLE_AUTOUPDATER: '1' },
  readLine: readClaudeLine,
  needsTerminalEvent: true,
}

/** No prompt among them: it comes on stdin, as an argument may be 128 KB at most. */
export const claudeArgs = (request: DriverRequest): string[] => {
  const { sessionId, resumeSessionId, model, permissionMode, allowedTools, extraArgs } = request
  const session =
    resumeSessionId === null ? ['--session-id', sessionId] : ['--resume', resumeSessionId]
  return [
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    '--permission-mode',
    permissionMode ?? 'acceptEdits',
    ...session,
    ...(model === undefined ? [] : ['--model', model]),
    ...(allowedTools?.length ? ['--allowedTools', allowedTools.join(',')] : []),
    ...(extraArgs ?? []),
  ]
}
