import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '../../core/settings/config-schema.ts'
import { effectiveValue } from '../config/config-keys.ts'
import { loadConfig } from '../config/load-config.ts'
import { settingsView } from '../config/host-settings.ts'
import { settingsFrom } from '../config/settings.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ceilings-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (folder: string, file: string, config: Config): void => {
  mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, folder, file), JSON.stringify(config))
}

const load = (personal: Config, project: Config) => {
  write('config/sdd-orchestrator', 'config.json', personal)
  write('project/.kiro', 'sdd-orchestrator.json', project)
  return loadConfig(join(root, 'project'), { XDG_CONFIG_HOME: join(root, 'config') })
}

describe('limits of a project', () => {
  it('T5 a project cannot raise what the user allows', () => {
    const { config, capped } = load(
      { budget: { usd: 5 }, concurrency: 2, timeoutMinutes: { impl: 10 }, hangMinutes: 3 },
      {
        budget: { usd: 500, tokens: 9 },
        concurrency: 50,
        timeoutMinutes: { impl: 9000 },
        hangMinutes: 4,
      },
    )
    const settings = settingsFrom(config)
    expect(settings.budget).toEqual({ usd: 5, tokens: 9, minutes: null })
    expect(settings.concurrency).toBe(2)
    expect(settings.timeoutMs('impl')).toBe(600_000)
    expect(settings.hangAfterMs).toBe(180_000)
    expect(capped).toContainEqual({ key: 'budget.usd', wanted: 500, ceiling: 5, by: 'personal' })
    expect(capped.map(({ key }) => key).toSorted()).toEqual([
      'budget.usd',
      'concurrency',
      'hangMinutes',
      'timeoutMinutes.impl',
    ])
  })

  it('T5 a project lowers what it likes', () => {
    const { config, capped } = load(
      { budget: { usd: 5 }, concurrency: 4 },
      { budget: { usd: 1 }, concurrency: 1, timeoutMinutes: { design: 5 } },
    )
    const settings = settingsFrom(config)
    expect([settings.budget.usd, settings.concurrency, settings.timeoutMs('design')]).toEqual([
      1, 1, 300_000,
    ])
    expect(capped).toEqual([])
  })

  it.each<[string, Config]>([
    ['concurrency', { concurrency: 6 }],
    ['timeoutMinutes.impl', { timeoutMinutes: { impl: 241 } }],
    ['answerMinutes', { answerMinutes: 31 }],
    ['graceSeconds', { graceSeconds: 600 }],
    ['logRetentionDays', { logRetentionDays: 31 }],
  ])('T5 without a personal value the default is the ceiling: %s', (key, project) => {
    const { sources, capped } = load({}, project)
    expect(capped).toMatchObject([{ key, by: 'default' }])
    expect(effectiveValue(sources, key).source).toBeNull()
  })

  it('T5 a budget has no default: any budget of a project lowers it', () => {
    expect(load({}, { budget: { usd: 500 } })).toMatchObject({
      config: { budget: { usd: 500 } },
      capped: [],
    })
  })

  it('T5 the settings say what the project asked for', () => {
    load({ concurrency: 2 }, { concurrency: 9 })
    const view = settingsView(join(root, 'project'), { XDG_CONFIG_HOME: join(root, 'config') })
    expect(view.settings.find(({ key }) => key === 'concurrency')).toMatchObject({
      value: 2,
      source: 'personal',
      cappedFrom: 9,
    })
  })
})
