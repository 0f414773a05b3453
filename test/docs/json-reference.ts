import { z } from 'zod'
import { COMMAND_LINES, ERROR_LINE } from '../../src/cli/json/command-lines.ts'
import { phase, reason, recordPhase } from '../../src/cli/json/parts.ts'
import { journalEntrySchema } from '../../src/contracts/journal.ts'
import { code, document, GENERATED, table } from './markdown.ts'

interface Shape {
  title?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  description?: string
  properties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  format?: string
}

const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Shape

/** Documents the lines of `--json`, from the schemas against which tests check every command. */
export function jsonReference(): string {
  const variants = distinct()
  return document(
    GENERATED,
    '# JSON output',
    '',
    'With `--json` stdout carries one JSON object per line and nothing else; messages for people go to stderr. Every line has a `type`. Fields are added in later versions, never renamed: ignore what you do not know. A `?` marks a field that can be missing.',
    '',
    '## What each command prints',
    '',
    'A command that is refused, or fails, prints one [`error`](#error), and its exit code says more ([cli.md](cli.md#exit-codes)). `sdd bug VERB` prints the same as the verb of specs.',
    '',
    ...table(
      ['command', 'lines', 'types'],
      Object.entries(COMMAND_LINES).map(([name, { about, schemas }]) => [
        code(`sdd ${name}`),
        about,
        [...new Set(schemas.map(linkOf))].join(', '),
      ]),
    ),
    ...[...variants].flatMap(([type, schemas]) => [
      `## ${type}`,
      '',
      ...schemas.flatMap(({ schema, commands }) => [
        ...(commands.length === 0
          ? []
          : [`Of ${commands.map((one) => code(`sdd ${one}`)).join(', ')}:`, '']),
        ...fieldTable(schema),
      ]),
    ]),
    '## Words',
    '',
    ...table(
      ['', 'one of'],
      [phase, recordPhase, reason].map((schema) => {
        const { title = '', enum: words = [] } = shapeOf(schema)
        return [title, words.map((word) => code(String(word))).join(' ')]
      }),
    ),
    '## Event log entries',
    '',
    'What `sdd run --json` and `sdd log --json` print; the same lines are in `event-log.jsonl`. Each has `seq`, `time`, `level` (`info`, `warning`, `error`), `message`, and `calledBy` where a command caused it, the first entry of a command also `command` (its id and its answer); and by its type:',
    '',
    ...table(
      ['type', 'fields'],
      journalEntrySchema.options.map((option) => [
        code(option.shape.type.value),
        fieldsOf(shapeOf(option)),
      ]),
    ),
  )
}

const ENTRY_FIELDS = new Set(['seq', 'time', 'type', 'level', 'message', 'calledBy', 'command'])

const fieldsOf = (shape: Shape): string =>
  Object.keys(shape.properties ?? {})
    .filter((name) => !ENTRY_FIELDS.has(name))
    .map(code)
    .join(', ')

interface Variant {
  schema: z.ZodType
  commands: string[]
}

/** The line schemas by type; some types, such as `result`, have several. */
function distinct(): Map<string, Variant[]> {
  const found = new Map<z.ZodType, Variant>()
  for (const [name, { schemas }] of Object.entries(COMMAND_LINES))
    for (const schema of schemas) {
      const known = found.get(schema)
      if (known === undefined) found.set(schema, { schema, commands: [name] })
      else known.commands.push(name)
    }
  const all: Variant[] = [{ schema: ERROR_LINE, commands: [] }, ...found.values()]
  const byType = new Map<string, Variant[]>()
  for (const variant of all) {
    const type = typeOf(variant.schema)
    if (type !== null) byType.set(type, [...(byType.get(type) ?? []), variant])
  }
  return byType
}

/** Null for event log entries, which have many types. */
function typeOf(schema: z.ZodType): string | null {
  const type = shapeOf(schema).properties?.['type']?.const
  return typeof type === 'string' ? type : null
}

function linkOf(schema: z.ZodType): string {
  const type = typeOf(schema)
  if (type !== null) return `[${code(type)}](#${type})`
  return schema === (journalEntrySchema as z.ZodType)
    ? '[entries](#event-log-entries)'
    : 'any other `type`'
}

const fieldTable = (schema: z.ZodType): string[] =>
  table(['field', 'is', ''], rowsOf(shapeOf(schema), ''))

function rowsOf({ properties = {}, required = [] }: Shape, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, shape]) => {
    const field = `${prefix}${name}${required.includes(name) ? '' : '?'}`
    const inner = innerOf(shape)
    const row = [code(field), wordsOf(shape), shape.description ?? '']
    return inner === null ? [row] : [row, ...rowsOf(inner.shape, `${prefix}${name}${inner.mark}.`)]
  })
}

/** The object that a field holds, alone or in a list. */
function innerOf(shape: Shape): { shape: Shape; mark: string } | null {
  const alternatives = (shape.anyOf ?? [shape]).filter(({ type }) => type !== 'null')
  const [only] = alternatives
  if (only === undefined || alternatives.length > 1) return null
  if (only.properties !== undefined) return { shape: only, mark: '' }
  return only.items?.properties === undefined ? null : { shape: only.items, mark: '[]' }
}

function wordsOf(shape: Shape): string {
  if (shape.const !== undefined) return code(JSON.stringify(shape.const))
  if (shape.title !== undefined) return `[${shape.title}](#words)`
  if (shape.enum !== undefined) return shape.enum.map((one) => code(String(one))).join(' ')
  if (shape.anyOf !== undefined) return shape.anyOf.map(wordsOf).join(' or ')
  if (shape.type === 'array')
    return shape.items === undefined ? 'list' : `list of ${wordsOf(shape.items)}`
  if (shape.format === 'date-time') return 'time'
  return shape.type === undefined ? 'anything' : [shape.type].flat().join(' or ')
}
