import type { PromptValues } from './prompt-values.ts'
import { promptView } from './prompt-values.ts'

export type TemplateFault = 'unknown-placeholder' | 'missing-value' | 'unbalanced-section'

export class PromptTemplateError extends Error {
  override readonly name = 'PromptTemplateError'
  readonly code: TemplateFault
  readonly placeholder: string

  constructor(code: TemplateFault, placeholder: string) {
    super(`${FAULTS[code]}: ${placeholder}`)
    this.code = code
    this.placeholder = placeholder
  }
}

/**
 * `{{name}}` inserts, `{{#name}}…{{/name}}` stays when the value is not empty,
 * `{{^name}}…{{/name}}` when it is. One pass over the template: inserted values are never parsed,
 * so a description with `{{…}}` in it stays as it is.
 */
export function renderPrompt(template: string, values: PromptValues): string {
  const view = promptView(values)
  const open: Section[] = []
  const out: string[] = []
  const shown = () => open.every((section) => section.shown)
  let at = 0
  for (const match of template.matchAll(TAG)) {
    if (shown()) out.push(template.slice(at, match.index))
    at = match.index + match[0].length
    const sign = match[1] ?? match[3] ?? ''
    const name = match[2] ?? match[4] ?? ''
    if (!Object.hasOwn(view, name)) throw new PromptTemplateError('unknown-placeholder', name)
    const value = view[name] ?? null
    if (sign === '/') closeSection(open, name)
    else if (sign !== '') open.push({ name, shown: filled(value) === (sign === '#') })
    else if (shown()) out.push(present(value, name))
  }
  const left = open.at(-1)
  if (left !== undefined) throw new PromptTemplateError('unbalanced-section', left.name)
  return out.join('') + template.slice(at)
}

interface Section {
  name: string
  shown: boolean
}

const FAULTS: Readonly<Record<TemplateFault, string>> = {
  'unknown-placeholder': 'no such placeholder',
  'missing-value': 'this phase has no value for the placeholder',
  'unbalanced-section': 'a section is not opened or not closed',
}

/** A section tag alone on its line is removed with its line, so that no blank line remains. */
const TAG =
  /^[ \t]*\{\{\s*([#^/])\s*([A-Za-z][\w-]*)\s*\}\}[ \t]*(?:\r?\n|$(?![\s\S]))|\{\{\s*([#^/]?)\s*([A-Za-z][\w-]*)\s*\}\}/gm

const filled = (value: string | null): boolean => value !== null && value !== ''

function present(value: string | null, name: string): string {
  if (value === null) throw new PromptTemplateError('missing-value', name)
  return value
}

function closeSection(open: Section[], name: string): void {
  if (open.pop()?.name !== name) throw new PromptTemplateError('unbalanced-section', name)
}
