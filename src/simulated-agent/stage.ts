import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { keptText } from './kept-text.ts'

/** What a play can do; each act emits an event (or a tool call and its result) and pauses. */
export interface Stage {
  say(text: string): Promise<void>
  /** Null when there is no such file. */
  read(file: string): Promise<string | null>
  write(file: string, text: string): Promise<void>
  edit(file: string, change: { before: string; after: string; text: string }): Promise<void>
  /** Really runs Node with these arguments; skipped when played fast. */
  runNode(args: string[]): Promise<void>
  end(outcome: { ok: boolean; message: string }): void
}

export interface StageInput {
  emit: (line: string) => void
  sessionId: string
  workDir: string
  beatMs: number
}

export function openStage({ emit, sessionId, workDir, beatMs }: StageInput): Stage {
  let calls = 0
  let written = 0
  const send = (event: object): void =>
    emit(`${JSON.stringify({ ...event, session_id: sessionId })}\n`)
  const assistant = (block: object): void => {
    written += JSON.stringify(block).length
    send({ type: 'assistant', message: { role: 'assistant', content: [block] } })
  }
  const useTool = async (tool: Tool): Promise<void> => {
    const id = `toolu_simulated_${++calls}`
    assistant({ type: 'tool_use', id, name: tool.name, input: tool.input })
    await delay(beatMs)
    const { ok, text } = await tool.act()
    const result = { type: 'tool_result', tool_use_id: id, content: text, is_error: !ok }
    send({ type: 'user', message: { role: 'user', content: [result] } })
  }
  send({
    type: 'system',
    subtype: 'init',
    cwd: workDir,
    model: 'simulated',
    tools: ['Read', 'Write', 'Edit', 'Bash'],
    permissionMode: 'acceptEdits',
    slash_commands: [],
  })
  return {
    ...fileTools(useTool),
    say: async (text) => {
      assistant({ type: 'text', text })
      await delay(beatMs)
    },
    runNode: async (args) => {
      // Starting another Node takes longer than a whole fast play.
      if (beatMs === 0) return
      const input = { command: ['node', ...args].join(' ') }
      await useTool({ name: 'Bash', input, act: () => runNode(args, workDir) })
    },
    end: ({ ok, message }) => send(resultEvent({ ok, message, turns: calls + 1, written })),
  }
}

interface Tool {
  name: string
  input: object
  act: () => ToolResult | Promise<ToolResult>
}
type ToolResult = { ok: boolean; text: string }

function fileTools(use: (tool: Tool) => Promise<void>): Pick<Stage, 'read' | 'write' | 'edit'> {
  const save = (file: string, text: string, encoding: BufferEncoding = 'utf8'): ToolResult => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, encoding)
    return { ok: true, text: `${file} written` }
  }
  return {
    read: async (file) => {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : null
      const act = (): ToolResult =>
        text === null ? { ok: false, text: 'no such file' } : { ok: true, text }
      await use({ name: 'Read', input: { file_path: file }, act })
      return text
    },
    write: (file, text) =>
      use({
        name: 'Write',
        input: { file_path: file, content: text },
        act: () => save(file, text),
      }),
    edit: (file, { before, after, text }) =>
      use({
        name: 'Edit',
        input: { file_path: file, old_string: before, new_string: after },
        act: () => save(file, text, keptText(file).encoding),
      }),
  }
}

function runNode(args: string[], cwd: string): Promise<ToolResult> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) => {
      resolve({ ok: error === null, text: `${stdout}${stderr}`.slice(-4000) })
    })
  })
}

interface Ending {
  ok: boolean
  message: string
  turns: number
  written: number
}

/** Counts four characters as a token, since there is no model to count them. */
function resultEvent({ ok, message, turns, written }: Ending): object {
  return {
    type: 'result',
    subtype: 'success',
    is_error: !ok,
    result: message,
    num_turns: turns,
    total_cost_usd: 0,
    usage: { input_tokens: 0, output_tokens: Math.ceil(written / 4) },
    permission_denials: [],
    terminal_reason: ok ? 'completed' : 'error',
    stop_reason: 'end_turn',
  }
}
