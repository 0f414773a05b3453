import type {
  ElectronApi,
  MenuEntry,
  PageContents,
  PageWindow,
  Preventable,
  WindowOptions,
} from './electron-api.ts'

type Outcome = 'allowed' | 'prevented'
type Listener = (event: Preventable & { url: string }) => void

/** Fakes the part of Electron that the shell uses; opens no real window. */
export class FakeElectron {
  readonly api: ElectronApi
  readonly outside: string[] = []
  readonly errors: [string, string][] = []
  readonly quit: Promise<void>
  window: FakeWindow | null = null
  readonly #listeners = new Map<string, () => void>()
  readonly #menus: MenuEntry[][] = []

  constructor({ isSecond = false } = {}) {
    let quit: () => void = () => undefined
    this.quit = new Promise((resolve) => (quit = resolve))
    const keep = (window: FakeWindow): void => {
      this.window = window
    }
    this.api = {
      app: {
        whenReady: async () => undefined,
        requestSingleInstanceLock: () => !isSecond,
        getLocale: () => 'en-GB',
        quit,
        on: (event: string, listener: () => void) => this.#listeners.set(event, listener),
      },
      BrowserWindow: class extends FakeWindow {
        constructor(options: WindowOptions) {
          super(options)
          keep(this)
        }
      },
      Menu: {
        buildFromTemplate: (entries) => {
          this.#menus.push(entries)
          return entries
        },
        setApplicationMenu: () => undefined,
      },
      Tray: FakeTray,
      shell: { openExternal: async (url) => void this.outside.push(url) },
      dialog: { showErrorBox: (title, content) => void this.errors.push([title, content]) },
    }
  }

  emit = (event: string): void => this.#listeners.get(event)?.()

  trayItems = (): MenuEntry[] => this.#menus.at(-1) ?? []

  navigate = (url: string): Outcome => this.#page.outcomeOf('will-navigate', url)

  redirect = (url: string): Outcome => this.#page.outcomeOf('will-redirect', url)

  close = (): Outcome => this.#page.outcomeOf('close', '')

  open = (url: string): { action: 'deny' } | undefined => this.#page.openHandler?.({ url })

  /** The answers to a permission request and to a permission check. */
  permission = (name: string): (boolean | undefined)[] => {
    const answers: (boolean | undefined)[] = []
    this.#page.requestHandler?.(null, name, (isAllowed) => answers.push(isAllowed))
    return [...answers, this.#page.checkHandler?.(null, name)]
  }

  /** Resolves once `count` addresses were loaded. */
  loaded = (count: number): Promise<string[]> => this.#page.whenLoaded(count)

  get #page(): FakeWindow {
    if (this.window === null) throw new Error('no window was opened')
    return this.window
  }
}

class FakeWindow implements PageWindow {
  readonly options: WindowOptions
  readonly webContents: PageContents
  isVisible = true
  openHandler: Parameters<PageContents['setWindowOpenHandler']>[0] | null = null
  requestHandler: Parameters<PageContents['session']['setPermissionRequestHandler']>[0] | null =
    null
  checkHandler: Parameters<PageContents['session']['setPermissionCheckHandler']>[0] | null = null
  readonly #listeners = new Map<string, Listener>()
  readonly #urls: string[] = []
  #looks: (() => void)[] = []

  constructor(options: WindowOptions) {
    this.options = options
    this.webContents = {
      session: {
        setPermissionRequestHandler: (handler) => (this.requestHandler = handler),
        setPermissionCheckHandler: (handler) => (this.checkHandler = handler),
      },
      setWindowOpenHandler: (handler) => (this.openHandler = handler),
      on: (event: string, listener: Listener) => this.#listeners.set(event, listener),
    }
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, listener)
  }

  outcomeOf(event: string, url: string): Outcome {
    let outcome: Outcome = 'allowed'
    this.#listeners.get(event)?.({ url, preventDefault: () => (outcome = 'prevented') })
    return outcome
  }

  async loadURL(url: string): Promise<void> {
    this.#urls.push(url)
    for (const look of this.#looks) look()
  }

  whenLoaded(count: number): Promise<string[]> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#urls.length >= count) resolve([...this.#urls])
      }
      this.#looks.push(look)
      look()
    })
  }

  show(): void {
    this.isVisible = true
  }

  hide(): void {
    this.isVisible = false
  }

  focus(): void {
    this.show()
  }
}

class FakeTray {
  setToolTip(): void {}
  setContextMenu(): void {}
  on(): void {}
}
