import { describe, expect, it } from 'vitest'
import type { AccessView } from '../../../contracts/views/access-view.ts'
import { AGENTS } from '../../../core/agents/agent-table.ts'
import { configSchema } from '../../../core/settings/config-schema.ts'
import { SETTING_KEYS, settingOf } from '../../../core/settings/setting-table.ts'
import { choicesOf, kindOfAddress } from './remote/addresses.ts'
import { controlOf, isKnownKey, isOptional, textOf, valueOf } from './setting-controls.ts'

const typed = (key: string, text: string): unknown => valueOf(controlOf(key), text)

describe('what is typed into a setting', () => {
  it('is a value, nothing, or refused', () => {
    const cases: [string, string, unknown][] = [
      ['concurrency', ' 5 ', 5],
      ['concurrency', '', null],
      ['concurrency', '0', undefined],
      ['concurrency', '2.5', undefined],
      ['concurrency', 'many', undefined],
      ['timeoutMinutes.impl', '0.5', 0.5],
      ['graceSeconds', '0', 0],
      ['language', 'pt-BR', 'pt-BR'],
      ['language', 'english', undefined],
      ['claude.model', ' opus ', 'opus'],
      ['claude.model', ' ', null],
      ['claude.allowedTools', 'Read\n\n  Bash(npm test:*) \n', ['Read', 'Bash(npm test:*)']],
      ['claude.allowedTools', '\n', null],
      ['agents.impl', 'codex', 'codex'],
      ['models.codex', ' gpt-5.5 ', 'gpt-5.5'],
      ['fallback', 'codex\n gemini', ['codex', 'gemini']],
      ['budget.tokens', '1.5', undefined],
      ['budget.usd', '2.50', 2.5],
      ['permissions.impl', '', null],
      ['notify.webhook', 'ftp://a', undefined],
      ['notify.webhook', 'https://a.example/x', 'https://a.example/x'],
      ['acp', '{"mine":{"command":"mine"}}', { mine: { command: 'mine' } }],
    ]
    for (const [key, text, value] of cases)
      expect([key, text, typed(key, text)]).toEqual([key, text, value])
  })

  it('comes back as it was shown', () => {
    const values: [string, unknown][] = [
      ['concurrency', 3],
      ['claude.allowedTools', ['A', 'B c']],
      ['claude.model', 'opus'],
      ['of.a.newer.host', { deep: [1] }],
      ['of.a.newer.host', true],
    ]
    for (const [key, value] of values)
      expect(typed(key, textOf(controlOf(key), value))).toEqual(value)
    expect(textOf(controlOf('claude.model'), null)).toBe('')
    expect(isKnownKey('of.a.newer.host')).toBe(false)
  })
})

describe('the page and the host', () => {
  const TEXTS = ['-1', '0', '0.05', '1', '1.5', '7', '600', '601', '20160', '20161', '1e12', 'NaN']
  const WORDS = ['en', 'ask', 'plan', 'edit', 'codex', 'acp:mine', '--flag', 'two words', 'ftp://a']
  const hostTakes = (key: string, value: unknown): boolean => {
    const config = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
    return configSchema.safeParse(config).success
  }
  const kindOf = (key: string): string => controlOf(key).kind

  it.each(SETTING_KEYS.filter((key) => kindOf(key) === 'number' || kindOf(key) === 'text'))(
    'agree on what %s may be',
    (key) => {
      for (const text of [...TEXTS, ...WORDS, 'https://a.example/x', 'x'.repeat(300)]) {
        const typedIn = kindOf(key) === 'number' ? Number(text) : text
        expect([key, text, typed(key, text) !== undefined]).toEqual([
          key,
          text,
          hostTakes(key, typedIn),
        ])
      }
    },
  )

  it('offer and take the same choices, and every default is one that can be set', () => {
    const offered = SETTING_KEYS.flatMap((key) => {
      const control = controlOf(key)
      const options: unknown[] = control.kind === 'choice' ? [...control.options] : []
      const byDefault = settingOf(key)?.byDefault
      return [...options, ...(byDefault === undefined ? [] : [byDefault])].map((value) => ({
        key,
        value,
      }))
    })
    expect(offered.length).toBeGreaterThan(20)
    expect(offered.filter(({ key, value }) => !hostTakes(key, value))).toEqual([])
  })
})

describe("an agent's own settings", () => {
  const own = AGENTS.map(({ settings }) => Object.values(settings).map(({ help }) => help))

  it('are each explained in words of their own', () => {
    for (const helps of own)
      for (const language of ['en', 'ja'] as const)
        expect(new Set(helps.map((help) => help[language])).size).toBe(helps.length)
  })

  it('leave the permission mode to the general one', () => {
    expect(isOptional('claude.permissionMode')).toBe(true)
  })
})

describe('the addresses of remote access', () => {
  it('are distinguished by who can reach them', () => {
    const kinds = {
      '100.64.0.1': 'tailscale',
      '100.127.255.1': 'tailscale',
      'fd7a:115c:a1e0::1': 'tailscale',
      '100.128.0.1': 'public',
      '192.168.1.5': 'lan',
      '172.20.0.1': 'lan',
      '172.32.0.1': 'public',
      'fd00::2': 'lan',
      '127.0.0.2': 'loopback',
      '0.0.0.0': 'every',
      '::': 'every',
    }
    for (const [address, kind] of Object.entries(kinds))
      expect([address, kindOfAddress(address)]).toEqual([address, kind])
  })

  it('are offered with the safest first and without those no link can hold', () => {
    const addresses = ['8.8.8.8', 'fe80::1', 'fd00::2', '192.168.1.5', '100.64.0.1'].map(
      (address) => ({ address, interface: 'x' }),
    )
    const view = { addresses } as unknown as AccessView
    expect(choicesOf(view).map(({ address }) => address)).toEqual([
      '100.64.0.1',
      '192.168.1.5',
      'fd00::2',
      '8.8.8.8',
    ])
  })
})
