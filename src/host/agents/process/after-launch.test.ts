import { expect, test } from 'vitest'
import { AfterLaunch } from './after-launch.ts'

test('what is put off waits for the launch and for those who launched, and for no timer', async () => {
  const behind = new AfterLaunch()
  const order: string[] = []
  const swept = behind.wait().then(() => order.push('swept'))
  behind.launched()
  await Promise.resolve()
  order.push('launched')
  await swept
  expect(order).toEqual(['launched', 'swept'])
})

test('where no agent follows, it is done after a moment anyway', async () => {
  // The test keeps the process alive: the delayed work does not.
  const alive = setInterval(() => undefined, 1000)
  await new AfterLaunch().wait()
  clearInterval(alive)
})

test('a host that closes waits for nothing', async () => {
  const behind = new AfterLaunch()
  const swept = behind.wait()
  behind.go()
  await swept
})
