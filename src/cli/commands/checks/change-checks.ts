import { readSuggestions } from '../../../host/checks/declared-checks.ts'
import { addCheck, removeCheck } from '../../../host/checks/project-checks.ts'
import { quoted } from '../../../host/shell/quoted.ts'
import type { Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError, unwrap } from '../../problems.ts'
import { locateProject, type Project } from '../../project.ts'
import { commandLine } from '../../words/commands/command-line.ts'

export async function add(
  invocation: Invocation,
  name: string,
  command: string[],
): Promise<number> {
  if (command.length === 0)
    throw new UsageError(
      'COMMAND is missing',
      `For example: ${commandLine('checks', 'add', name)} -- npm test`,
    )
  const check = {
    name,
    command,
    in: invocation.text('in') ?? null,
    timeoutMinutes: minutesIn(invocation.text('timeout')),
  }
  const project = locateProject(invocation)
  const file = unwrap(await addCheck(projectOf(project, invocation), check))
  invocation.output.data({ type: 'result', status: 'completed', check: name, file })
  invocation.output.say(`${name} is in ${file} now, and you trust it`)
  return EXIT.completed
}

export async function remove(invocation: Invocation, name: string): Promise<number> {
  const project = locateProject(invocation)
  const file = unwrap(await removeCheck(projectOf(project, invocation), name))
  invocation.output.data({ type: 'result', status: 'completed', check: name, file })
  invocation.output.say(`${name} is no longer in ${file}`)
  return EXIT.completed
}

/** Shows what could be accepted; with `--yes` accepts the checks. */
export async function suggest(invocation: Invocation): Promise<number> {
  const { output, env } = invocation
  const project = locateProject(invocation)
  const { projectDir } = project.folders
  const { checks, setup, copy } = readSuggestions({ projectDir, env })
  for (const check of checks) output.data({ type: 'suggestion', ...check })
  if (setup !== null || copy.length > 0) output.data({ type: 'worktree', setup, copy })
  if (checks.length === 0) output.say('This repository shows no checks that are not declared yet')
  for (const { name, command, source } of checks)
    output.say(
      `${project.typed('checks', 'add', name)} -- ${command.map(quoted).join(' ')}   # ${source}`,
    )
  if (setup !== null || copy.length > 0) {
    const worktree = { ...(setup === null ? {} : { setup }), ...(copy.length > 0 ? { copy } : {}) }
    output.say(`For worktrees, in ${projectDir}/.kiro/sdd-orchestrator.json:`)
    output.say(`  "worktree": ${JSON.stringify(worktree)}`)
  }
  if (!invocation.has('yes')) return EXIT.completed
  for (const { name, command } of checks) {
    const check = { name, command, in: null, timeoutMinutes: null }
    const file = unwrap(await addCheck(projectOf(project, invocation), check))
    output.say(`${name} is in ${file} now, and you trust it`)
  }
  return EXIT.completed
}

const projectOf = ({ folders }: Project, { env }: Invocation) => ({ folders, env, at: new Date() })

function minutesIn(text: string | undefined): number | null {
  if (text === undefined) return null
  const minutes = Number(text)
  if (text.trim() === '' || !Number.isFinite(minutes) || minutes <= 0)
    throw new UsageError(`--timeout cannot be ${text || 'empty'}`, 'Give minutes, such as 5 or 0.5')
  return minutes
}
