import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AGENT_PHASES } from '../../contracts/phases.ts'
import {
  addSection,
  replaceSection,
  sectionNames,
  withShared,
} from '../../core/prompts/template-parts.ts'
import { namesIn } from '../files/own-files.ts'
import { packageFile } from '../shell/package-files.ts'
import { PARTS_OF_ALL, PROMPT_FOLDERS } from '../trust/acting-paths.ts'
import { PromptError } from './prompt-error.ts'
import { readTextFile } from './text-files.ts'

export interface Template {
  file: string
  text: string
  /** What the project adds or replaces, each from its own file. */
  parts: TemplatePart[]
}

interface TemplatePart {
  file: string
  text: string
}

/** With null for the project, always the built-in template. */
export function templateOf(projectDir: string | null, name: string): Template {
  const whole = (projectDir === null ? null : ownTemplate(projectDir, name)) ?? builtIn(name)
  const text = withShared(whole.text, (shared) => sharedPart(whole, shared))
  if (projectDir === null || !isPhase(name)) return { ...whole, text, parts: [] }
  return withParts(projectDir, name, { ...whole, text, parts: [] })
}

const isPhase = (name: string): boolean => AGENT_PHASES.some((phase) => phase === name)

/** The template in the first folder that has one. */
function ownTemplate(projectDir: string, name: string): TemplatePart | null {
  for (const folder of PROMPT_FOLDERS) {
    const file = join(projectDir, folder, `${name}.md`)
    const text = loadFilled(file)
    if (text !== null) return { file, text }
  }
  return null
}

function builtIn(name: string): TemplatePart {
  const file = packageFile('prompts', `${name}.md`)
  const text = load(file)
  if (text === null) throw new PromptError('prompt-unreadable', file, 'the file is missing')
  return { file, text }
}

function sharedPart({ file }: TemplatePart, name: string): string {
  const text = load(packageFile('prompts/parts', `${name}.md`))
  if (text === null) throw new PromptError('prompt-invalid', file, `there is no part ${name}`)
  return text
}

const ADDED = 'add'
const ADDED_HEADING = 'In this project'

/** Files in `all/` apply to every phase; those in `PHASE/` come after them. */
function withParts(projectDir: string, phase: string, template: Template): Template {
  let { text } = template
  const parts: TemplatePart[] = []
  for (const folder of [PARTS_OF_ALL, phase])
    for (const { file, section, text: own } of partsIn(
      join(projectDir, PROMPT_FOLDERS[0], folder),
    )) {
      const changed =
        section === ADDED
          ? addSection(text, ADDED_HEADING, own)
          : replaceSection(text, section, own)
      if (changed === null && (folder === phase || !isKnownSection(section)))
        throw new PromptError('prompt-invalid', file, noSuchSection(section, text))
      if (changed === null) continue
      text = changed
      parts.push({ file, text: own })
    }
  return { ...template, text, parts }
}

const noSuchSection = (section: string, template: string): string =>
  `the prompt has no section ${section}; it has ${sectionNames(template).join(', ')}, and ${ADDED} adds one`

/** Known in any phase: a file in `all/` may concern only some of them. */
const isKnownSection = (section: string): boolean =>
  AGENT_PHASES.some((phase) => sectionNames(templateOf(null, phase).text).includes(section))

function partsIn(folder: string): { file: string; section: string; text: string }[] {
  if (!existsSync(folder)) return []
  return namesIn(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .flatMap((name) => {
      const file = join(folder, name)
      const text = loadFilled(file)
      return text === null ? [] : [{ file, section: name.slice(0, -3), text }]
    })
}

function loadFilled(file: string): string | null {
  const text = load(file)
  if (text?.trim() === '') throw new PromptError('prompt-invalid', file, 'the file is empty')
  return text
}

function load(file: string): string | null {
  try {
    return readTextFile(file)
  } catch (cause) {
    throw new PromptError('prompt-unreadable', file, cause)
  }
}
