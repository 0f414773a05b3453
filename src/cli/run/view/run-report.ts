import { stopOf } from '../../../core/questions/stop.ts'
import type { WorkItem } from '../../../contracts/work-item.ts'
import { definitionOf } from '../../../core/workflow/workflows.ts'
import { journalEntrySchema, type JournalEntry } from '../../../contracts/journal.ts'
import type { Notification } from '../../../contracts/views/notification.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import type { AutoExecutionState, RunResult } from '../../../contracts/run-state.ts'
import { agentFolder } from '../../../host/agents/folder/agent-folder.ts'
import { allowing } from '../../words/commands/allowing.ts'
import { counted } from '../../words/counted.ts'
import { entryLine } from '../../words/lines/entry-line.ts'
import type { Output } from '../../output.ts'
import { Progress } from './run-progress.ts'
import type { ProjectContext } from '../../project.ts'
import { wordsForEnding } from '../../words/reason-words.ts'
import { costWords } from '../../words/usage-words.ts'
import { durationOf, phaseLines, RunView } from './run-view.ts'
import { wordsForRejection } from '../../words/wording.ts'

interface RunReportOptions {
  context: ProjectContext
  output: Output
  item: WorkItem
  /** Its state before the run. */
  begin: AutoExecutionState
}

/** Prints how a run goes and how it ended, for people or as JSON. */
export class RunReport {
  readonly #context: ProjectContext
  readonly #output: Output
  readonly #item: WorkItem
  readonly #progress: Progress
  readonly #view: RunView
  readonly #startedAt = performance.now()
  #isLive = false

  constructor({ context, output, item, begin }: RunReportOptions) {
    this.#context = context
    this.#output = output
    this.#item = item
    this.#progress = new Progress(context, begin)
    this.#view = new RunView(output, this.#progress, context.folders)
  }

  begin(): void {
    if (this.#isLive) return
    this.#isLive = true
    this.#output.beginLive(() => this.#view.lines())
  }

  entry(entry: JournalEntry): void {
    this.#progress.see(entry)
    if (entry.type === 'agent.started') this.#view.agentStarted()
    this.#output.data(entry)
    if (this.#output.isJson || isOnlyLogged(entry)) return
    if (this.#output.isLive && isShownInView(entry)) return
    this.#output.say(entryLine(this.#output, entry))
  }

  /** Leaves out what the event log also reports. */
  notification({ kind, message }: Notification): void {
    if (!JOURNAL_TYPES.has(kind)) this.#output.warn(message)
  }

  stopping(): void {
    this.#output.say(`Stopping ${this.#item.name} … (press Ctrl+C again to exit immediately)`)
  }

  notStopped(rejection: Rejection): void {
    const { message, remedy } = wordsForRejection(rejection, this.#context)
    this.#output.warn(`Could not stop it: ${message}. ${remedy}`)
  }

  finish(result: RunResult): void {
    this.close()
    this.#output.data({ type: 'result', ...result })
    for (const line of this.#summary(result)) this.#output.say(line)
  }

  close(): void {
    this.#output.endLive()
  }

  #summary(result: RunResult): string[] {
    const { folders } = this.#context
    const { state, lastAgentId } = this.#progress
    const logs = lastAgentId === null ? '' : agentFolder(folders, lastAgentId).path
    const { what, todo } = wordsForEnding(
      {
        name: this.#item.name,
        asks: stopOf(state)?.kind ?? null,
        reason: result.reason,
        phase: result.phase,
        round: state.step?.round ?? null,
        logs,
        worktree: state.workspace.kind === 'worktree' ? state.workspace : null,
        deployed: state.phases.deploy.done,
      },
      this.#context,
    )
    return [
      ...(this.#output.isLive ? ['', ...phaseLines(this.#output, this.#progress, false), ''] : []),
      `${this.#headline(result)} ${what}`,
      `  ${this.#figures(result)}`,
      ...this.#unverified(result),
      ...this.#openTasks(),
      ...this.#deniedTools(result),
      ...todo.filter((line) => this.#isFor(line)).map((line) => `  → ${line}`),
    ]
  }

  /** Hides hints about the copies of a fleet's items: they are gone when this process ends. */
  #isFor(line: string): boolean {
    const { remote, folders } = this.#context
    return !remote || !line.includes(folders.projectDir)
  }

  #headline({ status }: RunResult): string {
    // The words for a completed run already begin with "Done".
    const words = status === 'completed' ? `${this.#item.name}:` : `${this.#item.name}: ${status}.`
    const colour = status === 'completed' ? 'green' : status === 'paused' ? 'yellow' : 'red'
    return this.#output.style(colour, words)
  }

  #figures({ executedPhases, agents }: RunResult): string {
    const { rounds, reruns } = this.#progress
    const spent = this.#progress.state.spent.run
    const figures = [
      executedPhases.length === 0 ? 'no phase completed' : `done: ${executedPhases.join(', ')}`,
      counted(agents, 'agent'),
      ...(rounds > 0 ? [counted(rounds, 'review round')] : []),
      ...(reruns > 0 ? [counted(reruns, 're-run')] : []),
      durationOf(performance.now() - this.#startedAt),
      ...(spent.agents > 0 ? [costWords(spent)] : []),
    ]
    return figures.join(' · ')
  }

  #unverified({ status }: RunResult): string[] {
    return status === 'completed' && this.#progress.isUnverified()
      ? ['  Not verified by checks: none are declared']
      : []
  }

  /** Only a manual phase may complete with open tasks. */
  #openTasks(): string[] {
    const { state } = this.#progress
    if (state.mode !== 'manual' || state.phase === null) return []
    if (!definitionOf(state.phase).ticksTasks) return []
    const tasks = this.#progress.tasks()
    return tasks ? [`  Open tasks: ${tasks.total - tasks.done} of ${tasks.total}`] : []
  }

  #deniedTools({ status }: RunResult): string[] {
    return this.#progress.denied.flatMap((denied) => [
      `  ${denied.agent} was not allowed to use ${denied.tools.join(', ')} in ${denied.phase}`,
      ...allowing(this.#context, { ...denied, name: this.#item.name, status }),
    ])
  }
}

const JOURNAL_TYPES = new Set<string>(
  journalEntrySchema.options.map((option) => option.shape.type.value),
)

/** The results of git acts follow in entries of their own. */
const isOnlyLogged = (entry: JournalEntry): boolean =>
  entry.type === 'git.started' || (entry.type === 'git.completed' && entry.result !== null)

const isShownInView = (entry: JournalEntry): boolean =>
  entry.type === 'step.started' ||
  entry.type === 'agent.started' ||
  (entry.type === 'agent.ended' && entry.status === 'completed')
