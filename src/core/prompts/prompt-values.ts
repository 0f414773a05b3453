import type { LineComment } from '../../contracts/views/comments.ts'
import type { ReplyMode } from '../../contracts/journal.ts'
import type { AgentPhase } from '../../contracts/phases.ts'
import type { Decision } from '../../contracts/asked/questions.ts'
import { namedSteering, shownSteering, type SteeringDocument } from './steering-text.ts'

export interface PromptValues {
  feature: string
  description: string
  /** A language code such as `en` or `ja`. */
  language: string
  /** As seen from the agent's working directory. */
  specDir: string
  phase: AgentPhase
  /** The round of a review or reply, the number of an inspection report. */
  round: number | null
  mode: ReplyMode | null
  steering: SteeringDocument[]
  comments: LineComment[]
  rejection: string | null
  /** Instructions since the last launch, oldest first. */
  instructions: string[]
  /** What people decided on issues, oldest first. */
  decisions: Decision[]
  /** What the host found in the documents. */
  findings: string[]
  /** What the host runs when the agent has ended. */
  checks: { name: string; command: string[] }[]
  failedChecks: FailedCheckText[]
  /** Null for the first run of this work. */
  rerun: Rerun | null
  /** Issues of reviews that came back after they had been answered. */
  returned: string[]
  /** What the agent may do without asking. */
  allowed: string[]
}

/** One more run of the same work. */
export interface Rerun {
  /** Starts at 2. */
  number: number
  /** The last output of the previous run. */
  lastSaid: string
}

interface FailedCheckText {
  name: string
  exitCode: number | null
  isTimeout: boolean
  /** The end of its output. */
  output: string
}

/** What `{{name}}` stands for. Null: known, but this phase has no such value. */
export type PromptView = Readonly<Record<string, string | null>>

export function promptView(values: PromptValues): PromptView {
  return {
    feature: values.feature,
    description: values.description.trim(),
    language: languageName(values.language),
    specDir: values.specDir,
    phase: values.phase,
    round: values.round === null ? null : String(values.round),
    mode: values.mode,
    modeReply: flag(values.mode === 'reply'),
    modeAutofix: flag(values.mode === 'autofix'),
    modeFix: flag(values.mode === 'fix'),
    modeRepair: flag(values.mode === 'repair'),
    rejection: values.rejection?.trim() ?? '',
    instructions: values.instructions.map(instructionText).join('\n'),
    decisions: values.decisions.slice(-MOST_DECISIONS).map(decisionText).join('\n'),
    findings: values.findings.map(instructionText).join('\n'),
    checks: values.checks.map(checkText).join('\n'),
    failedChecks: values.failedChecks.map(failedCheckText).join('\n\n'),
    comments: values.comments.map(commentText).join('\n'),
    steering: shownSteering(values.steering),
    steeringPaths: namedSteering(values.steering),
    rerun: values.rerun === null ? '' : String(values.rerun.number),
    lastSaid: lastWords(values.rerun?.lastSaid ?? ''),
    returned: values.returned.map(instructionText).join('\n'),
    allowed: values.allowed.map(instructionText).join('\n'),
  }
}

const LANGUAGE_NAMES: ReadonlyMap<string, string> = new Map([
  ['de', 'German'],
  ['en', 'English'],
  ['es', 'Spanish'],
  ['fr', 'French'],
  ['it', 'Italian'],
  ['ja', 'Japanese'],
  ['ko', 'Korean'],
  ['pt', 'Portuguese'],
  ['zh', 'Chinese'],
])

function languageName(code: string): string {
  const name = LANGUAGE_NAMES.get(code)
  return name === undefined ? `the language with the code \`${code}\`` : `${name} (${code})`
}

const flag = (on: boolean): string => (on ? 'yes' : '')

const instructionText = (text: string): string => `- ${text.trim().replace(/\r?\n/g, '\n  ')}`

/** A prompt has room only for the newest; older ones are in the documents already. */
const MOST_DECISIONS = 50

/** The issue was written by an agent: kept on one line, it cannot pose as a decision. */
function decisionText({ document, key, issue, text }: Decision): string {
  const about = issue.replace(/\s+/g, ' ').trim()
  const place = document === null ? '' : ` in ${document}`
  const name = about === '' ? 'What was asked' : `${key}: ${about}`
  return `- ${name}${place}\n  Decision: ${text.trim().replace(/\r?\n/g, '\n  ')}`
}

const checkText = ({ name, command }: PromptValues['checks'][number]): string =>
  `- ${name}: ${command.map((word) => (PLAIN.test(word) ? word : JSON.stringify(word))).join(' ')}`

const PLAIN = /^[\w@%+=:,./-]+$/

/** Indented, so that no output can be mistaken for the end of the section. */
function failedCheckText({ name, exitCode, isTimeout, output }: FailedCheckText): string {
  const how = isTimeout
    ? 'took longer than its time limit and was ended'
    : exitCode === null
      ? 'was ended by a signal'
      : `failed with exit code ${exitCode}`
  const said = output === '' ? 'It printed nothing.' : 'The end of its output:'
  const lines = output === '' ? '' : `\n\n${output.replaceAll(/^/gm, '    ')}`
  return `${name} ${how}. ${said}${lines}`
}

function commentText(comment: LineComment): string {
  const quote = comment.quote.trim().replace(/\s+/g, ' ')
  const on = quote === '' ? '' : `, on "${quote}"`
  const text = comment.text.trim().replace(/\r?\n/g, '\n  ')
  return `- ${commentPlace(comment)}${on} (${comment.author}):\n  ${text}`
}

/** A file name can contain anything, even a line break. */
function commentPlace({ document, file = '', side, line }: LineComment): string {
  if (document !== undefined) return `${document} line ${line}`
  const name = PLAIN.test(file) ? file : JSON.stringify(file)
  return side === 'old' ? `${name}, removed line ${line}` : `${name} line ${line}`
}

const MOST_SAID = 4000

/** Indented, so that nothing in it can be mistaken for the end of the section. */
function lastWords(said: string): string {
  const text = said.trim()
  const end = text.length > MOST_SAID ? `… ${text.slice(-MOST_SAID).trimStart()}` : text
  return end.replaceAll(/^(?=.)/gm, '    ')
}
