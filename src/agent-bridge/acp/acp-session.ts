import {
  type AgentCapabilities,
  type ClientContext,
  methods,
  type NewSessionResponse,
  type SessionConfigOption,
} from '@agentclientprotocol/sdk'
import type { PermissionMode } from '../../contracts/launch/agent.ts'
import { holdTo } from './acp-modes.ts'

export interface SessionRequest {
  cwd: string
  permission: PermissionMode
  /** It was started so that it asks before it changes anything. */
  asks: boolean
  model: string | null
  resumeSessionId: string | null
  capabilities: AgentCapabilities
}

type Opened = Pick<NewSessionResponse, 'sessionId' | 'modes' | 'configOptions'>

/** Opens a new session or resumes the old one, and sets the mode and the model. */
export async function openSession(
  context: ClientContext,
  request: SessionRequest,
): Promise<{ sessionId: string; model: string | null }> {
  const opened = await open(context, request)
  await holdTo(context, opened, request)
  const model = request.model === null ? null : await chooseModel(context, opened, request.model)
  return { sessionId: opened.sessionId, model: model ?? currentModel(opened.configOptions) }
}

async function open(context: ClientContext, request: SessionRequest): Promise<Opened> {
  const { cwd, resumeSessionId: sessionId, capabilities } = request
  const place = { cwd, mcpServers: [] }
  if (sessionId === null) return context.request(methods.agent.session.new, place)
  const old = { ...place, sessionId }
  if (capabilities.sessionCapabilities?.resume)
    return { ...(await context.request(methods.agent.session.resume, old)), sessionId }
  if (capabilities.loadSession === true)
    return { ...(await context.request(methods.agent.session.load, old)), sessionId }
  throw new Error('this agent cannot continue an earlier session')
}

/** Agents without a model option got the model on their command line. */
async function chooseModel(
  context: ClientContext,
  { sessionId, configOptions }: Opened,
  model: string,
): Promise<string> {
  const option = configOptions?.find(isModelOption)
  if (option !== undefined)
    await context.request(methods.agent.session.setConfigOption, {
      sessionId,
      configId: option.id,
      value: model,
    })
  return model
}

const isModelOption = (option: SessionConfigOption): boolean =>
  option.category === 'model' || option.id === 'model'

const currentModel = (options: Opened['configOptions']): string | null => {
  const option = options?.find(isModelOption)
  return option?.type === 'select' ? option.currentValue : null
}
