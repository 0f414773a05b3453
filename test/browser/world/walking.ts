import type { Page } from 'playwright-core'

/** As a link of the page does it: nothing is asked of a host that is away. */
export const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
