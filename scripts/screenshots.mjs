// Takes a picture of every screen, as desktop and phone, light and dark, English and Japanese, into
// docs/screenshots: `npm run screenshots`, or `npm run screenshots -- NAME…` for some screens.
// `run` is the film of one run.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from './installs/chromium.mjs'
import { root } from './run.mjs'
import { openDemo } from './screenshots/demo-project.mjs'
import { film } from './screenshots/film.mjs'
import { SCREENS } from './screenshots/screens.mjs'

const out = join(root, 'docs', 'screenshots')
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
}
const LANGUAGES = { en: 'en-US', ja: 'ja-JP' }
const THEMES = ['light', 'dark']
const SETTLED_MS = 400
const LOADING = /^(Loading…|読み込み中…)$/

const wanted = process.argv.slice(2)
const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const executablePath = await findChromium()
if (executablePath === null) process.exit(1)
mkdirSync(out, { recursive: true })
const dir = mkdtempSync(join(tmpdir(), 'sdd-screenshots-'))
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
let demo = null
try {
  if (screens.length > 0) await takeScreens()
  if (wanted.length === 0 || wanted.includes('run')) {
    console.log('screenshots: filming a run')
    await film({ browser, dir: join(dir, 'film'), path: join(out, 'run.png') })
  }
} finally {
  await browser.close()
  await demo?.close()
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`screenshots: ${out}`)

async function takeScreens() {
  console.log('screenshots: making the project')
  demo = await openDemo(dir)
  await pairPhone()
  const { agentId } = await boardRow('gift-cards')
  for (const device of Object.keys(DEVICES))
    for (const theme of THEMES)
      for (const language of Object.keys(LANGUAGES))
        await takeAll({ device, theme, language, agentId })
}

async function takeAll({ device, theme, language, agentId }) {
  const context = await browser.newContext({
    ...DEVICES[device],
    locale: LANGUAGES[language],
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  // Log in with a page: the session key is kept in the origin's storage.
  const admission = await context.newPage()
  await admission.goto(demo.projects.server.link('/'))
  await admission.waitForURL('**/p/**')
  await admission.close()
  for (const screen of screens) {
    const page = await context.newPage()
    const project = (screen.isEmpty ? demo.empty : demo.host).info.id
    const path = screen.at(language, { agentId })
    await page.goto(`http://127.0.0.1:${demo.projects.server.port}/p/${project}/${path}`)
    await page.locator('main h1, main [role=row], main h2, main button').first().waitFor()
    await screen.act?.(page)
    await screen.ready(page).waitFor()
    await page.getByText(LOADING).first().waitFor({ state: 'hidden' })
    // Let layout, icons and toasts settle.
    await page.waitForTimeout(SETTLED_MS)
    const file = `${screen.name}-${device}-${theme}-${language}.png`
    await page.screenshot({ path: join(out, file), animations: 'disabled' })
    await page.close()
  }
  await context.close()
}

/** Adds a device to the list of remote access, which listens on this computer only. */
async function pairPhone() {
  const { server } = demo.projects
  const turnedOn = await server.setRemote({ address: '127.0.0.1', port: 0 })
  const offer = await server.pair()
  if (!turnedOn.ok || !offer.ok) throw new Error(JSON.stringify([turnedOn, offer]))
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(offer.value.url)
  await page.getByRole('button').first().click()
  await page.waitForURL('**/p/**')
  await context.close()
}

async function boardRow(name) {
  const reply = await demo.host.call('board', {})
  const row = reply.ok ? reply.value.rows.find((one) => one.item.name === name) : undefined
  if (row === undefined) throw new Error(`no spec ${name}`)
  return row
}
