import {
  type ClientContext,
  methods,
  type NewSessionResponse,
  type SessionConfigOption,
} from '@agentclientprotocol/sdk'
import type { PermissionMode } from '../../contracts/launch/agent.ts'

type Opened = Pick<NewSessionResponse, 'sessionId' | 'modes' | 'configOptions'>

/** What agents call the modes in which they ask before they change anything. */
const ASKING = ['default', 'manual', 'ask', 'read-only']
const PLANNING = ['plan', 'read-only', ...ASKING]

/** The agent cannot be held to the permission mode. */
export class CannotHold extends Error {
  constructor(mode: PermissionMode, why: string) {
    super(
      `this agent cannot be held to permission mode ${mode}: ${why}; choose another agent, or permission full if it may do everything`,
    )
  }
}

/**
 * Puts the session into a mode in which the agent asks, so that each request is decided here.
 * `asks`: it was started so that it asks, whatever it calls its modes.
 */
export async function holdTo(
  context: ClientContext,
  opened: Opened,
  { permission, asks }: { permission: PermissionMode; asks: boolean },
): Promise<void> {
  if (permission === 'full') return
  const { current, available } = modesOf(opened)
  const wanted = permission === 'plan' ? PLANNING : ASKING
  const mode = wanted.find((id) => available.includes(id))
  if (mode === undefined) {
    if (asks) return
    const offer = available.length === 0 ? 'no modes at all' : `only ${available.join(', ')}`
    throw new CannotHold(permission, `it has no mode in which it asks first (it offers ${offer})`)
  }
  if (mode !== current) await setMode(context, opened, mode)
}

const modeOption = (
  options: Opened['configOptions'],
): Extract<SessionConfigOption, { type: 'select' }> | null => {
  const option = options?.find(({ category, id }) => category === 'mode' || id === 'mode')
  return option?.type === 'select' ? option : null
}

function modesOf({ modes, configOptions }: Opened): { current: string; available: string[] } {
  if (modes)
    return { current: modes.currentModeId, available: modes.availableModes.map(({ id }) => id) }
  const option = modeOption(configOptions)
  if (option === null) return { current: '', available: [] }
  const values = option.options.flatMap((choice) =>
    'value' in choice ? [choice.value] : choice.options.map(({ value }) => value),
  )
  return { current: option.currentValue, available: values }
}

async function setMode(context: ClientContext, opened: Opened, mode: string): Promise<void> {
  const { sessionId, modes, configOptions } = opened
  const option = modeOption(configOptions)
  if (modes || option === null)
    await context.request(methods.agent.session.setMode, { sessionId, modeId: mode })
  else
    await context.request(methods.agent.session.setConfigOption, {
      sessionId,
      configId: option.id,
      value: mode,
    })
}
