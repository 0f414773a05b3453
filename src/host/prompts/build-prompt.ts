import { isAbsolute, join, relative } from 'node:path'
import type { ReplyMode } from '../../contracts/journal.ts'
import type { AgentPhase } from '../../contracts/phases.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { pathOf } from '../../core/formats/item-place.ts'
import type { PromptValues } from '../../core/prompts/prompt-values.ts'
import { PUT_ASIDE } from '../../core/prompts/put-aside.ts'
import { renderPrompt } from '../../core/prompts/render.ts'
import { conventionsOf, inFormat } from './in-format.ts'
import { namesInFolder } from '../files/document-file.ts'
import { projectRules } from './project-rules.ts'
import { PromptError } from './prompt-error.ts'
import { readOpenComments } from './read-comments.ts'
import { readSteering } from './read-steering.ts'
import { templateOf } from './templates.ts'

export interface PromptRequest {
  /** The folder that the user's trust decisions are about. */
  projectDir: string
  /** The agent's working directory, if it is not the project: the item's worktree. */
  workDir?: string
  /** Absolute. */
  specDir: string
  /** The folder with the host's own files, if it is not `specDir`. */
  recordDir?: string
  item: WorkItem
  phase: AgentPhase
  round: number | null
  mode: ReplyMode | null
  language: string
  description: string
  rejection: string | null
  instructions: string[]
  decisions: PromptValues['decisions']
  findings: string[]
  checks: PromptValues['checks']
  failedChecks: PromptValues['failedChecks']
  rerun: PromptValues['rerun']
  returned: PromptValues['returned']
  allowed: PromptValues['allowed']
  /** Tasks that are put aside need not be done. */
  skipsTasks: boolean
  /** The agent continues its session and already knows the rest. */
  isReminder: boolean
  /** The agent asked instead of working. */
  isNudge: boolean
  /**
   * The agent runs without the project's own files: built-in templates, and the project's rules as
   * text.
   */
  isIsolated: boolean
}

/** Synchronous on purpose: runs between the decision to launch and the start of the process. */
export function buildPrompt(request: PromptRequest): string {
  const { projectDir, specDir, phase, isReminder, isNudge, isIsolated } = request
  const { workDir = projectDir, recordDir = specDir } = request
  const name = isNudge ? 'nudge' : isReminder ? 'instructions' : phase
  const template = templateOf(isIsolated ? null : projectDir, name)
  const values = {
    ...request,
    feature: pathOf(request.item),
    specDir: seenFrom(workDir, specDir),
    steering: loadSteering(projectDir),
    comments: readOpenComments(recordDir, phase, namesInFolder(specDir, request.item).belongsTo),
  }
  let { text } = template
  if (request.findings.length > 0) text = withSection(text, 'findings')
  if (request.instructions.length > 0) text = withSection(text, 'instructions')
  if (request.decisions.length > 0 && name === phase) text = withSection(text, 'decisions')
  if (request.checks.length > 0 && name === phase) text = withSection(text, 'checks')
  if (request.failedChecks.length > 0) text = withSection(text, 'failedChecks')
  if (request.returned.length > 0) text = withSection(text, 'returned')
  if (request.rerun !== null && name === phase) text = withRerun(text)
  // Each part alone first, so that an error names its own file.
  for (const part of template.parts) rendered(part, values)
  const named = inFormat(request.item, specDir)
  const prompt = rendered({ file: template.file, text: named(text) }, values)
  if (name !== phase) return prompt
  const aside = request.skipsTasks ? `\n${PUT_ASIDE}\n` : ''
  const whole = prompt + conventionsOf(request.item) + aside
  return isIsolated ? whole + projectRules(projectDir) : whole
}

function rendered({ file, text }: { file: string; text: string }, values: PromptValues): string {
  try {
    return renderPrompt(text, values)
  } catch (cause) {
    throw new PromptError('prompt-invalid', file, cause)
  }
}

/** Adds a section that is missing in a project's own, older template. */
function withSection(template: string, name: keyof typeof INTRODUCED): string {
  if (new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`).test(template)) return template
  return `${template}\n{{#${name}}}\n${INTRODUCED[name]}<${name}>\n{{${name}}}\n</${name}>\n{{/${name}}}\n`
}

/** Text before a section; empty where the section is self-explanatory. */
const INTRODUCED = {
  instructions: '',
  decisions: 'These issues were put to the person who is responsible, and decided. Keep to it:\n\n',
  findings: '',
  checks: 'The host runs these checks when you have ended, and all of them have to pass:\n\n',
  failedChecks: 'These checks of the host failed on the code as it is now:\n\n',
  returned: 'These issues came back after an earlier round had answered them:\n\n',
} as const

function withRerun(template: string): string {
  if (/\{\{\s*[#^]?\s*(?:rerun|lastSaid)\s*\}\}/.test(template)) return template
  return `${template}\nThis is run {{rerun}} of this work.\n{{#lastSaid}}\nThe one before ended with:\n\n<last-run>\n{{lastSaid}}\n</last-run>\n{{/lastSaid}}\n`
}

function loadSteering(projectDir: string) {
  try {
    return readSteering(projectDir)
  } catch (cause) {
    throw new PromptError('prompt-unreadable', join(projectDir, '.kiro/steering'), cause)
  }
}

function seenFrom(workDir: string, specDir: string): string {
  const path = relative(workDir, specDir)
  return path.startsWith('..') || isAbsolute(path) ? specDir : path
}
