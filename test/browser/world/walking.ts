import type { Page } from 'playwright-core'

/** Navigates like a link of the page, without a request to the host. */
export const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
