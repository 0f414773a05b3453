import { parseArgs } from 'node:util'
import type { PermissionMode } from '../contracts/launch/agent.ts'
import { PERMISSION_MODES } from '../contracts/launch/permission-modes.ts'

export interface BridgeOptions {
  protocol: 'acp' | 'stream-json'
  /** The CLI and its arguments. */
  command: string
  args: string[]
  permission: PermissionMode
  /** The CLI was started so that it asks before it changes anything. */
  asks: boolean
  /** It reports only its last step's tokens and no sub-agents' cost; its `export` has it all. */
  exportsUsage: boolean
  model: string | null
  resumeSessionId: string | null
  answerTimeoutMs: number
  /** The agent's folder, in which the host writes answers; no agent can write there. */
  folder: string
}

/** `PROTOCOL [options] -- CLI [arguments]`; our own driver writes it, so a mistake is a bug. */
export function readOptions(argv: readonly string[], env: NodeJS.ProcessEnv): BridgeOptions {
  const at = argv.indexOf('--')
  const [command, ...args] = at < 0 ? [] : argv.slice(at + 1)
  const { values, positionals } = parseArgs({
    args: argv.slice(0, at < 0 ? undefined : at),
    allowPositionals: true,
    options: {
      permission: { type: 'string', default: 'ask' },
      asks: { type: 'boolean', default: false },
      'exports-usage': { type: 'boolean', default: false },
      model: { type: 'string' },
      resume: { type: 'string' },
      'answer-timeout': { type: 'string', default: '0' },
    },
  })
  const [protocol] = positionals
  const permission = PERMISSION_MODES.find((mode) => mode === values.permission)
  if (protocol !== 'acp' && protocol !== 'stream-json') throw new Error(`no protocol ${protocol}`)
  if (permission === undefined) throw new Error(`no permission mode ${values.permission}`)
  if (command === undefined) throw new Error('no command after --')
  const folder = env['SDD_AGENT_DIR']
  if (folder === undefined) throw new Error('no SDD_AGENT_DIR')
  return {
    protocol,
    command,
    args,
    permission,
    asks: values.asks,
    exportsUsage: values['exports-usage'],
    model: values.model ?? null,
    resumeSessionId: values.resume ?? null,
    answerTimeoutMs: Number(values['answer-timeout']),
    folder,
  }
}
