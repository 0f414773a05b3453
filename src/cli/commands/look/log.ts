import { join } from 'node:path'
import type { WorkItem } from '../../../contracts/work-item.ts'
import { JOURNAL_FILE } from '../../../host/journal/journal-lines.ts'
import { OLDER_LOG_FILE, olderAgents } from '../../../host/journal/older-log.ts'
import { launchedPrompt } from '../../../host/agents/folder/agent-prompt.ts'
import { itemDirOf, type ProjectFolders } from '../../../host/project/folders.ts'
import type { CommandDetails } from '../../command.ts'
import { datedLine } from '../../words/lines/entry-line.ts'
import { EXIT } from '../../exit-codes.ts'
import { followLines, readLines } from '../../run/view/follow-lines.ts'
import { readLogLine } from '../../words/lines/log-line.ts'
import type { Output } from '../../output.ts'
import { UsageError } from '../../problems.ts'
import { existingItem, locateProject } from '../../project.ts'

export const command: CommandDetails = {
  help: `
Prints the event log of a spec, and the events of the older tool, if there are any. With
--follow it keeps printing what is added until Ctrl+C. With --prompt it prints the exact prompt of the
newest agent of the spec, or of the agent given with --agent.`,
  options: {
    follow: { value: null, help: 'keep printing new entries' },
    prompt: { value: null, help: 'print the prompt of an agent instead' },
    agent: { value: 'ID', help: 'with --prompt: the ID of an agent, from sdd agents' },
  },
  async run(invocation) {
    const { output } = invocation
    const project = locateProject(invocation)
    const item = existingItem(project, invocation.positionals[0] ?? '')
    if (invocation.has('prompt') || invocation.has('agent'))
      return printPrompt(output, project.folders, { item, agentId: invocation.text('agent') })
    const specDir = itemDirOf(project.folders, item)
    const print = (line: string): void => printLine(output, line)
    for (const { time, level, type, message } of olderAgents(project.folders, item))
      print(JSON.stringify({ type, time, level, message }))
    readLines(join(specDir, OLDER_LOG_FILE), print)
    const path = join(specDir, JOURNAL_FILE)
    if (!invocation.has('follow')) {
      readLines(path, print)
      return EXIT.completed
    }
    await followLines(path, {
      onLine: print,
      onRestart: () => output.warn('The log was replaced; reading it from the start'),
      until: untilInterrupted(output),
    })
    return output.closed.aborted ? EXIT.completed : EXIT.interrupted
  },
}

interface WantedPrompt {
  item: WorkItem
  agentId: string | undefined
}

function printPrompt(
  output: Output,
  folders: ProjectFolders,
  { item, agentId }: WantedPrompt,
): number {
  const found = launchedPrompt(folders, item, agentId ?? null)
  if (found === null)
    throw new UsageError(
      agentId === undefined
        ? `There is no prompt of an agent of ${item.name}`
        : `There is no prompt of agent ${agentId} of ${item.name}`,
      'sdd agents lists those that ran; their prompts are removed after logRetentionDays',
    )
  const { record, text } = found
  const { phase, round, agent, startedAt } = record
  output.data({ type: 'prompt', agentId: record.agentId, phase, round, agent, startedAt, text })
  if (!output.isJson) output.say(text.trimEnd())
  return EXIT.completed
}

function printLine(output: Output, line: string): void {
  const read = readLogLine(line)
  if (read === null) return
  if (output.isJson) output.data(read.value)
  else output.say(datedLine(output, read))
  if (read.isDamaged && output.isJson) output.warn(read.message)
}

function untilInterrupted(output: Output): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interrupted.abort())
  return AbortSignal.any([interrupted.signal, output.closed])
}
