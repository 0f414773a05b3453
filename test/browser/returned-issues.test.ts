import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousViolations } from './world/axe.ts'
import { TestBrowser } from './world/browser.ts'
import { UiWorld } from './world/ui-world.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.shared()
})

afterAll(() => browser[Symbol.asyncDispose]())

it('issues of the document review that came back are marked on its panel', async () => {
  await using world = await UiWorld.open(browser, {
    scenario: {
      reviewCounts: [
        [1, 0],
        [0, 0],
      ],
      overrides: [
        {
          phase: 'document-review',
          call: 2,
          rawDocument: '# Review\n\n### W1: Still <b>two</b> values\n\n- Again: 1 C1\n',
        },
        {
          phase: 'document-review',
          call: 1,
          rawDocument: '# Review\n\n### C1: Two values\n',
        },
      ],
    },
  })
  const { project } = world
  const spec = await project.newSpec('paper')
  await project.run(spec)
  const { page, problems } = await world.sit({ at: 'specs/paper' })
  await page.getByTitle('Details of Review').click()
  const returned = page.getByRole('list', { name: /Raised again/ })
  await returned.getByText('Still <b>two</b> values').waitFor()
  await returned.getByText('W1 in round 2, first C1 in round 1').waitFor()
  await expect.poll(() => returned.locator('b').count()).toBe(0)
  expect(await seriousViolations(page)).toEqual([])
  expect(problems).toEqual([])
})
