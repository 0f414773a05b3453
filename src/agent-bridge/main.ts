import { readFileSync } from 'node:fs'
import { AcpConversation } from './acp/acp-agent.ts'
import { ClaudeConversation } from './claude-agent.ts'
import { CliProcess } from './cli-process.ts'
import type { Conversation, ConversationEnd } from './conversation.ts'
import { readOptions } from './options.ts'
import { printEvent } from './print.ts'
import { Questions } from './asked-questions.ts'

const options = readOptions(process.argv.slice(2), process.env)
const prompt = readFileSync(0, 'utf8')
const questions = new Questions({
  folder: options.folder,
  timeoutMs: options.answerTimeoutMs,
})
const cli = new CliProcess(options.command, options.args)
const conversation: Conversation =
  options.protocol === 'acp'
    ? new AcpConversation(options, cli, questions)
    : new ClaudeConversation(cli, questions)

let isOver = false
for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, () => void stop(signal, code))
}

// A pipe that breaks during shutdown must not turn a success into a failure.
process.on('unhandledRejection', (error) => {
  if (!isOver) throw error
})

const end = await Promise.race([conversation.run(prompt), cliDeath()])
if (!isOver) {
  isOver = true
  if (end !== null) printEnd(end)
  await cli.end()
  const { code } = await cli.ended
  process.exit(end === null ? (code ?? 1) : end.ok ? 0 : 1)
}

/** Without this, a CLI that crashes would leave the conversation waiting forever. */
async function cliDeath(): Promise<ConversationEnd | null> {
  const { code, error } = await cli.ended
  // Its last lines may still be in the pipe; the conversation ends when they are read.
  if (options.protocol === 'stream-json' && error === null) return new Promise(() => undefined)
  const message = error ?? `the CLI ended with ${code ?? 'a signal'}`
  return { ok: false, message, usage: conversation.usageSoFar(), problem: null }
}

async function stop(signal: string, code: number): Promise<void> {
  if (isOver) return
  isOver = true
  const usage = conversation.usageSoFar()
  printEnd({ ok: false, message: `ended by ${signal}`, usage, problem: null })
  await conversation.cancel().catch(() => undefined)
  await cli.stop()
  process.exit(code)
}

function printEnd({ ok, message, usage, problem }: ConversationEnd): void {
  printEvent({ type: 'ended', ok, message, sessionId: null, usage, deniedTools: [], problem })
}
