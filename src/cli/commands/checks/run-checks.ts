import type { WorkItem } from '../../../contracts/work-item.ts'
import type { DeclaredCheck } from '../../../contracts/views/checks-view.ts'
import { readChecks } from '../../../host/checks/declared-checks.ts'
import { runManually, type ManualResult } from '../../../host/checks/run-manually.ts'
import { readStatuses } from '../../../host/items/spec-status.ts'
import { isWorktreeOf } from '../../../host/workspaces/live-folder.ts'
import type { Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { CommandError, Refused } from '../../problems.ts'
import {
  existingItem,
  ofKind,
  openProjectContext,
  type Project,
  type ProjectContext,
} from '../../project.ts'
import { Interruption } from '../../run/interruption.ts'
import { commandWords, ranWords } from '../../words/check-words.ts'

/** Runs the checks one after another, as the host does, until all have run or Ctrl+C. */
export async function run(invocation: Invocation, name: string | undefined): Promise<number> {
  const context = openProjectContext(invocation)
  const given = invocation.text('item')
  const item = given === undefined ? null : itemNamed(context, given)
  const workspace = workspaceOf(context, item)
  const checks = checksToRun(context, workspace, name)
  const interruption = new Interruption()
  const stop = new AbortController()
  interruption.act = () => stop.abort()
  const failed: string[] = []
  try {
    for (const check of checks) {
      const ran = await runOne(invocation, check, { context, workspace, item, stop: stop.signal })
      if (ran.result === 'stopped') return EXIT.interrupted
      if (ran.result === 'failed') failed.push(check.name)
    }
  } finally {
    interruption.dispose()
  }
  const { output } = invocation
  output.data({ type: 'result', status: failed.length === 0 ? 'passed' : 'failed', failed })
  return failed.length === 0 ? EXIT.completed : EXIT.error
}

interface CheckContext {
  context: ProjectContext
  workspace: string
  item: WorkItem | null
  stop: AbortSignal
}

async function runOne(
  { output }: Invocation,
  check: DeclaredCheck,
  { context, workspace, item, stop }: CheckContext,
): Promise<ManualResult> {
  output.say(output.style('bold', `${check.name}: ${commandWords(check)}`))
  const ran = await runManually({
    check: { ...check, timeoutMs: check.timeoutMinutes * 60_000 },
    workspace,
    projectDir: context.folders.projectDir,
    item,
    env: context.env,
    graceMs: context.settings.graceMs,
    signal: stop,
    output: output.forCommand(),
  })
  output.data({ type: 'check', name: check.name, ...ran })
  const words = `${check.name} ${ranWords(ran)}`
  output.say(output.style(ran.result === 'passed' ? 'green' : 'red', words))
  return ran
}

/** Refuses to run any of them when one cannot be started. */
function checksToRun(
  { folders, env, typed }: ProjectContext,
  workspace: string,
  name: string | undefined,
): DeclaredCheck[] {
  const { checks } = readChecks({ projectDir: folders.projectDir, env }, workspace)
  const wanted = name === undefined ? checks : checks.filter((check) => check.name === name)
  if (name !== undefined && wanted.length === 0)
    throw new Refused({ code: 'NO_CHECK', check: name })
  if (wanted.length === 0)
    throw new CommandError(`${folders.projectDir} has no checks`, {
      hint: `See what fits this repository: ${typed('checks', 'suggest')}`,
      code: 'NO_CHECK',
      exitCode: EXIT.usage,
    })
  const untrusted = wanted.filter(({ state }) => state === 'untrusted')
  if (untrusted.length > 0)
    throw new CommandError(
      [
        'These checks came with the project, and you have not trusted them:',
        ...untrusted.map((check) => `  ${check.name}: ${commandWords(check)}`),
      ].join('\n'),
      {
        hint: `Review and trust them: ${typed('trust')}`,
        code: 'NOT_TRUSTED',
        exitCode: EXIT.usage,
      },
    )
  for (const { name: check, missing } of wanted)
    if (missing !== null) throw new Refused({ code: 'CHECK_MISSING', check, program: missing })
  return wanted
}

/** A bug is written `bug:NAME`: there may be a spec of the same name. */
const itemNamed = (context: ProjectContext, given: string): WorkItem =>
  given.startsWith('bug:')
    ? existingItem(ofKind(context, 'bug'), given.slice('bug:'.length))
    : existingItem(context, given)

/** The folder with the item's code; the checkout when no item is given. */
function workspaceOf({ folders, typed }: Project, item: WorkItem | null): string {
  const [status] = item === null ? [] : readStatuses(folders, item)
  if (status?.workspace.kind !== 'worktree') return folders.projectDir
  const { path } = status.workspace
  if (isWorktreeOf(folders, path)) return path
  throw new CommandError(`${path} is not a worktree of ${folders.projectDir}`, {
    hint: `See what became of it: ${typed('status', status.item.name)}`,
    code: 'WORKSPACE',
    exitCode: EXIT.usage,
  })
}
