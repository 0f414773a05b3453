import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../world/browser.ts'
import { UiWorld } from '../world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

const EVIL = 'https://example.invalid/a.png'

/** Each tries to run code, load something, navigate away or restyle the page. */
const DIAGRAMS = [
  `flowchart TD\n  A@{ img: "${EVIL}", label: "pic", w: 60, h: 60 }\n  A --> B`,
  `flowchart TD\n  A@{ "\\x69mg": "${EVIL}", label: "pic" }\n  A --> B`,
  `sequenceDiagram\n  participant A\n  properties A: {"icon": "${EVIL}"}\n  A->>A: hi`,
  `%%{init: {"themeCSS": "@import url(${EVIL}); body { display: none }"}}%%\nflowchart TD\n  A --> B`,
  `%%{init: {"themeCSS": "} body { display: none } .x {"}}%%\nflowchart TD\n  A --> B`,
  `---\nconfig:\n  themeCSS: "* { visibility: hidden }"\n  securityLevel: loose\n  htmlLabels: true\n---\nflowchart TD\n  A["<img src=${EVIL}>"] --> B`,
  `%%{init: {"fontFamily": "x; } body { display: none } .y { font-family: x"}}%%\nflowchart TD\n  A --> B`,
  `%%{init: {"flowchart": {"htmlLabels": true}, "securityLevel": "loose"}}%%\nflowchart TD\n  A["<img src='${EVIL}' onerror='globalThis.hit=1'>"] --> B`,
  `%%{init: {"dompurifyConfig": {"ADD_TAGS": ["iframe", "script"]}}}%%\nflowchart TD\n  A["<iframe src='${EVIL}'></iframe>"] --> B`,
  `flowchart TD\n  A --> B\n  style A fill:url(${EVIL}),filter:url(${EVIL}#f)`,
  `flowchart TD\n  A --> B\n  classDef evil background:u\\72l(${EVIL})\n  class A evil`,
  `flowchart TD\n  A --> B\n  classDef evil fill:red;}body{display:none\n  class A evil`,
  `flowchart TD\n  A --> B\n  click A "javascript:globalThis.hit=1"\n  click B href "${EVIL}" _top`,
  `classDiagram\n  class A\n  link A "${EVIL}"\n  click A call globalThis.hit()`,
  `stateDiagram-v2\n  A: <img src=${EVIL} onerror=globalThis.hit=1>\n  A --> B`,
  `gantt\n  title <script>globalThis.hit=1</script>\n  section a\n  t :t1, 2020-01-01, 1d\n  click t1 href "javascript:globalThis.hit=1"`,
  `C4Context\n  Person(a, "A", "d", $sprite="${EVIL}", $link="javascript:globalThis.hit=1")`,
  `mindmap\n  root\n    A["<img src=${EVIL}>"]\n    ::icon(fa fa-book" onload="globalThis.hit=1)`,
]

describe('diagrams of a hostile document', () => {
  it('T8 are cleaned before the policy of the page has to stop anything, and none reaches the page around them', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('drawn')
    const fences = DIAGRAMS.map(
      (code, index) => `Number ${index}\n\n\`\`\`mermaid\n${code}\n\`\`\``,
    )
    const harmless = '```mermaid\nflowchart TD\n  Good["It works"] --> B\n```'
    const text = ['# Design', ...fences, harmless, 'The end of it.'].join('\n\n')
    world.project.write(spec, 'design.md', text)
    const { page } = await world.stranger()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.addInitScript(() => {
      const violations: string[] = []
      Object.assign(globalThis, { violations })
      document.addEventListener('securitypolicyviolation', (event) =>
        violations.push(`${event.effectiveDirective} ${event.blockedURI}`),
      )
    })
    await page.goto(world.projects.server.link(world.path('specs/drawn/documents/design.md')))
    await page.getByText('The end of it.').waitFor()
    await page.locator('[data-testid=diagram]').filter({ hasText: 'It works' }).waitFor()
    await page.getByText('Drawing the diagram…').first().waitFor({ state: 'detached' })
    const found = await page.evaluate(() => {
      const drawings = [...document.querySelectorAll('[data-testid=diagram]')]
      const inside = drawings.flatMap((drawing) => [...drawing.querySelectorAll('*')])
      return {
        violations: (globalThis as unknown as { violations: string[] }).violations,
        hit: (globalThis as { hit?: unknown }).hit ?? null,
        acting: inside
          .filter(({ localName }) => /^(script|iframe|foreignobject|img)$/i.test(localName))
          .map(({ localName }) => localName),
        handlers: inside.flatMap((element) =>
          element.getAttributeNames().filter((name) => name.startsWith('on')),
        ),
        leading: inside
          .flatMap((element) => [element.getAttribute('href'), element.getAttribute('xlink:href')])
          .filter((href) => href !== null && !/^#|^data:image\/png;base64,/.test(href)),
        isPageSeen: getComputedStyle(document.body).display !== 'none',
        isTextSeen: getComputedStyle(document.querySelector('h1') ?? document.body).visibility,
      }
    })
    expect(found).toEqual({
      violations: [],
      hit: null,
      acting: [],
      handlers: [],
      leading: [],
      isPageSeen: true,
      isTextSeen: 'visible',
    })
    expect(requests.filter((url) => url.includes('example.invalid'))).toEqual([])
  })

  it('T8 ordinary diagrams of every kind look as before: shapes, labels, arrows and colours stay', async () => {
    await using world = await UiWorld.open(browser)
    const spec = await world.project.newSpec('kinds')
    const kinds = [
      'flowchart LR\n  A[Start] -->|yes| B{Choice}\n  style A fill:#f9f,stroke:#333',
      'sequenceDiagram\n  Alice->>Bob: Hello\n  Note over Alice,Bob: A note',
      'classDiagram\n  Animal <|-- Duck\n  Animal : +int age',
      'stateDiagram-v2\n  [*] --> Still\n  Still --> [*]',
      'erDiagram\n  CUSTOMER ||--o{ ORDER : places',
      'gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  section One\n  Task :a1, 2024-01-01, 3d',
      'C4Context\n  Person(a, "Customer")',
    ]
    const fences = kinds.map((code) => `\`\`\`mermaid\n${code}\n\`\`\``)
    world.project.write(spec, 'design.md', ['# Design', ...fences].join('\n\n'))
    const { page, problems } = await world.sit({ at: 'specs/kinds/documents/design.md' })
    const drawings = page.locator('[data-testid=diagram] > svg')
    await expect.poll(() => drawings.count()).toBe(kinds.length)
    const texts = await drawings.evaluateAll((all) => all.map((one) => one.textContent))
    for (const [index, word] of [
      'Choice',
      'Hello',
      'Duck',
      'Still',
      'places',
      'Plan',
      'Customer',
    ].entries())
      expect(texts[index]).toContain(word)
    const fill = await page
      .locator('[data-testid=diagram]')
      .first()
      .locator('.node rect')
      .first()
      .evaluate((shape) => getComputedStyle(shape).fill)
    expect(fill).toBe('rgb(255, 153, 255)')
    await expect.poll(() => page.locator('[data-testid=diagram] marker').count()).toBeGreaterThan(0)

    // Another document in the list must not make this one be drawn again.
    await drawings.first().evaluate((drawing) => drawing.setAttribute('data-kept', ''))
    world.project.write(spec, 'research.md', '# Research\n\nText.\n')
    await page.getByRole('tab', { name: 'Research', exact: true }).waitFor()
    await page.locator('[data-kept]').waitFor({ state: 'attached' })
    expect(problems).toEqual([])
  })
})
