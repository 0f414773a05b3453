import type { ElectronApi, PageWindow } from './electron-api.ts'
import { guardPage } from './guard-page.ts'
import { HostProcess, type HostCommand } from './host-process.ts'

const NAME = 'SDD Orchestrator'
const WORDS = {
  en: { show: 'Show', quit: 'Quit', failed: 'The host could not be started' },
  ja: { show: '表示', quit: '終了', failed: 'ホストを起動できませんでした' },
}

export interface ShellOptions {
  host: HostCommand
  icons: { window: string; tray: string }
}

/** One window around the host's page. Closing it leaves everything running behind the tray icon. */
export async function startShell(electron: ElectronApi, options: ShellOptions): Promise<void> {
  const { app } = electron
  if (!app.requestSingleInstanceLock()) return app.quit()
  await app.whenReady()
  new Shell(electron, options).start()
}

class Shell {
  readonly #electron: ElectronApi
  readonly #options: ShellOptions
  readonly #window: PageWindow
  #origin = ''
  #isQuitting = false

  constructor(electron: ElectronApi, options: ShellOptions) {
    this.#electron = electron
    this.#options = options
    this.#window = new electron.BrowserWindow({
      title: NAME,
      width: 1280,
      height: 840,
      minWidth: 360,
      minHeight: 480,
      icon: options.icons.window,
      backgroundColor: '#121316',
      webPreferences: {
        contextIsolation: true,
        nodeIntegration: false,
        sandbox: true,
        webviewTag: false,
        spellcheck: false,
      },
    })
  }

  start(): void {
    const { app } = this.#electron
    guardPage(this.#window.webContents, this.#electron, () => this.#origin)
    this.#makeMenus()
    const host = new HostProcess(this.#options.host, {
      served: (link) => this.#served(link),
      ended: (words) => this.#hostEnded(words),
    })
    app.on('activate', () => this.#show())
    app.on('second-instance', () => this.#show())
    app.on('before-quit', () => {
      this.#isQuitting = true
      host.stop()
    })
    this.#window.on('close', (event) => {
      if (this.#isQuitting) return
      event.preventDefault()
      this.#window.hide()
    })
  }

  get #words(): (typeof WORDS)['en'] {
    return this.#electron.app.getLocale().startsWith('ja') ? WORDS.ja : WORDS.en
  }

  /** The page reconnects by itself as long as its address is the same. */
  #served(link: string): void {
    const { origin } = new URL(link)
    if (origin === this.#origin) return
    this.#origin = origin
    void this.#window.loadURL(link)
  }

  #hostEnded(words: string): void {
    this.#electron.dialog.showErrorBox(this.#words.failed, words)
    this.#electron.app.quit()
  }

  #show(): void {
    this.#window.show()
    this.#window.focus()
  }

  #makeMenus(): void {
    const { Menu, Tray, app } = this.#electron
    const roles = ['appMenu', 'editMenu', 'viewMenu', 'windowMenu'] as const
    Menu.setApplicationMenu(Menu.buildFromTemplate(roles.map((role) => ({ role }))))
    const tray = new Tray(this.#options.icons.tray)
    tray.setToolTip(NAME)
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: this.#words.show, click: () => this.#show() },
        { label: this.#words.quit, click: () => app.quit() },
      ]),
    )
    tray.on('click', () => this.#show())
  }
}
