import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../world/browser.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

/** Each would set `hit` or leave the page if it were treated as code. */
const HTML = [
  '<script>globalThis.hit = "script"</script>',
  '<img src=x onerror="globalThis.hit = \'img\'">',
  '<svg onload="globalThis.hit = \'svg\'"><script>globalThis.hit = "svg script"</script></svg>',
  '<iframe srcdoc="<script>parent.hit = \'iframe\'</script>"></iframe>',
  '<a href="javascript:globalThis.hit = \'a\'">raw link</a>',
  '<style>body { display: none }</style>',
  '<form action="https://example.invalid"><button>send</button></form>',
]
const MARKDOWN = [
  '[script link](javascript:globalThis.hit=1)',
  '[data link](data:text/html,<script>parent.hit=1</script>)',
  '[encoded link](java&#115;cript:globalThis.hit=1)',
  '![image](javascript:globalThis.hit=1)',
  '<javascript:globalThis.hit=1>',
  '[a]: javascript:globalThis.hit=1',
  '[reference][a]',
]
/** The links among them that a user would click. */
const LINKS = ['raw link', 'script link', 'data link', 'encoded link', 'reference']
const MERMAID = [
  '```mermaid\nflowchart TD\n  A["<img src=x onerror=globalThis.hit=1>"] --> B["<script>globalThis.hit=1</script>"]\n  click A "javascript:globalThis.hit=1"\n  click B call alert()\n```',
  '```mermaid\n%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\nflowchart TD\n  A["<img src=x onerror=globalThis.hit=1>"]\n  click A href "javascript:globalThis.hit=1" "tip"\n```',
  '```mermaid\nsequenceDiagram\n  participant A as <svg onload=globalThis.hit=1>\n  A->>A: <img src=x onerror=globalThis.hit=1>\n```',
  '```mermaid\nflowchart TD\n  A[one] --> B[two]\n  click A "javascript:globalThis.hit=1"\n  click B call alert()\n```',
]

async function expectUnharmed(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    hit: (globalThis as { hit?: unknown }).hit ?? null,
    scripts: [
      ...document.querySelectorAll(
        'main script, main iframe, main form, main style:not(svg style)',
      ),
    ].length,
    handlers: [...document.querySelectorAll('main *')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    ).length,
    links: [...document.querySelectorAll('main a')]
      .map((link) => link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? '')
      .filter((href) => /^\s*(javascript|data|vbscript):/i.test(href)),
  }))
  expect(found).toEqual({ hit: null, scripts: 0, handlers: 0, links: [] })
}

describe('text of documents and agents', () => {
  it('X20 in a document never becomes code: html, svg, javascript: links, mermaid', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('hostile')
    const text = ['# Design', ...HTML, ...MARKDOWN, ...MERMAID, 'The end of it.'].join('\n\n')
    world.project.write(spec, 'design.md', text)
    const { page } = await world.sit({ at: 'specs/hostile/documents/design.md' })
    await page.getByText('The end of it.').waitFor()
    await page.locator('main svg[id]').first().waitFor()
    await page.getByText('Drawing the diagram…').first().waitFor({ state: 'detached' })
    await expectUnharmed(page)
    const address = page.url()
    for (const words of LINKS) {
      await page.getByRole('main').getByText(words).first().click()
      await expectUnharmed(page)
      expect([words, page.url(), page.context().pages().length]).toEqual([words, address, 1])
    }
    await page.getByRole('button', { name: 'Source', exact: true }).click()
    await page.getByText('<script>globalThis.hit = "script"</script>').waitFor()
    await expectUnharmed(page)
  })

  it('X20 in names, descriptions, reasons and comments stays text', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('words', `${HTML.join(' ')} described`)
    world.project.write(spec, 'requirements.md', '# Requirements\n\nSomething.\n')
    await world.project.host.coordinator.reject(spec, 'requirements', HTML.join(' '))
    const comment = {
      item: spec,
      document: 'requirements.md',
      line: 3,
      quote: HTML[1] ?? '',
      text: HTML.join(' '),
    }
    expect((await world.project.host.call('comment', comment)).ok).toBe(true)
    const { page } = await world.sit()
    await page.getByRole('row').getByText('described').waitFor()
    await expectUnharmed(page)
    for (const at of ['specs/words/documents/requirements.md', 'specs/words/timeline', 'inbox']) {
      await page.goto(`http://127.0.0.1:${world.port}${world.path(at)}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText('Loading…').first().waitFor({ state: 'detached' })
      await expectUnharmed(page)
    }
  })

  it('X20 in the log of an agent stays text, structured and raw', async () => {
    await using world = await UiWorld.open(browser, {
      scenario: { overrides: [{ phase: 'requirements', hold: 'requirements' }] },
    })
    const spec = await world.project.newSpec('loud')
    await world.project.host.coordinator.start(spec)
    const { agentId } = await world.project.entry(spec, 'agent.started')
    const out = join(world.project.folders.agentsDir, agentId, 'out.log')
    const lines = [
      { type: 'assistant', message: { content: [{ type: 'text', text: HTML.join('\n') }] } },
      {
        type: 'assistant',
        message: {
          content: [{ type: 'tool_use', id: 't', name: HTML[1], input: { command: HTML[0] } }],
        },
      },
      {
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 't', content: HTML.join('') }] },
      },
    ]
    appendFileSync(
      out,
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\n${HTML.join('\n')}\nthe last line\n`,
    )
    const { page } = await world.sit({ at: `agents/${agentId}` })
    await page.getByText('the last line').waitFor()
    await expectUnharmed(page)
    await page.getByRole('button', { name: 'Raw', exact: true }).click()
    await page.getByText('the last line').waitFor()
    await expectUnharmed(page)
    world.project.mock.release('requirements')
  })
})
