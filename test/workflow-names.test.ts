import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parseSync } from 'vite'
import { AGENT_PHASES, PHASES } from '../src/contracts/phases.ts'

const SRC = fileURLToPath(new URL('../src', import.meta.url))
const NAMES: ReadonlySet<unknown> = new Set<string>([...PHASES, ...AGENT_PHASES])

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The lines of a source that decide something by the name of a phase. */
function comparisonsIn(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found = new Set<string>()
  const lines = source.split('\n')
  const visit = (node: Node): void => {
    if (compares(node)) {
      const line = source.slice(0, node.start).split('\n').length
      found.add(`${file}:${line} ${lines[line - 1]?.trim()}`)
    }
    for (const value of Object.values(node))
      for (const child of [value].flat()) if (isNode(child)) visit(child)
  }
  visit(program as unknown as Node)
  return [...found]
}

const EQUALITY = new Set(['===', '!==', '==', '!='])
const SEARCHES = new Set(['includes', 'indexOf', 'lastIndexOf', 'startsWith', 'endsWith'])

function compares(node: Node): boolean {
  switch (node.type) {
    case 'BinaryExpression': {
      const sides = [node['left'], node['right']]
      if (!EQUALITY.has(String(node['operator']))) return false
      const others = sides.flatMap(otherWords)
      return sides.some((side) => isNameBut(others, side) || isOfPhases(side))
    }
    case 'SwitchStatement': {
      const others = otherWords(node['discriminant'])
      return nodesIn(node['cases']).some(({ test }) => isNameBut(others, test))
    }
    case 'CallExpression': {
      const callee = node['callee']
      if (!isNode(callee) || callee.type !== 'MemberExpression') return false
      if (!SEARCHES.has(nameOf(callee['property']))) return false
      return listsNames(callee['object']) || nodesIn(node['arguments']).some(isName)
    }
    case 'NewExpression':
      return nameOf(node['callee']) === 'Set' && nodesIn(node['arguments']).some(listsNames)
    default:
      return false
  }
}

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const isName = (node: unknown): boolean =>
  isNode(node) && node.type === 'Literal' && NAMES.has(node['value'])
const listsNames = (node: unknown): boolean =>
  isNode(node) && node.type === 'ArrayExpression' && nodesIn(node['elements']).some(isName)
const nameOf = (node: unknown): string =>
  !isNode(node)
    ? ''
    : node.type === 'MemberExpression'
      ? nameOf(node['property'])
      : String(node['name'])

/** Values that are spelled like a phase but mean a tab, a step's mode, an act or a question. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  tab: ['tasks'],
  mode: ['fix'],
  replyMode: ['fix'],
  act: ['deploy'],
  kind: ['clarify'],
}
const otherWords = (node: unknown): readonly string[] => OTHER_WORDS[nameOf(node)] ?? []
const isNameBut = (others: readonly string[], node: unknown): boolean =>
  isName(node) && isNode(node) && !others.includes(String(node['value']))

const LISTS = new Set(['PHASES', 'DOCUMENT_PHASES', 'APPROVABLE_PHASES', 'AGENT_PHASES'])

/** `PHASES[0]`, `PHASES.at(-1)` */
function isOfPhases(node: unknown): boolean {
  if (!isNode(node)) return false
  if (node.type === 'CallExpression') return isOfPhases(node['callee'])
  return node.type === 'MemberExpression' && LISTS.has(nameOf(node['object']))
}

const isLookedAt = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/^(testkit|core\/workflow)\//.test(file)

it('B1 no phase name is compared outside core/workflow', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(isLookedAt)
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) => comparisonsIn(file, readFileSync(join(SRC, file), 'utf8')))
  expect(found).toEqual([])
})

it.each([
  `if (phase === 'impl') run()`,
  `const is = 'deploy' !== row.run.phase`,
  `switch (step.phase) { case 'document-review-reply': break }`,
  `const one = ['requirements', 'design'].includes(phase)`,
  `const at = PHASES.indexOf('inspection')`,
  `const some = new Set(['design', 'tasks'])`,
  `const first = phase === PHASES[0]`,
  `const last = phase === DOCUMENT_PHASES.at(-1)`,
  `const page = <p hidden={phase === 'deploy'} />`,
  `if (step.kind === 'impl') run()`,
  `switch (act) { case 'inspection': break }`,
])('B1 sees a planted comparison: %s', (source) => {
  expect(comparisonsIn('planted.tsx', source)).toHaveLength(1)
})

it.each([
  `if (tab === 'tasks') show()`,
  `if (step.mode === 'fix') apply()`,
  `switch (next.act) { case 'deploy': break }`,
  `const words = { impl: 'Implementation', deploy: 'Deploy' }`,
  `call('approve', { phase: 'document-review' })`,
  `if (definition.kind === 'document') read()`,
])('B1 leaves alone what decides nothing by a name: %s', (source) => {
  expect(comparisonsIn('planted.tsx', source)).toEqual([])
})
