import { configuredName } from '../../../core/agents/acp.ts'
import { BUILT_IN_AGENT, DEFAULT_AGENT, installOf } from '../../../core/agents/agent-table.ts'
import type { Typed } from '../../project.ts'
import type { Of, Words } from './words.ts'

export function wordsForAgent(
  rejection: Of<'AGENT_UNKNOWN' | 'AGENT_MISSING' | 'AGENT_NOT_EXECUTABLE' | 'AGENT_CANNOT_ASK'>,
  typed: Typed,
): Words {
  const { agent } = rejection
  const choose = `Or choose another agent: --agent ${BUILT_IN_AGENT} with run, or ${typed('config', 'set', 'agent', BUILT_IN_AGENT)}`
  switch (rejection.code) {
    case 'AGENT_UNKNOWN':
      return {
        message: `This version does not support the agent ${agent}`,
        remedy: `${ownProgram(agent, typed)}Supported: ${rejection.known.join(', ')}. Choose one with --agent, or ${typed('config', 'set', 'agent', DEFAULT_AGENT)}`,
      }
    case 'AGENT_MISSING': {
      const { command, variable } = rejection
      const place = command.includes('/')
        ? `${command} does not exist`
        : `${command} is not on PATH`
      const name = variable === '' ? '' : ` or set ${variable} to its executable.`
      return {
        message: `The agent CLI of ${agent} was not found: ${place}`,
        remedy: `Install it (${installOf(agent) || 'see its own documentation'})${name} ${choose}. See: ${typed('doctor')}`,
      }
    }
    case 'AGENT_CANNOT_ASK':
      return {
        message: `${agent} cannot ask for permission, but the permission mode of ${rejection.phase} is ask`,
        remedy: `Allow it to edit files: ${typed('config', 'set', `permissions.${rejection.phase}`, 'edit')}. ${choose}`,
      }
    case 'AGENT_NOT_EXECUTABLE':
      return {
        message: `The agent CLI of ${agent} is not executable: ${rejection.path}`,
        remedy: `Make it executable: chmod +x ${rejection.path}. ${choose}`,
      }
    default:
      return rejection satisfies never
  }
}

const ownProgram = (agent: string, typed: Typed): string =>
  configuredName(agent) !== null
    ? `Set its program: ${typed('config', 'set', agent.replace(':', '.'), '{"command":"PROGRAM"}')}. `
    : ''
