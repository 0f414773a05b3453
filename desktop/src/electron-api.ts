/** The part of Electron used here; `main.ts` passes the real one, so its types are checked. */
export interface ElectronApi {
  app: {
    whenReady(): Promise<void>
    requestSingleInstanceLock(): boolean
    getLocale(): string
    quit(): void
    on(event: 'activate', listener: () => void): unknown
    on(event: 'second-instance', listener: () => void): unknown
    on(event: 'before-quit', listener: () => void): unknown
  }
  BrowserWindow: new (options: WindowOptions) => PageWindow
  Menu: {
    buildFromTemplate(template: MenuEntry[]): NativeMenu
    setApplicationMenu(menu: NativeMenu): void
  }
  Tray: new (image: string) => TrayIcon
  shell: { openExternal(url: string): Promise<void> }
  dialog: { showErrorBox(title: string, content: string): void }
}

export interface WindowOptions {
  title: string
  width: number
  height: number
  minWidth: number
  minHeight: number
  icon: string
  backgroundColor: string
  webPreferences: {
    contextIsolation: boolean
    nodeIntegration: boolean
    sandbox: boolean
    webviewTag: boolean
    spellcheck: boolean
  }
}

export interface Preventable {
  preventDefault(): void
}

export interface PageWindow {
  webContents: PageContents
  loadURL(url: string): Promise<void>
  show(): void
  hide(): void
  focus(): void
  on(event: 'close', listener: (event: Preventable) => void): unknown
}

export interface PageContents {
  session: {
    setPermissionRequestHandler(
      handler: (page: unknown, permission: string, answer: (isAllowed: boolean) => void) => void,
    ): void
    setPermissionCheckHandler(handler: (page: unknown, permission: string) => boolean): void
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void
  on(event: 'will-navigate', listener: (event: Preventable & { url: string }) => void): unknown
  on(event: 'will-redirect', listener: (event: Preventable & { url: string }) => void): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
}

export interface MenuEntry {
  role?: 'appMenu' | 'editMenu' | 'viewMenu' | 'windowMenu'
  label?: string
  click?: () => void
}

/** Opaque: only passed back to Electron. */
type NativeMenu = object | null

interface TrayIcon {
  setToolTip(text: string): void
  setContextMenu(menu: NativeMenu): void
  on(event: 'click', listener: () => void): unknown
}
