import { existsSync, readFileSync } from 'node:fs'
import type { ModelRequest } from './model-request.ts'

/** What a script wants done, independent of any client's tools. */
export type Act =
  | { act: 'write'; path: string; content: string }
  | { act: 'read'; path: string }
  | { act: 'shell'; command: string }
  | { act: 'background'; command: string }
  /** Lets a sub-agent do what the prompt says: the named one, or a general one. */
  | { act: 'delegate'; prompt: string; to?: string }
  | { act: 'skill'; name: string }

/** A tool call as the client expects it; `custom` is free text instead of JSON. */
export interface ToolCall {
  name: string
  namespace?: string
  input?: Record<string, unknown>
  custom?: string
}

export function toolCallFor({ tools, api }: ModelRequest, act: Act): ToolCall {
  const call = CALLS[act.act].find(({ tool }) => tools.includes(tool))?.call(act)
  if (call === undefined) throw new Error(`no tool to ${act.act} among ${tools.join(', ')}`)
  // With another API the same tool takes its text as JSON.
  if (call.custom !== undefined && api !== 'responses')
    return { name: call.name, input: { patchText: call.custom } }
  return call
}

/** False if the client offers no such tool, as in some modes. */
export const canDo = ({ tools }: ModelRequest, { act }: Act): boolean =>
  CALLS[act].some(({ tool }) => tools.includes(tool))

/** Some clients refuse to replace a file that they have not read. */
export const mustReadFirst = ({ tools }: ModelRequest): boolean =>
  tools.includes('Write') || tools.includes('write')

type Row = { tool: string; call: (act: Act) => ToolCall | undefined }

const write = (tool: string, call: (path: string, content: string) => ToolCall): Row => ({
  tool,
  call: (act) => (act.act === 'write' ? call(act.path, act.content) : undefined),
})
const read = (tool: string, call: (path: string) => ToolCall): Row => ({
  tool,
  call: (act) => (act.act === 'read' ? call(act.path) : undefined),
})
const shell = (tool: string, call: (command: string) => ToolCall): Row => ({
  tool,
  call: (act) => (act.act === 'shell' ? call(act.command) : undefined),
})
const background = (tool: string, call: (command: string) => ToolCall): Row => ({
  tool,
  call: (act) => (act.act === 'background' ? call(act.command) : undefined),
})
const delegate = (tool: string, general: string): Row => ({
  tool,
  call: (act) => {
    if (act.act !== 'delegate') return undefined
    const { prompt, to: subagent_type = general } = act
    return { name: tool, input: { description: 'a part', prompt, subagent_type } }
  },
})
const skill = (tool: string, call: (name: string) => Record<string, unknown>): Row => ({
  tool,
  call: (act) => (act.act === 'skill' ? { name: tool, input: call(act.name) } : undefined),
})

const CALLS: Readonly<Record<Act['act'], Row[]>> = {
  write: [
    write('Write', (file_path, content) => ({ name: 'Write', input: { file_path, content } })),
    write('write', (filePath, content) => ({ name: 'write', input: { filePath, content } })),
    write('write_file', (file_path, content) => ({
      name: 'write_file',
      input: { file_path, content },
    })),
    write('apply_patch', (path, content) => ({
      name: 'apply_patch',
      custom: patchOf(path, content),
    })),
  ],
  read: [
    read('Read', (file_path) => ({ name: 'Read', input: { file_path } })),
    read('read', (filePath) => ({ name: 'read', input: { filePath } })),
    read('read_file', (file_path) => ({ name: 'read_file', input: { file_path } })),
  ],
  shell: [
    shell('Bash', (command) => ({ name: 'Bash', input: { command, description: 'run' } })),
    shell('bash', (command) => ({ name: 'bash', input: { command, description: 'run' } })),
    shell('run_shell_command', (command) => ({
      name: 'run_shell_command',
      input: { command, description: 'run' },
    })),
    shell('exec_command', (cmd) => ({ name: 'exec_command', input: { cmd } })),
    shell('shell_command', (command) => ({ name: 'shell_command', input: { command } })),
  ],
  background: [
    background('Bash', (command) => ({
      name: 'Bash',
      input: { command, description: 'run', run_in_background: true },
    })),
  ],
  delegate: [
    delegate('Agent', 'general-purpose'),
    delegate('Task', 'general-purpose'),
    delegate('task', 'general'),
  ],
  skill: [
    skill('Skill', (name) => ({ skill: name })),
    skill('skill', (name) => ({ name })),
    skill('activate_skill', (name) => ({ name })),
  ],
}

/** Replaces the whole file if it exists. */
function patchOf(path: string, content: string): string {
  const added = linesOf(content).map((line) => `+${line}`)
  const change = existsSync(path)
    ? [
        `*** Update File: ${path}`,
        '@@',
        ...linesOf(readFileSync(path, 'utf8')).map((line) => `-${line}`),
      ]
    : [`*** Add File: ${path}`]
  return ['*** Begin Patch', ...change, ...added, '*** End Patch', ''].join('\n')
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n')
