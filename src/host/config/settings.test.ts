import { expect, it } from 'vitest'
import { parseConfig, problemIn } from './load-config.ts'
import { settingsFrom } from './settings.ts'

it('who does a phase: the spec first, then the configuration, each by phase before by default', () => {
  const settings = settingsFrom({ agent: 'codex', agents: { impl: 'gemini' } })
  const who = (phase: 'impl' | 'design', spec = {}) => settings.planFor(phase, spec).agent
  expect(who('design')).toBe('codex')
  expect(who('impl')).toBe('gemini')
  expect(who('impl', { default: 'opencode' })).toBe('opencode')
  expect(who('impl', { default: 'opencode', impl: 'claude' })).toBe('claude')
  expect(settingsFrom({}).planFor('design', {}).agent).toBe('claude')
})

it('the reply is written by the writer, unless it is set too: only the review follows its setting', () => {
  const settings = settingsFrom({ agents: { 'document-review': 'codex' } })
  expect(settings.planFor('document-review', {}).agent).toBe('codex')
  expect(settings.planFor('document-review-reply', {}).agent).toBe('claude')
})

it('the model of a phase holds for the planned agent; a fallback has its own', () => {
  const settings = settingsFrom({
    models: { impl: 'opus', codex: 'gpt-5.5' },
    claude: { model: 'haiku' },
  })
  expect(settings.planFor('impl', {}).model).toBe('opus')
  expect(settings.planFor('impl', {}, 'codex').model).toBe('gpt-5.5')
  expect(settings.planFor('impl', {}, 'gemini').model).toBeUndefined()
  expect(settings.planFor('design', {}).model).toBe('haiku')
})

it('what an agent may do: the phase before the default, edit when no one says', () => {
  const settings = settingsFrom({ permission: 'ask', permissions: { impl: 'full' } })
  expect(settings.planFor('impl', {}).permission).toBe('full')
  expect(settings.planFor('design', {}).permission).toBe('ask')
  expect(settingsFrom({}).planFor('design', {}).permission).toBe('edit')
})

it.each([
  [{ permission: 'plan' }, 'permission'],
  [{ permissions: { design: 'plan' } }, 'permissions.design'],
  [{ claude: { permissionMode: 'plan' } }, 'claude.permissionMode'],
])('plan, in which no phase could write its document, is refused by key: %j', (config, key) => {
  const parsed = parseConfig(config)
  if (parsed.success) throw new Error('it was taken')
  const { allowed, ...place } = problemIn('config.json', parsed.error)
  expect(place).toMatchObject({ key })
  expect(allowed).toContain('in plan no phase could write its document')
})
