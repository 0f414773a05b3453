import type { ElectronApi, PageContents } from './electron-api.ts'

/**
 * Documents and logs on the page were written by agents: a link in them must neither replace the
 * page nor open anything but a web page, and only in the user's own browser.
 */
export function guardPage(
  contents: PageContents,
  { shell }: Pick<ElectronApi, 'shell'>,
  ownOrigin: () => string,
): void {
  const isOwn = (url: string): boolean => originOf(url) === ownOrigin()
  const openOutside = (url: string): void => {
    if (isWebAddress(url)) void shell.openExternal(url)
  }
  contents.on('will-navigate', (event) => {
    if (isOwn(event.url)) return
    event.preventDefault()
    openOutside(event.url)
  })
  contents.on('will-redirect', (event) => {
    if (!isOwn(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
  contents.session.setPermissionRequestHandler((_page, permission, answer) =>
    answer(isAllowed(permission)),
  )
  contents.session.setPermissionCheckHandler((_page, permission) => isAllowed(permission))
}

/** The page notifies, and its buttons copy; it needs no other permission. */
const isAllowed = (permission: string): boolean =>
  permission === 'notifications' || permission === 'clipboard-sanitized-write'

const isWebAddress = (url: string): boolean => /^https?:$/.test(parsed(url)?.protocol ?? '')

const originOf = (url: string): string | null => parsed(url)?.origin ?? null

const parsed = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null)
