import { isDeepStrictEqual } from 'node:util'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CliWorld } from '../../src/testkit/worlds/cli-world.ts'
import { Desktop } from './world/desktop.ts'
import { installPackage, OpenedWindow } from './world/opened-window.ts'

it('S10 sdd open shows one window with the board in it, to someone who is not root', async () => {
  await using world = new CliWorld()
  for (const name of ['login', 'cart', 'search']) await world.spec(name)
  installPackage(world)
  mkdirSync(join(world.root, 'home'))
  await using desktop = await Desktop.open(world.root)
  if (desktop === null) return await withoutScreen(world)
  await using opened = new OpenedWindow(world, desktop)
  await opened.sdd.prints('Press Ctrl+C to stop')
  const browser = await opened.browser()
  const pages = () => browser.contexts().flatMap((context) => context.pages())
  await expect.poll(() => pages().length).toBe(1)
  const [page] = pages()
  if (page === undefined) throw new Error('a browser that shows nothing')
  for (const name of ['login', 'cart', 'search'])
    await page.getByRole('row').filter({ hasText: name }).waitFor()
  for (const word of ['Req', 'Design', 'Tasks', 'Review', 'Impl', 'Inspect', 'Deploy'])
    await page
      .getByRole('columnheader')
      .getByText(word, { exact: true })
      .filter({ visible: true })
      .waitFor()
  const isNamedAsItsPage = async (): Promise<boolean> => {
    const titles = await Promise.all(pages().map((one) => one.title()))
    return isDeepStrictEqual(
      titles,
      desktop.windows().map(({ title }) => title),
    )
  }
  await expect.poll(isNamedAsItsPage).toBe(true)
  await expect.poll(() => desktop.colours()).toBeGreaterThan(20)
})

/** macOS, or Debian without the packages: only the printed link can be tested. */
async function withoutScreen(world: CliWorld): Promise<void> {
  process.stderr.write('S10: the window itself is not seen here, Xvfb or xwininfo is missing\n')
  const served = world.start(['open'])
  await served.prints('Press Ctrl+C to stop')
  expect(served.stdout).toMatch(/http:\S+\/enter/)
}
