import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Nothing is wider than the screen. */
export async function expectNoSideways(page: Page, at = page.url()): Promise<void> {
  const wide = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wide, { message: at }).toBe(0)
}

/** Each target is large enough for a thumb. */
export async function expectLarge(targets: Locator): Promise<void> {
  const heights = (): Promise<number[]> =>
    targets.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  await expect
    .poll(async () => Math.min(Infinity, ...(await heights())), { message: 'height' })
    .toSatisfy((height: number) => height >= 44 && height < Infinity)
}

/** Its position once it has stopped moving. */
export async function restingBox(
  target: Locator,
): Promise<{ x: number; y: number; height: number }> {
  let before = ''
  await expect
    .poll(async () => {
      const box = JSON.stringify(await target.boundingBox())
      const isSame = box === before
      before = box
      return isSame && box !== 'null'
    })
    .toBe(true)
  return JSON.parse(before) as { x: number; y: number; height: number }
}

/** The text once it is as expected. */
export async function textLike(target: Locator, pattern: RegExp): Promise<string> {
  await expect.poll(async () => (await target.innerText()).trim()).toMatch(pattern)
  return (await target.innerText()).trim()
}

type WithToasts = typeof globalThis & { toasts: Set<string> }

/** A toast with these words appeared since the page was loaded. */
export async function expectToast(page: Page, words: string): Promise<void> {
  const toasts = (): Promise<string[]> =>
    page.evaluate(() => [...(globalThis as WithToasts).toasts])
  await expect.poll(toasts).toContainEqual(expect.stringContaining(words))
}
