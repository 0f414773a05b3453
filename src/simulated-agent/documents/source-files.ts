import type { World } from '../world.ts'

interface SourceFile {
  name: string
  text: string
}

/** A small working program with tests; `.mjs` runs in any project, whatever its package.json. */
export function sourceFiles(world: World): SourceFile[] {
  return [
    { name: 'rules.mjs', text: RULES },
    { name: 'store.mjs', text: STORE },
    { name: 'service.mjs', text: SERVICE },
    { name: 'rules.test.mjs', text: RULES_TEST },
    { name: 'service.test.mjs', text: SERVICE_TEST },
    { name: 'README.md', text: readme(world) },
  ]
}

const RULES = `const MAX_LENGTH = 200

export function check(text) {
  if (text.trim() === '') return 'empty-text'
  return text.length > MAX_LENGTH ? 'text-too-long' : null
}
`

const STORE = `export function createStore() {
  const entries = new Map()
  let lastId = 0
  return {
    put(text) {
      const entry = { id: ++lastId, text }
      entries.set(entry.id, entry)
      return entry
    },
    take: (id) => entries.delete(id),
    all: () => [...entries.values()],
  }
}
`

const SERVICE = `import { check } from './rules.mjs'
import { createStore } from './store.mjs'

export function createService(store = createStore()) {
  return {
    add(text) {
      const error = check(text)
      return error === null ? { ok: true, entry: store.put(text) } : { ok: false, error }
    },
    list: () => store.all(),
    remove: (id) => (store.take(id) ? { ok: true } : { ok: false, error: 'unknown-id' }),
  }
}
`

const RULES_TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from './rules.mjs'

test('an ordinary text is fine', () => assert.equal(check('milk'), null))
test('an empty text is refused', () => assert.equal(check('  '), 'empty-text'))
test('a long text is refused', () => assert.equal(check('x'.repeat(201)), 'text-too-long'))
`

const SERVICE_TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createService } from './service.mjs'

test('entries are listed in the order in which they came', () => {
  const service = createService()
  service.add('first')
  service.add('second')
  assert.deepEqual(service.list(), [
    { id: 1, text: 'first' },
    { id: 2, text: 'second' },
  ])
})

test('a removed entry is gone', () => {
  const service = createService()
  service.add('first')
  assert.deepEqual(service.remove(1), { ok: true })
  assert.deepEqual(service.list(), [])
})

test('an unknown id is refused', () => {
  assert.deepEqual(createService().remove(7), { ok: false, error: 'unknown-id' })
})
`

function readme({ feature, language }: World): string {
  const use = `\`\`\`js
import { createService } from './service.mjs'

const service = createService()
service.add('milk')
service.list()
\`\`\`
`
  const line =
    language === 'ja'
      ? 'シミュレーションのエージェントが書いた小さなサービスです。'
      : 'A small service, written by the simulated agent.'
  return `# ${feature}\n\n${line}\n\n${use}`
}
