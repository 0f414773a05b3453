import { existsSync, fstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { ReplyMode } from '../contracts/journal.ts'
import { documentNames } from '../core/formats/document-names.ts'
import { pathOf } from '../core/formats/item-place.ts'

/** What the agent knows about its work, from the environment, spec.json and the prompt. */
export interface World {
  phase: string
  feature: string
  specDir: string
  /** The path of a document, whatever the format calls it. */
  documentIn: (document: string) => string
  /** Where source files go: one folder, named after the spec's own folder. */
  sourceDir: string
  workDir: string
  round: number
  mode: ReplyMode
  language: 'en' | 'ja'
  description: string
  /** What people decided; `assumed` is what nobody decided. */
  decided: string[]
  assumed: string[]
  prompt: string
}

export interface WorldInput {
  env: Readonly<Record<string, string | undefined>>
  workDir: string
  prompt: string
}

export function readWorld({ env, workDir, prompt }: WorldInput): World {
  const specDir = resolve(workDir, required(env, 'SDD_SPEC_DIR'))
  const spec = readRecord(specDir, env['SDD_BUG'] ? 'bug.json' : 'spec.json')
  return {
    phase: required(env, 'SDD_PHASE'),
    feature: env['SDD_BUG'] || pathOf({ kind: 'spec', name: required(env, 'SDD_SPEC') }),
    specDir,
    documentIn: documentsOf(specDir, env),
    sourceDir: join('src', basename(specDir)),
    workDir,
    round: Number(env['SDD_ROUND'] ?? 1) || 1,
    mode: modeOf(prompt),
    language: textOf(spec['language']).startsWith('ja') ? 'ja' : 'en',
    description: textOf(spec['description']).trim(),
    decided: afterEach(prompt, /^ {2}Decision: (.+)$/gm),
    assumed: afterEach(prompt, /^- No one answered .* Assumptions: (.+)$/gm),
    prompt,
  }
}

function documentsOf(specDir: string, env: WorldInput['env']): World['documentIn'] {
  const kind = env['SDD_BUG'] ? 'bug' : 'spec'
  const names = existsSync(specDir) ? readdirSync(specDir) : []
  const { fileOf } = documentNames({ kind, name: env['SDD_SPEC'] ?? '' }, names)
  return (document) => join(specDir, fileOf(document))
}

export const localised = (world: World, en: string, ja: string): string =>
  world.language === 'ja' ? ja : en

/** Reads stdin only if it is a file: a pipe that is never closed would block the agent forever. */
export function readPrompt(): string {
  return fstatSync(0).isFile() ? readFileSync(0, 'utf8') : ''
}

function required(env: WorldInput['env'], name: string): string {
  const value = env[name]
  if (value === undefined || value === '') throw new Error(`${name} is not set`)
  return value
}

/** The host reports an unreadable record; the play continues in English. */
function readRecord(specDir: string, name: string): Record<string, unknown> {
  try {
    const text = readFileSync(join(specDir, name), 'utf8').replace(/^\uFEFF/, '')
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const afterEach = (prompt: string, pattern: RegExp): string[] =>
  [...prompt.matchAll(pattern)].map(([, text = '']) => text.trim())

function modeOf(prompt: string): ReplyMode {
  const mode = /^Mode of this run: (reply|autofix|fix)\s*$/m.exec(prompt)?.[1]
  return mode === 'reply' || mode === 'fix' ? mode : 'autofix'
}
