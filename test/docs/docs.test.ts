import { describe, expect, it } from 'vitest'
import { commandNames } from '../../src/cli/commands.ts'
import { COMMAND_LINES } from '../../src/cli/json/command-lines.ts'
import { SETTING_KEYS } from '../../src/core/settings/setting-table.ts'
import { cliReference } from './cli-reference.ts'
import { configurationReference } from './configuration-reference.ts'
import { jsonReference } from './json-reference.ts'

const documentIn = (name: string): string => new URL(`../../docs/${name}`, import.meta.url).pathname

/** `npm run docs` writes them by running these tests in update mode. */
describe('the references are what the tables say; else: npm run docs', () => {
  it('docs/cli.md', async () => {
    await expect(await cliReference()).toMatchFileSnapshot(documentIn('cli.md'))
  })

  it('docs/configuration.md', async () => {
    await expect(configurationReference()).toMatchFileSnapshot(documentIn('configuration.md'))
  })

  it('docs/json.md', async () => {
    await expect(jsonReference()).toMatchFileSnapshot(documentIn('json.md'))
  })
})

describe('the references', () => {
  it('have every command and every setting', async () => {
    const cli = await cliReference()
    for (const name of commandNames()) expect(cli).toContain(`\n## sdd ${name}\n`)
    const configuration = configurationReference()
    const groups = /^(agents|effort|permissions|timeoutMinutes|models)\./
    for (const key of SETTING_KEYS.filter((one) => !groups.test(one)))
      expect(configuration).toContain(`\`${key}\``)
  })

  it('say of every command what it prints as JSON', () => {
    expect(Object.keys(COMMAND_LINES)).toEqual(commandNames())
  })
})
