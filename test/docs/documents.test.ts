import { promptValues } from '../../src/testkit/prompt-values.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { BUG_COMMANDS } from '../../src/cli/bug-commands.ts'
import { GLOBAL_OPTIONS } from '../../src/cli/command.ts'
import { listedCommand } from '../../src/cli/commands.ts'
import { promptView } from '../../src/core/prompts/prompt-values.ts'
import { GENERATED } from './markdown.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'AGENTS.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The anchors that common renderers make from headings. */
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe.each(DOCUMENTS)('%s', (path) => {
  const text = textOf(path)

  it('leads to what is there', () => {
    const links = [
      ...text.replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g),
    ]
    const broken = links.filter(([, to = '', anchor]) => {
      const target = to === '' ? path : join(dirname(path), to)
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && !anchorsIn(textOf(target)).includes(anchor)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })

  it('names commands and options that there are', async () => {
    // Generated documents follow from the tables.
    const written = text.startsWith(GENERATED) ? '' : text
    const lines = [...written.matchAll(/`+([^`]+)`+/g)].flatMap(([, code = '']) => code.split('\n'))
    const wrong = await Promise.all(lines.flatMap(commandsIn).map(problemOf))
    expect(wrong.filter((one) => one !== null)).toEqual([])
  })
})

/** `sdd run login --go deploy` in a line, up to a comment, a pipe or another command. */
const commandsIn = (line: string): string[] =>
  [...line.matchAll(/(?:^|[\s("])sdd ([a-z][^#|;&()"`·]*)/g)].map(([, rest = '']) => rest.trim())

async function problemOf(typed: string): Promise<string | null> {
  const [own] = typed.split(' -- ')
  const [first = '', second = ''] = (own ?? '').split(/\s+/)
  const listed =
    first === 'bug' && /^[a-z]/.test(second) ? BUG_COMMANDS[second] : listedCommand(first)
  if (listed === undefined || listed === null) return `there is no command: sdd ${typed}`
  const { options } = (await listed.load()).command
  const known = new Set([...Object.keys(options), ...Object.keys(GLOBAL_OPTIONS)])
  const given = [...(own ?? '').matchAll(/(?:^|\s)--([a-z-]+)/g)].map(([, name = '']) => name)
  const unknown = given.filter((name) => !known.has(name))
  return unknown.length === 0 ? null : `no option --${unknown.join(', --')}: sdd ${typed}`
}

describe('docs/prompts.md', () => {
  const text = textOf('docs/prompts.md')

  it('has every variable, and no other', () => {
    const [, table = ''] = text.split('## Variables')
    const documented = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].flatMap(
      ([, name = '', about = '']) => [
        name,
        ...[...about.matchAll(/`(mode\w+)`/g)].map(([, mode = '']) => mode),
      ],
    )
    const view = promptView(promptValues())
    expect(documented.toSorted()).toEqual(Object.keys(view).toSorted())
  })

  it('names every template', () => {
    const names = readdirSync(join(ROOT, 'prompts'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.replace(/\.md$/, ''))
    for (const name of names) expect(text).toContain(`\`${name}\``)
  })
})
