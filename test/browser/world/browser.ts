import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, devices, type BrowserContext, type Page } from 'playwright-core'

export type Device = 'desktop' | 'phone'
export type Language = 'en' | 'ja'
export type Theme = 'light' | 'dark'

export interface SeatOptions {
  device?: Device
  language?: Language
  theme?: Theme
}

/** Disabled: each window would load two address bar pages, which cost more than our page. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
/** Repeats Playwright's own list, because only the last `--disable-features` counts. */
const PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
]

/** A page that takes this long hangs, even on a busy machine. */
const PATIENCE_MS = 120_000

const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    userAgent: devices['iPhone 15'].userAgent,
    hasTouch: true,
    isMobile: true,
  },
}

/** Records toasts, which vanish after seconds, for tests that look later. */
async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const toasts = new Set<string>()
    Object.assign(globalThis, { toasts })
    const keep = (): void => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]'))
        toasts.add(toast.textContent)
    }
    new MutationObserver(keep).observe(document, { childList: true, subtree: true })
  })
}

/** One person at one device. */
export interface Seat {
  page: Page
  context: BrowserContext
  /** Console messages and errors of the page; tests expect none. */
  problems: string[]
}

type Chromium = Awaited<ReturnType<typeof chromium.launch>>

/** A real Chromium with its own profile. */
export class TestBrowser {
  readonly #browser: Chromium
  readonly #end: () => Promise<void>

  private constructor(browser: Chromium, end: () => Promise<void>) {
    this.#browser = browser
    this.#end = end
  }

  /** A browser for this caller alone. */
  static async launch(): Promise<TestBrowser> {
    const browser = await launched()
    return new TestBrowser(browser, () => browser.close())
  }

  /** One browser for all test files of this process; seats share nothing. */
  static async shared(): Promise<TestBrowser> {
    all ??= launched()
    const browser = await all
    return new TestBrowser(browser, async () => {
      for (const context of browser.contexts()) await context.close()
    })
  }

  /** A fresh device that has access nowhere. */
  async seat({ device = 'desktop', language = 'en', theme = 'light' }: SeatOptions = {}) {
    const context = await this.#browser.newContext({
      ...SCREENS[device],
      locale: language === 'ja' ? 'ja-JP' : 'en-US',
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(PATIENCE_MS)
    const page = await context.newPage()
    await keepToasts(page)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    return { page, context, problems } satisfies Seat
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end()
  }
}

let all: Promise<Chromium> | null = null

async function launched(): Promise<Chromium> {
  const { SDD_HEADLESS, SDD_CHROMIUM } = process.env
  const executablePath = SDD_HEADLESS ?? SDD_CHROMIUM ?? '/usr/bin/chromium'
  const profile = await mkdtemp(join(tmpdir(), 'sdd-browser-'))
  // Otherwise Chromium keeps crash reports and caches in the real HOME.
  const env = { ...process.env, HOME: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile }
  const browser = await chromium.launch({ executablePath, args: FLAGS, env })
  browser.once('disconnected', () => rmSync(profile, { recursive: true, force: true }))
  return browser
}
