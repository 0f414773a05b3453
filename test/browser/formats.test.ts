import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENT_PHASES } from '../../src/contracts/phases.ts'
import { specNamed } from '../../src/contracts/work-item.ts'
import { CONTRACT_FORMATS } from '../formats/contract-formats.ts'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.launch()
})

afterAll(() => browser[Symbol.asyncDispose]())

/** One item of each other tool, with its documents beyond the usual three. */
const OTHERS = CONTRACT_FORMATS.filter(({ item }) => item.includes('@')).map((format) => ({
  ...format,
  deeper: Object.keys(format.beside)
    .filter((path) => path.startsWith(`${format.folder}/`))
    .map((path) => path.slice(format.folder.length + 1)),
}))

describe.each(OTHERS)('$format', ({ item, folder, first, middle, tasks, beside, deeper }) => {
  it('is opened, its documents are read, and it is run from the page', async () => {
    const files: Record<string, string> = {
      ...beside,
      [`${folder}/${first[0]}`]: first[1],
      ...(middle && { [`${folder}/${middle[0]}`]: middle[1] }),
      [`${folder}/tasks.md`]: tasks({ done: 1 }),
    }
    await using world = await UiWorld.open(browser, {}, (project) => {
      for (const [path, text] of Object.entries(files)) {
        const file = join(project.folders.projectDir, path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
    })
    const { projectDir } = world.project.folders
    const { page, problems } = await world.sit()
    await page.getByRole('link', { name: item, exact: true }).click()
    await page.getByRole('heading', { name: item, exact: true }).waitFor()
    for (const name of [first[0], ...(middle ? [middle[0]] : []), ...deeper]) {
      const [tab = ''] = name.split(/(?<=\/)/)
      await page.getByRole('tab', { name: titles[tab] ?? tab }).click()
      await page
        .getByText(wordsIn(files[`${folder}/${name}`] ?? ''))
        .first()
        .waitFor()
    }
    expect(existsSync(join(projectDir, folder, 'spec.json'))).toBe(false)
    for (const phase of DOCUMENT_PHASES)
      await world.project.host.call('approve', { item: specNamed(item), phase })
    const pressed = (text: RegExp) => page.getByRole('button').filter({ hasText: text }).first()
    await pressed(/^Run$/).click()
    const inspection = join(projectDir, folder, 'inspection-1.md')
    await expect.poll(() => existsSync(inspection), { timeout: 120_000 }).toBe(true)
    for (const [path, text] of Object.entries(beside))
      expect(readFileSync(join(projectDir, path), 'utf8')).toBe(text)
    expect(problems).toEqual([])
  })
})

/** Files that are shown under another name. */
const titles: Readonly<Record<string, string>> = {
  'requirements.md': 'Requirements',
  'design.md': 'Design',
}

/** The first line of text, as the page renders it. */
function wordsIn(text: string): string {
  const line = text.split('\n').find((one) => /^[A-Za-z]/.test(one)) ?? text.split('\n')[0] ?? ''
  return line
    .replace(/^#+ /, '')
    .replace(/^- \[.\] /, '')
    .slice(0, 30)
}
